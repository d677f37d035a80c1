// Operations that every track derives from its walk by time.

extension CodedTrack {
  /// The earliest presentation time after a time.
  package func presentationTime(after time: Int64) throws -> Int64? { try sample(shownAfter: time)?.presentationTime }

  /// The last sync sample that is shown at or before a time, and decoded no later than what is shown then; nil if there is none.
  package func syncSample(shownAtOrBefore time: Int64) throws -> CodedSample? {
    var sync = try sample(shownAt: time).flatMap { try syncSample(atOrBefore: $0) }
    // A sync sample may be decoded before what is shown, and shown after it.
    while let later = sync, later.presentationTime > time { sync = try syncSample(before: later) }
    return sync
  }

  /// A sample itself if it is a sync sample, else the last one that is decoded before it; nil if there is none.
  package func syncSample(atOrBefore sample: CodedSample) throws -> CodedSample? {
    sample.isSync ? sample : try syncSample(before: sample)
  }

  /// The sample that is shown a number of samples before another, in a track that is decoded in the order of presentation; the first
  /// sample if there are not as many.
  package func sample(_ count: Int, before sample: CodedSample) throws -> CodedSample {
    var result = sample
    for _ in 0..<count {
      guard let earlier = try self.sample(shownAt: result.presentationTime &- 1), earlier.index < result.index else {
        return try firstSample() ?? sample
      }
      result = earlier
    }
    return result
  }

  /// The time at which the first sample is decoded or the first frame is shown, if that is before 0.
  package func earliestTime() throws -> Int64 {
    min(0, try presentationTime(after: .min) ?? 0, try firstSample()?.decodeTime ?? 0)
  }

  package func mediaEnd() throws -> Int64 { try length()?.decodeEnd ?? far }

  package func presentationEnd() throws -> Int64 { try length()?.presentationEnd ?? far }

  package func shownEnd(ofLast sample: CodedSample) throws -> Int64 {
    isOpen ? sample.presentationTime + sample.duration : try presentationEnd()
  }

  /// The time at which the sound of the last packet ends, of a track whose end is known only when it has come.
  func heardEnd(of sample: CodedSample) -> Int64 {
    let unheard = (self as? InterleavedTrack)?.unheardEnd(of: sample) ?? 0
    return sample.decodeTime + max(0, sample.duration - unheard)
  }

  /// A time that never comes.
  var far: Int64 { Int64(timescale) << 31 }

  /// Calls a body with all samples in decoding order.
  package func forEachSample(_ body: (CodedSample) throws -> Void) throws {
    var next = try firstSample()
    while let sample = next {
      try body(sample)
      next = try self.sample(after: sample)
    }
  }

  /// The largest number of samples that are shown later than one which is decoded after them, less those that are shown earlier and
  /// decoded later: as many as a decoder holds back. Walks the whole track.
  package func reorderDepth() throws -> Int {
    guard isReordered else { return 0 }
    var places: [PresentationPlace] = []
    try forEachSample { places.append($0.place) }
    return places.indices.sorted { places[$0] < places[$1] }.enumerated().reduce(0) { max($0, $1.element - $1.offset) }
  }
}

/// The place of a sample in the order of presentation. Of samples that start together, the one that is decoded last is the last.
package struct PresentationPlace: Hashable, Comparable, Sendable {
  package let time: Int64
  package let index: Int

  package static func < (a: Self, b: Self) -> Bool { (a.time, a.index) < (b.time, b.index) }
}

extension CodedSample {
  /// Its place in the order of presentation.
  package var place: PresentationPlace { PresentationPlace(time: presentationTime, index: index) }
}

/// The length of a track that is known to its end, in units of its timescale.
package struct TrackLength: Hashable, Sendable {
  package let sampleCount: Int
  /// The time after the last sample, on the decoding timeline.
  package let decodeEnd: Int64
  /// The end of the sample that is shown last.
  package let presentationEnd: Int64
}
