internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MediaTimeline
import Synchronization

/// The time that a compositor has for a frame, in milliseconds; tests have less of it.
package enum CompositorTimeout {
  @TaskLocal package static var milliseconds = 30_000
}

/// Frames that a program's own compositor composes, made when they are asked for.
///
///     tracks' frames ─▷ CompositorFrames ─ request ─▷ compositor
///                              ▲─────────── answer ───────┘
final class CompositorFrames: Sendable {
  /// The frames of a track, in the order of their times.
  struct Source: Sendable {
    let id: CMPersistentTrackID
    let sink: ProgramSink<RawVideo>
    fileprivate var current: CMSampleBuffer?
    fileprivate var next: CMSampleBuffer?
    fileprivate var isAtEnd = false

    init(_ id: CMPersistentTrackID, _ sink: ProgramSink<RawVideo>) { (self.id, self.sink) = (id, sink) }

    /// Returns the frame that the track shows at a time; nil in a gap.
    fileprivate mutating func frame(at time: CMTime, _ cancellation: Cancellation) throws -> CVPixelBuffer? {
      while !isAtEnd {
        if next == nil { next = try sink.copyNext(isPrivate: false, cancellation) }
        guard let sample = next else {
          isAtEnd = true
          break
        }
        guard sample.presentationTimeStamp <= time else { break }
        (current, next) = (sample, nil)
      }
      guard let current else { return nil }
      let end = current.presentationTimeStamp + current.duration
      return !end.isNumeric || time < end ? current.imageBuffer : nil
    }

    fileprivate mutating func move(to range: CMTimeRange) throws {
      (current, next, isAtEnd) = (nil, nil, false)
      try sink.resetBlocking(to: [range])
    }
  }

  private struct State: Sendable {
    var sources: [Source]
    var ranges: [CMTimeRange] = []
    /// The number of the next frame.
    var number: Int64 = 0
    var end: CMTime
    /// The last frame that was composed, for one of the same source frames.
    var last: Composed?
  }

  /// A composed frame with what it was made of.
  private struct Composed: Sendable {
    nonisolated(unsafe) let instruction: any AVVideoCompositionInstructionProtocol
    let frames: [(id: CMPersistentTrackID, frame: CVPixelBuffer)]
    let result: CVPixelBuffer
  }

  /// A request from the wait for its turn to its answer.
  private final class PendingRequest: Sendable {
    let wait = SharedCompositor.Wait()
    let answer = RequestAnswer()
    private let turn = Mutex<SharedCompositor.Turn?>(nil)

    /// Keeps the turn up to the end of the request.
    func hold(_ turn: SharedCompositor.Turn) { self.turn.withLock { $0 = turn } }

    func end() {
      _ = turn.withLock { turn in
        defer { turn = nil }
        return turn
      }
    }

    /// Ends the request on any thread. The compositor hears of it if it has the request: it may have that of other frames.
    func cancel() {
      wait.give(.failure(CancellationError()))
      turn.withLock { $0 }?.cancel()
      answer.give(.failure(CancellationError()))
    }
  }

  private let values: AVVideoComposition.Values
  private let compositor: SharedCompositor
  private let context: AVVideoCompositionRenderContext
  private let format: FrameFormat
  /// The end of the asset.
  private let duration: CMTime
  private let clock: FrameClock
  private let state: Mutex<State>
  private let pending = Mutex<(request: PendingRequest?, isCancelled: Bool)>((nil, false))
  private let converter = Mutex<(source: Caps, converter: VideoConverter)?>(nil)

  /// - Parameters:
  ///   - format: The format of the output; that of the composed frames where it says nothing.
  ///   - clock: The times of the frames.
  ///   - duration: The end of the asset.
  /// - Throws: `AVError` for pixel buffers that cannot be made.
  init(
    _ composition: AVVideoComposition, _ compositor: SharedCompositor, _ sources: [Source], _ format: FrameFormat,
    _ clock: FrameClock, until duration: CMTime
  ) throws {
    (values, self.compositor, self.format, self.duration) = (composition.current, compositor, format, duration)
    self.clock = clock
    context = try compositor.context(of: composition)
    state = Mutex(State(sources: sources, end: duration))
  }

  /// Ends the request that is waited for, on any thread.
  func cancel() {
    let request = pending.withLock { pending in
      pending.isCancelled = true
      return pending.request
    }
    request?.cancel()
  }

  func move(to ranges: [CMTimeRange]) throws {
    guard let first = ranges.first else { return }
    try state.withLock { state in
      state.ranges = Array(ranges.dropFirst())
      try go(to: first, &state)
    }
  }

  private func go(to range: CMTimeRange, _ state: inout State) throws {
    state.number = range.start.isNumeric ? try clock.number(at: ExactTime(range.start)) : 0
    state.end = min(range.end, duration)
    let start = try clock.range(of: state.number)?.start ?? duration
    for index in state.sources.indices {
      try state.sources[index].move(to: CMTimeRange(start: start, end: range.end))
    }
  }

  /// Returns the next frame; nil after the last.
  ///
  /// - Parameters:
  ///   - isPrivate: True for pixels that neither the compositor nor other outputs have.
  ///   - cancellation: Ends the making of this frame, of which the compositor hears; the next call asks for it again.
  func next(isPrivate: Bool, _ cancellation: Cancellation) throws -> CMSampleBuffer? {
    try state.withLock { state in
      while true {
        guard let range = try clock.range(of: state.number), range.start < state.end else {
          guard !state.ranges.isEmpty else { return nil }
          try go(to: state.ranges.removeFirst(), &state)
          continue
        }
        let frame = try output(compose(at: range.start, &state, cancellation), isPrivate: isPrivate)
        state.number += 1
        return try CMSampleBuffer(
          imageBuffer: frame, formatDescription: CMVideoFormatDescription(imageBuffer: frame),
          sampleTiming: CMSampleTimingInfo(
            duration: range.end - range.start, presentationTimeStamp: range.start, decodeTimeStamp: .invalid))
      }
    }
  }

  // MARK: One frame

  private func compose(at time: CMTime, _ state: inout State, _ cancellation: Cancellation) throws -> CVPixelBuffer {
    // Where ranges miss each other by their rounding, the later one is meant.
    let found =
      values.instructions.first { $0.timeRange.containsTime(time) }
      ?? values.instructions.last { $0.timeRange.start <= time + .roundingOfRanges && $0.timeRange.end >= time }
    guard let instruction = found else {
      throw AVError(.invalidVideoComposition, reason: "no instruction covers \(time.text)")
    }
    let wanted = instruction.requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value }
    let isWanted = { (id: CMPersistentTrackID) in
      wanted?.contains(id) ?? true || id == instruction.passthroughTrackID
    }
    var frames: [(id: CMPersistentTrackID, frame: CVPixelBuffer)] = []
    for index in state.sources.indices where isWanted(state.sources[index].id) {
      if let frame = try state.sources[index].frame(at: time, cancellation) {
        frames.append((state.sources[index].id, frame))
      }
    }
    if let passed = frames.first(where: { $0.id == instruction.passthroughTrackID }) { return passed.frame }
    if let last = state.last, last.instruction === instruction, !instruction.containsTweening,
      last.frames.elementsEqual(frames, by: { $0.id == $1.id && $0.frame === $1.frame })
    {
      return last.result
    }
    let result = try answer(to: frames, instruction, at: time, cancellation)
    state.last = Composed(instruction: instruction, frames: frames, result: result)
    return result
  }

  /// Lets the compositor compose a frame.
  private func answer(
    to frames: [(id: CMPersistentTrackID, frame: CVPixelBuffer)],
    _ instruction: any AVVideoCompositionInstructionProtocol, at time: CMTime, _ cancellation: Cancellation
  ) throws -> CVPixelBuffer {
    let request = PendingRequest()
    pending.withLock { $0.request = request }
    defer {
      pending.withLock { $0.request = nil }
      request.end()
    }
    let limit = CompositorTimeout.milliseconds
    let outcome: AVAsynchronousVideoCompositionRequest.Outcome?
    do {
      outcome = try cancellation.withHandler {
        request.cancel()
      } _: {
        // Another request has the limit from the return of `startRequest(_:)` on.
        let turn = try compositor.turn(request.wait, atMost: .milliseconds(2 * limit))
        request.hold(turn)
        if pending.withLock(\.isCancelled) || cancellation.isCancelled { throw CancellationError() }
        turn.start(AVAsynchronousVideoCompositionRequest(time, context, instruction, frames, request.answer))
        return request.answer.wait(atMost: .milliseconds(limit))
      }
    } catch is SharedCompositor.Busy {
      throw AVError(
        .unknown,
        reason:
          "\(name) was busy with another request for \(Double(2 * limit) / 1000) s: no frame is composed at \(time.text)",
        suggestion: "finish every request, and ask for no images of the same generator in startRequest(_:)",
        more: [AVErrorTimeKey: NSValue(time: time)])
    }
    switch outcome {
    case .success(let frame)?: return frame
    case .failure(let error as CancellationError)?:
      guard !pending.withLock(\.isCancelled), !cancellation.isCancelled else { throw error }
      throw AVError(.invalidVideoComposition, reason: "\(name) has cancelled the frame at \(time.text)")
    case .failure(is UnfinishedRequest)?:
      throw AVError(
        .unknown, reason: "\(name) has let go of the request for the frame at \(time.text) without an answer",
        suggestion: "finish every request", more: [AVErrorTimeKey: NSValue(time: time)])
    case .failure(let error as AVError)?: throw error
    case .failure(let error)?:
      throw AVError(
        .unknown, reason: "\(name) cannot compose the frame at \(time.text): \(error)", underlying: error,
        more: [AVErrorTimeKey: NSValue(time: time)])
    case nil:
      throw AVError(
        .unknown,
        reason: "\(name) has not composed the frame at \(time.text) within \(Double(limit) / 1000) s",
        suggestion: "finish every request", more: [AVErrorTimeKey: NSValue(time: time)])
    }
  }

  private var name: String { "the compositor \(type(of: compositor.object))" }

  /// Returns a frame of the composition's size in the format of the output.
  private func output(_ frame: CVPixelBuffer, isPrivate: Bool) throws -> CVPixelBuffer {
    let isRendered = isRendered(frame)
    guard isPrivate || !isRendered || format != FrameFormat() else { return frame }
    let own = try PixelBufferFormat(of: frame)
    guard !isRendered || format != FrameFormat() else {
      return try own.pixelBuffer(Buffer(wrapping: frame, as: own).unshared())
    }
    let caps = own.caps
    let converter = try converter.withLock { known in
      if let known, known.source == caps { return known.converter }
      let size = values.renderSize
      let rendered = try isRendered ? caps : caps.stretched(width: Int(size.width), height: Int(size.height))
      let made = try VideoConverter(from: caps, to: format.caps(from: rendered))
      known = (caps, made)
      return made
    }
    let converted = try converter.convert(Buffer(wrapping: frame, as: own))
    return try PixelBufferFormat(converter.caps).pixelBuffer(isPrivate ? converted.unshared() : converted)
  }

  /// True if a frame has the size of the composition, in square pixels. Frames of tracks that instructions pass through may not, and a
  /// compositor may finish a request with any: one track has one size.
  private func isRendered(_ frame: CVPixelBuffer) -> Bool {
    let shape = frame.attachmentStore.current.dictionary(kCVImageBufferPixelAspectRatioKey)
    return CVPixelBufferGetWidth(frame) == Int(values.renderSize.width)
      && CVPixelBufferGetHeight(frame) == Int(values.renderSize.height)
      && shape?.rational(kCVImageBufferPixelAspectRatioHorizontalSpacingKey)
        == shape?.rational(kCVImageBufferPixelAspectRatioVerticalSpacingKey)
  }
}

extension [String: any Sendable] {
  /// Returns the pixel format, or the first of those that can be made; nil if none is named.
  ///
  /// - Throws: `AVError.invalidVideoComposition` for a compositor's attributes that cannot be used.
  func pixelFormat() throws -> OSType? {
    do {
      return try PixelBufferSettings(self as [String: Any]).pixelFormat
    } catch {
      throw AVError(.invalidVideoComposition, reason: "its compositor's \(error)", underlying: error)
    }
  }
}
