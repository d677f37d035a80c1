/// The timescale and the edits of a complete movie.
struct ResolvedTimelines {
  /// Units a second of the movie's timeline.
  let timescale: Int32
  /// Each track's edits; nil for all media from 0 on.
  var edits: [[Edit]?]
  /// Each track's duration, in units of the movie's timeline.
  var durations: [Int64]

  var duration: Int64 { durations.max() ?? 0 }
}

extension WrittenMovie {
  /// Computes the edits of all tracks from their samples; delays presentation so that no sample is presented before its
  /// decode time.
  func resolveTimelines() throws(MovieError) -> ResolvedTimelines {
    let timescale = draft.timescale ?? commonTimescale
    guard timescale > 0 else { throw MovieError(.notStorable, "a movie has a timescale of \(timescale)") }
    // The first presented sample is at 0.
    let starts = tracks.filter { $0.isPresented && $0.segments == nil && $0.tables.hasSamples }.map { track in
      CMTime(value: track.presentedRange.lowerBound, timescale: track.draft.timescale)
    }
    let origin = starts.min() ?? .zero
    var timelines = ResolvedTimelines(timescale: timescale, edits: [], durations: [])
    for track in tracks {
      var edits: [Edit]?
      if case .stored(let stored) = track.draft.timing {
        edits = Self.edits(stored, of: track, timescale)
      } else if track.tables.hasSamples {
        let shift = max(0, -track.tables.leastOffset)
        if shift > 0 { try track.tables.shiftPresentation(by: shift) }
        edits = try Self.edits(
          track.segments ?? [wholeSegment(of: track, origin)], track, zero: track.tables.firstDecodeTime ?? 0,
          shift: shift, timescale)
      }
      timelines.edits.append(edits)
      let media = CMTime(value: track.tables.decodeEnd, timescale: track.draft.timescale)
      timelines.durations.append(
        edits.map { $0.reduce(0) { $0 + $1.duration } }
          ?? CMTimeConvertScale(media, timescale: timescale, method: .default).value)
    }
    return timelines
  }

  /// Returns the segment of all of a track's samples.
  private func wholeSegment(of track: TrackWriter, _ origin: CMTime) -> TrackTimeline.Segment {
    let range = track.presentedRange
    let start = CMTime(value: range.lowerBound, timescale: track.draft.timescale)
    let duration = CMTime(value: range.upperBound - range.lowerBound, timescale: track.draft.timescale)
    return TrackTimeline.Segment(
      target: CMTimeRange(start: start - origin, duration: duration),
      source: CMTimeRange(start: start, duration: duration), rate: .one)
  }

  /// Returns edits relative to samples that begin at 0, as sample tables cannot express another start.
  private static func edits(_ stored: [Edit]?, of track: TrackWriter, _ timescale: Int32) -> [Edit]? {
    guard let first = track.tables.firstDecodeTime, first != 0 else { return stored }
    guard let stored else {
      let empty = CMTimeConvertScale(
        CMTime(value: first, timescale: track.draft.timescale), timescale: timescale, method: .default
      ).value
      let length = CMTimeConvertScale(
        CMTime(value: track.tables.decodeEnd, timescale: track.draft.timescale), timescale: timescale, method: .default
      ).value
      return [Edit(duration: empty, mediaTime: nil, rate: .one), Edit(duration: length, mediaTime: 0, rate: .one)]
    }
    return stored.map { edit in
      Edit(duration: edit.duration, mediaTime: edit.mediaTime.map { max(0, $0 - first) }, rate: edit.rate)
    }
  }

  /// Returns the edits of segments. Their ends are rounded to the movie's timeline, not their durations, so that errors
  /// do not add up.
  ///
  /// - Parameters:
  ///   - zero: The time of the samples that is 0 in the file.
  ///   - shift: The distance by which presentation is delayed in the file.
  static func edits(
    _ segments: [TrackTimeline.Segment], _ track: TrackWriter, zero: Int64, shift: Int64, _ timescale: Int32
  ) throws(MovieError) -> [Edit]? {
    var edits: [Edit] = []
    var end: Int64 = 0
    for segment in segments {
      let start = try units(segment.target.start, timescale)
      var next = try units(segment.target.end, timescale)
      // In coarse units, the last edit must not become empty.
      if next == start, segment == segments.last, segment.target.duration > .zero { next += 1 }
      guard start >= end, next >= start else {
        throw MovieError(.notStorable, "segments follow each other on the timeline, and none begins before 0")
      }
      if start > end { edits.append(Edit(duration: start - end, mediaTime: nil, rate: .one)) }
      end = next
      guard next > start else { continue }
      guard let source = segment.source else {
        edits.append(Edit(duration: next - start, mediaTime: nil, rate: .one))
        continue
      }
      let media = try units(source.start, track.draft.timescale) - zero + shift
      guard media >= 0 else { throw MovieError(.notStorable, "a segment begins before the first sample") }
      edits.append(Edit(duration: next - start, mediaTime: media, rate: segment.rate))
    }
    // A list without entries would show all media.
    if edits.isEmpty { return [Edit(duration: 1, mediaTime: nil, rate: .one)] }
    // No edits are needed: all media from their beginning to their end.
    let whole = CMTime(value: track.tables.decodeEnd, timescale: track.draft.timescale)
    if edits.count == 1, edits[0].mediaTime == 0, edits[0].rate == .one,
      CMTime(value: edits[0].duration, timescale: timescale) == whole
    {
      return nil
    }
    return edits
  }

  /// Returns a time of a segment, in units of a timescale.
  static func units(
    _ time: CMTime, _ timescale: Int32, _ method: CMTimeRoundingMethod = .default
  ) throws(MovieError) -> Int64 {
    let time = CMTimeConvertScale(time, timescale: timescale, method: method)
    guard time.isNumeric, time.value.magnitude < 1 << 61 else {
      throw MovieError(.notStorable, "a segment has no place on the timeline")
    }
    return time.value
  }

  /// A timescale in which the tracks' times are whole numbers, if there is one of 31 bits; else the largest of theirs.
  private var commonTimescale: Int32 {
    let scales = tracks.filter { $0.tables.hasSamples }.map(\.draft.timescale)
    guard let finest = scales.max() else { return 600 }
    return leastCommonMultiple(of: scales) ?? finest
  }
}
