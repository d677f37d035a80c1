package import GStreamer

/// A track all of whose samples are known: they are numbered from 0 in decoding order.
package protocol IndexedTrack: CodedTrack {
  /// The number of samples.
  var count: Int { get }
  /// The sample at a position in decoding order.
  ///
  /// - Throws: `DecoderError` with `noSample` if there is none.
  func sample(_ index: Int) throws -> CodedSample
  /// The position of the last sync sample at or before a position in decoding order.
  func syncSample(atOrBefore index: Int) throws -> Int?
  /// The position of the first sync sample after a position in decoding order.
  func syncSample(after index: Int) throws -> Int?
  /// The position of the sample that is shown at a time: of those that start at or before it, the last to start.
  func sampleShown(at time: Int64) throws -> Int?
  /// The earliest presentation time after a time.
  func presentationTime(after time: Int64) throws -> Int64?
  /// The bytes of samples that follow each other: of those that there are as many as lie together, at least one.
  func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int)
}

extension IndexedTrack {
  package func length() throws -> TrackLength? {
    let last = try sample(shownAt: .max)
    return TrackLength(
      sampleCount: count, decodeEnd: try mediaEnd(),
      presentationEnd: try last.map { try shownEnd(ofLast: $0) } ?? 0)
  }

  package func shownEnd(ofLast sample: CodedSample) throws -> Int64 { sample.presentationTime + sample.duration }

  package func firstSample() throws -> CodedSample? { count > 0 ? try sample(0) : nil }

  package func sample(after sample: CodedSample) throws -> CodedSample? {
    let next = sample.index + 1
    return next < count ? try self.sample(next) : nil
  }

  package func sample(shownAt time: Int64) throws -> CodedSample? { try sampleShown(at: time).map { try sample($0) } }

  package func sample(shownAfter time: Int64) throws -> CodedSample? {
    try presentationTime(after: time).flatMap { try sample(shownAt: $0) }
  }

  package func syncSample(before sample: CodedSample) throws -> CodedSample? {
    guard sample.index > 0 else { return nil }
    return try syncSample(atOrBefore: sample.index - 1).map { try self.sample($0) }
  }

  package func syncSample(after sample: CodedSample) throws -> CodedSample? {
    try syncSample(after: sample.index).map { try self.sample($0) }
  }

  package func bytes(from sample: CodedSample, count: Int) throws -> SampleBytes {
    let (buffer, count) = try bytes(of: sample.index..<sample.index + max(1, count))
    let last = count > 1 ? try self.sample(sample.index + count - 1) : sample
    return SampleBytes(buffer: buffer, count: count, last: last)
  }

  package func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int) {
    (try bytes(of: sample(samples.lowerBound)), 1)
  }

  package func mediaEnd() throws -> Int64 {
    guard count > 0 else { return 0 }
    let last = try sample(count - 1)
    return last.decodeTime + last.duration
  }
}
