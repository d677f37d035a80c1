import Foundation

extension Movie {
  /// Returns the bytes of a sample.
  ///
  /// - Throws: `protected` if they are encrypted; `truncated` if the file ends before they do; `forbiddenReference` if
  ///   the restrictions exclude their file; read errors.
  public func data(of sample: Sample, in track: Track) throws(MovieError) -> [UInt8] {
    try source(of: sample, in: track).bytes(at: sample.offset, count: sample.size)
  }

  /// Reads the bytes of a run of samples; `buffer` holds `run.byteCount` of them.
  public func read(_ run: SampleRun, in track: Track, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try source(of: run.first, in: track).read(at: run.first.offset, into: buffer)
  }

  /// Returns the size of the file that holds a sample.
  ///
  /// - Throws: The errors of `data(of:in:)`, except `truncated`.
  public func mediaSize(of sample: Sample, in track: Track) throws(MovieError) -> Int64 {
    try source(of: sample, in: track).size
  }

  /// Returns the location of the media of a track's sample description; nil for the movie's own file.
  ///
  /// - Throws: `unsupported` for a reference that is no URL, `forbiddenReference` if the restrictions exclude it.
  public func mediaLocation(_ description: SampleDescription, in track: Track) throws(MovieError) -> URL? {
    guard track.dataReferences.indices.contains(description.dataReferenceIndex) else { return nil }
    let media: URL?
    switch track.dataReferences[description.dataReferenceIndex].target {
    case .sameFile: return nil
    case .url(let text):
      media = text.hasPrefix("/") ? URL(fileURLWithPath: text) : URL(string: text, relativeTo: location)?.absoluteURL
    case .alias(let path): media = path.map { URL(fileURLWithPath: $0) }
    case .other: media = nil
    }
    guard let media, let location else {
      throw MovieError(
        .unsupported, "the media are in another file that cannot be found", box: track.box.path.description,
        offset: track.box.offset, file: source.name)
    }
    guard restrictions.allows(from: location, to: media) else {
      throw MovieError(
        .forbiddenReference, "the media are in \(media), which this movie may not use",
        box: track.box.path.description, offset: track.box.offset, file: source.name)
    }
    return media
  }

  /// Returns the file of a sample, if it may be read.
  func source(of sample: Sample, in track: Track) throws(MovieError) -> any ByteSource {
    try source(ofDescription: sample.descriptionIndex, in: track, sample: sample.index)
  }

  /// Returns the file of the samples of a description, if it may be read.
  ///
  /// - Parameter sample: The number of the sample for which it is asked.
  package func source(
    ofDescription index: Int, in track: Track, sample: Int
  ) throws(MovieError) -> any ByteSource {
    guard track.sampleDescriptions.indices.contains(index) else {
      throw .malformed(
        "sample \(sample) has description \(index + 1) of \(track.sampleDescriptions.count)", in: track.box)
    }
    let description = track.sampleDescriptions[index]
    if let protection = description.protection {
      let scheme = protection.scheme.map { " with scheme '\($0.text)'" } ?? ""
      throw MovieError(
        .protected, "the media are encrypted\(scheme)", box: description.box.path.description,
        offset: description.box.offset, file: source.name)
    }
    guard let media = try mediaLocation(description, in: track) else { return source }
    if let known = references.withLock({ $0[media] }) { return known }
    guard media.isFileURL else {
      throw MovieError(
        .unsupported, "the media are at \(media); only files are read", box: track.box.path.description,
        offset: track.box.offset, file: source.name)
    }
    let opened = try FileByteSource(path: media.path)
    references.withLock { $0[media] = opened }
    return opened
  }
}

extension Track {
  /// True if all samples are in the movie's own file.
  public var isSelfContained: Bool {
    sampleDescriptions.allSatisfy { description in
      !dataReferences.indices.contains(description.dataReferenceIndex)
        || dataReferences[description.dataReferenceIndex].target == .sameFile
    }
  }

  /// True if samples are encrypted.
  public var isProtected: Bool { sampleDescriptions.contains { $0.protection != nil } }
}
