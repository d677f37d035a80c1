extension Movie {
  /// The bytes of a sample.
  ///
  /// - Throws: `protected` if they are encrypted; `truncated` if the file ends before they do; what reading throws.
  public func data(of sample: Sample, in track: Track) throws(MovieError) -> [UInt8] {
    try source(of: sample, in: track).bytes(at: sample.offset, count: sample.size)
  }

  /// Reads the bytes of a run of samples; `buffer` holds `run.byteCount` of them.
  public func read(_ run: SampleRun, in track: Track, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try source(of: run.first, in: track).read(at: run.first.offset, into: buffer)
  }

  /// The file that a sample is in.
  func source(of sample: Sample, in track: Track) throws(MovieError) -> any ByteSource {
    guard sample.descriptionIndex < track.sampleDescriptions.count else {
      throw .malformed(
        "sample \(sample.index) has description \(sample.descriptionIndex + 1) of \(track.sampleDescriptions.count)",
        in: track.box)
    }
    return source
  }
}
