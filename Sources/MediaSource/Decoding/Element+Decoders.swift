package import GStreamer

extension Element {
  /// A decoder that is set up as all decoders are, in readers as in graphs.
  ///
  /// libav's default, a thread a core that works on slices, loses key frames of open groups of pictures; and what it cannot decode it
  /// leaves out without a word.
  ///
  /// - Parameter threads: The number that it may decode with, 1 or more; nil for as many as a decoder alone has.
  package static func decoder(_ name: String, threads: Int? = nil) throws -> Element {
    let element = try make(name)
    let settings = [
      ("thread-type", "frame"), ("max-threads", "\(threads ?? DecoderSession.threads)"), ("max-errors", "0"),
    ]
    for (name, value) in settings where element.hasProperty(name) { try element.set(name, to: value) }
    return element
  }
}
