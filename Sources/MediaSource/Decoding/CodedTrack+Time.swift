// Ways through a track by time: what a reader asks that does not know how many samples there are, because the file is still being read.

extension CodedTrack {
  /// The first sample in decoding order; nil if the track has none. Waits for one that is still to come.
  package func firstSample() throws -> CodedSample? { count > 0 ? try sample(0) : nil }

  /// The sample that is decoded next; nil after the last. Waits for one that is still to come.
  package func sample(after sample: CodedSample) throws -> CodedSample? {
    let next = sample.index + 1
    return next < count ? try self.sample(next) : nil
  }

  /// The sample that is shown at a time: of those that start at or before it, the last to start; nil before the first.
  package func sample(shownAt time: Int64) throws -> CodedSample? { try sampleShown(at: time).map { try sample($0) } }

  /// The sample that is shown next after a time; nil after the last.
  package func sample(shownAfter time: Int64) throws -> CodedSample? {
    try presentationTime(after: time).flatMap { try sample(shownAt: $0) }
  }

  /// The last sync sample that is shown at or before a time, and decoded no later than what is shown then; nil if there is none.
  package func syncSample(shownAtOrBefore time: Int64) throws -> CodedSample? {
    var index = try sampleShown(at: time)
    while let last = index, let key = try syncSample(atOrBefore: last) {
      let sample = try sample(key)
      if sample.presentationTime <= time { return sample }
      // It is decoded before what is shown, and shown after it.
      index = key > 0 ? key - 1 : nil
    }
    return nil
  }

  /// The length of the track; nil while samples still come.
  package func length() throws -> TrackLength? {
    if isOpen { return nil }
    return TrackLength(sampleCount: count, decodeEnd: try mediaEnd(), presentationEnd: try presentationEnd())
  }
}

/// The length of a track that is known to its end, in units of its timescale.
package struct TrackLength: Hashable, Sendable {
  package let sampleCount: Int
  /// The time after the last sample, on the decoding timeline.
  package let decodeEnd: Int64
  /// The end of the sample that is shown last.
  package let presentationEnd: Int64
}
