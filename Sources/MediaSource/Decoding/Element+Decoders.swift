package import GStreamer

extension Element {
  /// Makes a decoder with the configuration of all decoders, in readers and in graphs.
  ///
  /// libav's default, slice threads for each core, loses key frames of open GOPs; and it drops undecodable frames
  /// without an error.
  ///
  /// - Parameter threads: The number of threads, 1 or more; nil for as many as a single decoder has.
  package static func decoder(_ name: String, threads: Int? = nil) throws -> Element {
    let element = try makeCorrected(name)
    let settings = [
      ("thread-type", "frame"), ("max-threads", "\(threads ?? DecoderSession.threads)"), ("max-errors", "0"),
      // As libopus decodes by itself: without it, stereo differs from the encoder's by far.
      ("phase-inversion", "true"),
    ]
    for (name, value) in settings where element.hasProperty(name) { try element.set(name, to: value) }
    if element.hasProperty("direct-rendering") { try element.refuseUnnamedPixels(name) }
    try element.pad("src").replaceCaps { $0.withMatrix() }
    return element
  }
}

extension CodedTrack {
  /// Loads the libraries of the track's decoder on another thread, for a track that will be decoded soon.
  package func loadDecoderAhead() { PluginLibraries.openAhead(formats.map(\.decoders)) }
}
