package import CoreMedia
package import GStreamer
package import MediaEngine
package import MediaSource
internal import MediaGraph

/// The frames of a timeline, drawn on its canvas, at the times of its `FrameClock`.
///
///     sources ─▷ decoded, a few frames ahead, on a queue ─▷ drawn on the caller's thread ─▷ next()
///
/// The frame at a time is the same whether it is reached in order or by ``move(to:)``. Calls block: never on the cooperative pool.
package final class TimelineFrames: PulledFrames {
  /// Frames that wait to be drawn; decoders give their frames in bursts.
  private static let depth = 3

  let clock: FrameClock
  private let prepared: LookAhead<PreparedFrame>
  private var composer: FrameComposer?
  /// The last frame that was drawn, for one that is the same.
  private var last: (steps: [CompositionStep], background: RGBColor, buffer: Buffer)?

  /// - Parameter clock: The clock of the plan, if the caller has one: the times of a layer are listed once.
  package init(_ plan: RenderPlan, _ clock: FrameClock? = nil) throws {
    let clock = clock ?? FrameClock(plan)
    self.clock = clock
    let preparer = FramePreparer(plan, clock)
    prepared = LookAhead(depth: Self.depth, label: "reel.timeline.frames") { try preparer.frame($0, $1) }
  }

  deinit { prepared.cancel() }

  package var orientation: FrameOrientation? { nil }

  /// The format of all frames; nil for an empty timeline.
  package func firstCaps() throws -> Caps? { try prepared.peek(Cancellation())?.canvas.caps }

  package func next(_ cancellation: Cancellation) throws -> PulledFrame? {
    guard let frame = try prepared.next(cancellation) else { return nil }
    let composer = try self.composer ?? FrameComposer(frame.canvas)
    self.composer = composer
    let buffer: Buffer
    if let last, last.background == frame.background, last.steps.isSame(as: frame.steps) {
      buffer = last.buffer
    } else {
      buffer = try composer.compose(frame.steps, background: frame.background)
      last = (frame.steps, frame.background, buffer)
    }
    // A reference of its own shows a program that would write that others read it.
    return PulledFrame(
      time: frame.time, duration: frame.duration, buffer: Buffer(retaining: buffer.buffer), caps: frame.canvas.caps)
  }

  package func move(to range: CMTimeRange) {
    let (start, end) = (max(.zero, range.start), range.end)
    // Times that cannot be listed fail with the next frame.
    let first = try? clock.number(at: ExactTime(start))
    let last = try? clock.number(from: ExactTime(end))
    prepared.move(to: start.isNumeric ? first ?? 0 : .max, end: end.isNumeric ? last ?? .max : .max)
  }

  /// Goes on with the first of some frames, and makes none behind the last.
  func move(toFrames numbers: Range<Int64>) { prepared.move(to: numbers.lowerBound, end: numbers.upperBound) }

  /// Leaves the next frame out: its sources are decoded, and it is not drawn.
  func pass(_ cancellation: Cancellation) throws { _ = try prepared.next(cancellation) }
}

extension [CompositionStep] {
  /// True if they make the same pixels.
  fileprivate func isSame(as other: Self) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
  }
}

extension CompositionStep {
  fileprivate func isSame(as other: CompositionStep) -> Bool {
    switch (self, other) {
    case (.layer(let a), .layer(let b)): a.isSame(as: b)
    case (.mix(let a, let b, let weight), .mix(let c, let d, let other)):
      weight == other && a.count == c.count && b.count == d.count
        && zip(a + b, c + d).allSatisfy { $0.isSame(as: $1) }
    default: false
    }
  }
}

extension FrameLayer {
  fileprivate func isSame(as other: FrameLayer) -> Bool {
    guard transform == other.transform, seen == other.seen, clip == other.clip, opacity == other.opacity else {
      return false
    }
    return switch (content, other.content) {
    case (.frame(let a), .frame(let b)): a === b
    case (.color(let a, let w, let h), .color(let b, let x, let y)): a == b && w == x && h == y
    default: false
    }
  }
}
