internal import CoreMedia
internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import CoreGraphics

/// The frames of a timeline in a timeline.
final class NestedInput: SourceInput {
  /// Frames that are left out are sooner passed over than their sources are sought anew: those behind them are being decoded already.
  private static let longestPass: Int64 = 32

  private let frames: TimelineFrames
  private let end: ExactTime
  private var current: (number: Int64, frame: PulledFrame)?

  init(_ plan: RenderPlan) throws { (frames, end) = (try TimelineFrames(plan), ExactTime(plan.duration)) }

  var nextStart: ExactTime? { nil }

  func frame(at time: ExactTime, _ cancellation: Cancellation) throws -> SourceFrame? {
    // The last frame stays.
    let number =
      try time >= end ? max(0, frames.clock.number(from: end) - 1) : frames.clock.number(at: time)
    guard let range = try frames.clock.range(of: number) else { return nil }
    if current?.number != number {
      let next = current.map { $0.number + 1 }
      current = nil
      if try next.map({ try !pass(from: $0, to: number, cancellation) }) ?? true {
        frames.move(toFrames: number..<Int64.max)
      }
      guard let frame = try frames.next(cancellation) else { return nil }
      current = (number, frame)
    }
    return current.map { SourceFrame($0.frame, range) }
  }

  /// Leaves frames out; false if they are too many, or one of them cannot be decoded.
  private func pass(from next: Int64, to number: Int64, _ cancellation: Cancellation) throws -> Bool {
    guard next <= number, number - next <= Self.longestPass else { return false }
    do {
      for _ in next..<number { try frames.pass(cancellation) }
      return true
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return false
    }
  }
}

/// The frames of a timeline in a timeline, asked for from the end on: groups of them are rendered forwards, each frame once.
///
///     asked for    9 8 7 6 5 4 3 2 1 0
///     rendered     6 7 8 9 │ 2 3 4 5 │ 0 1
final class ReversedNestedInput: SourceInput {
  /// The bytes that the frames of a group take, about.
  private static let room = 64 << 20

  private let frames: TimelineFrames
  private let end: ExactTime
  /// The number of frames that are rendered at once.
  private let length: Int64
  /// The frames of the group, the first of which has this number.
  private var group: (first: Int64, frames: [PulledFrame]) = (0, [])

  init(_ plan: RenderPlan) throws {
    (frames, end) = (try TimelineFrames(plan), ExactTime(plan.duration))
    let frame = max(1, plan.size.width * plan.size.height * 2)
    length = Int64(max(2, min(32, Self.room / frame)))
  }

  var nextStart: ExactTime? { nil }

  func frame(at time: ExactTime, _ cancellation: Cancellation) throws -> SourceFrame? {
    let number = try max(0, frames.clock.number(from: min(time, end)) - 1)
    guard let range = try frames.clock.range(of: number) else { return nil }
    if !isInGroup(number) { try render(groupOf: number, cancellation) }
    return isInGroup(number) ? SourceFrame(group.frames[Int(number - group.first)], range) : nil
  }

  private func isInGroup(_ number: Int64) -> Bool {
    number >= group.first && number < group.first + Int64(group.frames.count)
  }

  /// Renders the frames up to a number, and that alone if one before it cannot be rendered.
  private func render(groupOf number: Int64, _ cancellation: Cancellation) throws {
    do {
      try render(max(0, number + 1 - length)..<number + 1, cancellation)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try render(number..<number + 1, cancellation)
    }
  }

  private func render(_ numbers: Range<Int64>, _ cancellation: Cancellation) throws {
    group = (numbers.lowerBound, [])
    frames.move(toFrames: numbers)
    var rendered: [PulledFrame] = []
    while rendered.count < numbers.count, let frame = try frames.next(cancellation) { rendered.append(frame) }
    group.frames = rendered
  }
}

extension SourceFrame {
  fileprivate init(_ frame: PulledFrame, _ range: (start: CMTime, end: CMTime)) {
    self.init(
      start: ExactTime(range.start), end: ExactTime(range.end), content: .frame(frame.buffer, frame.caps),
      orientation: .identity)
  }
}
