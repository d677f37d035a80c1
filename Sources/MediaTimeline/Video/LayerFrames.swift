internal import CoreGraphics
package import CoreMedia
package import GStreamer
package import MediaEngine
internal import MediaGraph
package import MediaSource

/// The source frames of one layer of a timeline, at their own times, as they are stored: neither drawn nor turned.
///
/// Each frame of the sources is given once for each clip that shows it, where the clip's map puts it; gaps give nothing. For outputs of a
/// composition's track, and for programs that compose frames themselves. Calls block: never on the cooperative pool.
package final class LayerFrames: PulledFrames {
  private let layer: RenderLayer
  private let readers: SourceReaderPool
  private var position = ExactTime.zero
  /// The time at which the last frame was given; nil before the first of a range.
  private var lastTime: ExactTime?
  private var end: CMTime = .positiveInfinity
  /// A frame that was decoded for its format.
  private var first: PulledFrame?

  /// - Parameter index: The number of the layer, from the bottom up.
  package init(_ plan: RenderPlan, layer index: Int) {
    var own = plan
    own.layers = plan.layers.indices.contains(index) ? [plan.layers[index]] : []
    layer = own.layers.first ?? RenderLayer(clips: [])
    readers = SourceReaderPool(own)
  }

  package var orientation: FrameOrientation? { nil }

  package func firstCaps() throws -> Caps? {
    if first == nil { first = try next(Cancellation()) }
    return first?.caps
  }

  package func next(_ cancellation: Cancellation) throws -> PulledFrame? {
    if let first = first.take() { return first }
    while let index = layer.clips.indices.first(where: { ExactTime(end(ofClip: $0)) > position }) {
      let clip = layer.clips[index]
      position = max(position, ExactTime(clip.range.start))
      guard position.time < end else { return nil }
      readers.prepare(at: position.time, cancellation)
      guard let (source, range) = try frame(ofClip: index, at: position, cancellation) else {
        position = behindGap(index)
        continue
      }
      // A frame that stays, as the last of a track does, is given again for the time from its end on.
      let start = lastTime.map { range.start <= $0 } ?? false ? position : range.start
      // Times that are rounded may not go on: a frame is given once.
      position = max(range.end, position + ExactTime(1, over: 1_000_000_000))
      guard range.end - start >= .rounding else { continue }
      lastTime = start
      return try pulled(source, (start, range.end))
    }
    return nil
  }

  package func move(to range: CMTimeRange) {
    (first, lastTime, end) = (nil, nil, range.end)
    position = range.start.isNumeric ? ExactTime(max(.zero, range.start)) : ExactTime(Int64.max)
  }

  /// The frame that is shown at a time; nil in gaps. What ``next(_:)`` gives stays the same.
  package func frame(at time: CMTime, _ cancellation: Cancellation = Cancellation()) throws -> PulledFrame? {
    guard let index = layer.clips.indices.first(where: { end(ofClip: $0) > time }),
      layer.clips[index].range.start <= time
    else { return nil }
    readers.prepare(at: time, cancellation)
    return try frame(ofClip: index, at: ExactTime(time), cancellation).map { try pulled($0.source, $0.range) }
  }

  // MARK: Clips

  /// A clip that a transition joins to the next one gives frames until that begins.
  private func end(ofClip index: Int) -> CMTime {
    let end = layer.clips[index].range.end
    return index + 1 < layer.clips.count ? min(end, layer.clips[index + 1].range.start) : end
  }

  private func frame(
    ofClip index: Int, at time: ExactTime, _ cancellation: Cancellation
  ) throws -> (source: SourceFrame, range: (start: ExactTime, end: ExactTime))? {
    let clip = layer.clips[index], place = TimelineScene.Place(layer: 0, clip: index)
    guard clip.video.rule != .none else { return nil }
    let wanted = clip.map.sourceTime(at: time)
    let found = try clip.naming(at: time.time) {
      let found = try readers.reader(of: clip, at: place).frame(at: wanted, cancellation)
      try found.map { try clip.check(frameEnd: $0.end, at: wanted) }
      return found
    }
    guard let found else { return nil }
    let clipEnd = ExactTime(end(ofClip: index))
    let shown = clip.map.times(ofSource: found.start, found.end)
    // The last frame of a track stays to the end of its clip; backwards, it is there from the beginning of the clip on.
    let isHeld = found.end <= wanted && !clip.map.isReversed
    let start = found.end < wanted && clip.map.isReversed ? ExactTime(clip.range.start) : shown.start
    return (found, (max(ExactTime(clip.range.start), start), isHeld ? clipEnd : min(clipEnd, shown.end)))
  }

  /// The end of a gap in a clip's source; of the clip if nothing follows.
  private func behindGap(_ index: Int) -> ExactTime {
    let clip = layer.clips[index], place = TimelineScene.Place(layer: 0, clip: index)
    let clipEnd = ExactTime(end(ofClip: index))
    guard clip.video.rule != .none,
      let next = readers.reader(of: clip, at: place).nextStart
    else { return clipEnd }
    let time = clip.map.time(atSource: next)
    return time > position ? min(clipEnd, time) : clipEnd
  }

  private func pulled(_ source: SourceFrame, _ range: (start: ExactTime, end: ExactTime)) throws -> PulledFrame {
    let (time, duration) = (range.start.time, (range.end - range.start).time)
    switch source.content {
    case .frame(let buffer, let caps):
      return PulledFrame(time: time, duration: duration, buffer: Buffer(retaining: buffer.buffer), caps: caps)
    case .picture(let picture):
      let (buffer, caps) = try picture.frame()
      return PulledFrame(time: time, duration: duration, buffer: buffer, caps: caps)
    }
  }
}
