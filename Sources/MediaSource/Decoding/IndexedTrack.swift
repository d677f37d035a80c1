/// A track all of whose samples are known, by their positions.
package protocol IndexedTrack: CodedTrack {
  /// The number of samples.
  var count: Int { get }
  /// The position of the sample that is shown at a time: of those that start at or before it, the last to start.
  func sampleShown(at time: Int64) throws -> Int?
  /// The earliest presentation time after a time.
  func presentationTime(after time: Int64) throws -> Int64?
  /// The time after the last sample, on the decoding timeline.
  func mediaEnd() throws -> Int64
}

extension IndexedTrack {
  package func length() throws -> TrackLength? {
    let last = try sample(shownAt: .max)
    return TrackLength(
      sampleCount: count, decodeEnd: try mediaEnd(),
      presentationEnd: last.map { $0.presentationTime + $0.duration } ?? 0)
  }

  package func firstSample() throws -> CodedSample? { count > 0 ? try sample(0) : nil }

  package func sample(after sample: CodedSample) throws -> CodedSample? {
    let next = sample.index + 1
    return next < count ? try self.sample(next) : nil
  }

  package func sample(shownAt time: Int64) throws -> CodedSample? { try sampleShown(at: time).map { try sample($0) } }

  package func sample(shownAfter time: Int64) throws -> CodedSample? {
    try presentationTime(after: time).flatMap { try sample(shownAt: $0) }
  }

  package func mediaEnd() throws -> Int64 {
    guard count > 0 else { return 0 }
    let last = try sample(count - 1)
    return last.decodeTime + last.duration
  }
}
