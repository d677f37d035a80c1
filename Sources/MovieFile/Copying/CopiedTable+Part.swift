extension CopiedTable {
  /// Leaves the samples that a part of the movie's timeline needs, and the edits that show the part alone.
  ///
  ///     samples   I b P b b P I b P b b P         I: a sample that is decoded alone
  ///     part              ├─────────┤
  ///     copied    ├─────────────────┤             the edit begins in the first group of pictures
  ///
  /// A track that shows nothing in the part has no samples.
  mutating func limit(to part: CMTimeRange) throws(MovieError) {
    let timeline = try track.timeline()
    let segments = timeline.part(part)
    let shown = segments.compactMap(\.source)
    self.segments = segments
    draft.timing = .timed
    guard let start = shown.map(\.start).min(), let end = shown.map(\.end).max() else {
      range = 0..<0
      return
    }
    range = try samples(showing: start, until: end)
  }

  /// Returns the samples that are needed to show a range of the media.
  private func samples(showing start: CMTime, until end: CMTime) throws(MovieError) -> Range<Int> {
    let samples = try track.samples()
    guard samples.count > 0 else { return 0..<0 }
    let first = CMTimeConvertScale(start, timescale: track.timescale, method: .roundTowardNegativeInfinity).value
    let last = CMTimeConvertScale(end, timescale: track.timescale, method: .roundTowardPositiveInfinity).value
    // The sample that is shown at the start; a later one where the media begin later.
    var lower = try samples.sample(atPresentationTime: first)?.index ?? 0
    if track.handlerType == .audio {
      lower = max(0, lower - preRoll)
    } else {
      lower = try samples.start(atOrBefore: lower) ?? 0
    }
    // All samples that are decoded up to the last that is shown: others are needed by it.
    var upper = lower
    var index = lower
    while index < samples.count {
      let run = try samples.run(from: index)
      if run.first.presentationTime < last {
        let step = max(run.first.duration, 1)
        let fitting = (last - run.first.presentationTime + step - 1) / step
        upper = index + min(run.count, Int(clamping: fitting))
      } else if run.first.decodeTime > last + samples.largestLead {
        break
      }
      index += run.count
    }
    return lower..<max(upper, min(lower + 1, samples.count))
  }

  /// The number of packets before the first that is heard, which its decoder starts with.
  private var preRoll: Int {
    guard let entry = draft.sampleEntries.first else { return 0 }
    // Of codecs without a number, the packet before overlaps with the first at most.
    return Codec.found(entry.format) { $0 == .audio }?.codec.preRoll ?? 2
  }
}

extension TrackTimeline {
  /// Returns the segments of a part of the timeline, at their times in the part.
  func part(_ part: CMTimeRange) -> [Segment] { segments.compactMap { $0.part(part) } }
}

extension TrackTimeline.Segment {
  /// Returns the segment as far as it is in a part of the timeline, at its time in the part; nil if it is not.
  package func part(_ part: CMTimeRange) -> TrackTimeline.Segment? {
    let shown = target.intersection(part)
    guard shown.duration > .zero else { return nil }
    let moved = CMTimeRange(start: shown.start - part.start, duration: shown.duration)
    guard let start = mediaTime(at: shown.start) else { return Self(target: moved, source: nil, rate: rate) }
    let length =
      rate == .one
      ? shown.duration
      : CMTimeMultiplyByRatio(shown.duration, multiplier: max(rate.rawValue, 0), divisor: FixedPoint.one.rawValue)
    return Self(target: moved, source: CMTimeRange(start: start, duration: length), rate: rate)
  }
}
