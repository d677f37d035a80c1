internal import GStreamer
internal import MediaEngine
internal import MediaSource

/// Images of a composition's track: of the source whose segment is presented at their times.
final class SegmentImages: ImageSource {
  private let track: AVCompositionTrack
  private let segments: CompositionSegments
  private let renderer = ImageRenderer()
  /// The cursors of the last sources; used by one thread at a time.
  private var cursors: [(source: CompositionSource, cursor: FrameCursor)] = []

  init(_ track: AVCompositionTrack) {
    (self.track, segments) = (track, track.contents.state.segments)
  }

  func shows(_ track: AVAssetTrack) -> Bool {
    self.track === track && self.track.contents.state.segments == segments
  }

  func work(_ requests: [ImageRequest], _ settings: AVAssetImageGenerator.Settings, isAlone: Bool) -> any ImageWork {
    let settings = settings.imageSettings(for: track)
    return SerialImageWork(requests) { [self] request, cancellation in
      let (bounds, time) = (try request.bounds(), request.time)
      let countsFromBound = request.countsFromBound(bounds)
      let (segment, target) = try presented(at: time, bounds)
      guard let media = segment.media else { throw AVError(.noImageAtTime, reason: "nothing is presented at the time") }
      // A frame that began before the segment counts from its start on.
      let frame = try frame(
        of: media.source, at: min(max(time, target.start), target.end), segment, target, bounds,
        beginsAtBound: countsFromBound || bounds.lower <= target.start, cancellation)
      let image = try renderer.image(frame.decoded.buffer, frame.decoded.caps, frame.description, settings)
      let shown = max(target.start, target.start + segment.paced(frame.choice.shown.start - media.range.start))
      return (image: image, actualTime: countsFromBound ? max(shown, bounds.lower) : shown)
    }
  }

  /// Returns the segment with media at a time, or the nearest one that the bounds reach.
  private func presented(
    at time: CMTime, _ bounds: (lower: CMTime, upper: CMTime)
  ) throws -> (segment: CompositionSegment, target: CMTimeRange) {
    let shown = segments.placed.filter { $0.segment.media != nil }
    if let found = shown.first(where: { $0.target.containsTime(time) }) { return found }
    if let before = shown.last(where: { $0.target.end <= time }), before.target.end > bounds.lower { return before }
    if let after = shown.first(where: { $0.target.start > time }), after.target.start <= bounds.upper { return after }
    throw AVError(.noImageAtTime, reason: "the composition's track presents nothing at \(time.text)")
  }

  private func frame(
    of source: CompositionSource, at time: CMTime, _ segment: CompositionSegment, _ target: CMTimeRange,
    _ bounds: (lower: CMTime, upper: CMTime), beginsAtBound: Bool, _ cancellation: Cancellation
  ) throws -> ImageScheduler.Frame {
    let cursor = try cursor(of: source)
    let range = segment.media?.range ?? .zero
    func place(_ time: CMTime) -> CMTime { range.start + segment.sourceOffset(time - target.start) }
    // The last frame of the segment is presented up to its end, whatever the timescale of its track, and where that has ended before.
    let end = min(range.end, try cursor.end())
    let last = max(range.start, end - CMTime(value: 1, timescale: 1_000_000_000))
    func inside(_ time: CMTime) -> CMTime { time < end ? time : last }
    let asked = inside(place(time))
    // After the media, their last frame is meant.
    if time >= target.end || place(time) >= end {
      return try frame(ImageRequest(asked, toleranceBefore: .zero, toleranceAfter: .zero), cursor, cancellation)
    }
    let lower = place(max(bounds.lower, target.start))
    let upper = inside(place(min(bounds.upper, target.end)))
    var request = ImageRequest(
      asked, toleranceBefore: max(asked - lower, .zero), toleranceAfter: max(upper - asked, .zero))
    request.beginsAtBound = beginsAtBound
    return try frame(request, cursor, cancellation)
  }

  private func frame(
    _ request: ImageRequest, _ cursor: FrameCursor, _ cancellation: Cancellation
  ) throws -> ImageScheduler.Frame {
    guard let answer = try ImageScheduler(cursor, [request]).next(cancellation) else {
      throw AVError(.noImageAtTime, reason: "the source presents nothing at \(request.time.text)")
    }
    return try answer.frame.get()
  }

  private func cursor(of source: CompositionSource) throws -> FrameCursor {
    if let index = cursors.firstIndex(where: { $0.source == source }) {
      // The last one that was used is the last one to go.
      cursors.append(cursors.remove(at: index))
    } else {
      let media = try source.track().mediaTrack()
      guard media.isVideo else { throw AVError(.invalidSourceMedia, reason: "the track does not say its format") }
      if cursors.count >= 4 { cursors.removeFirst() }
      cursors.append((source, FrameCursor(media.track)))
    }
    return cursors[cursors.count - 1].cursor
  }
}
