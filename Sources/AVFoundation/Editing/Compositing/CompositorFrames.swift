internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import Synchronization

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
    fileprivate mutating func frame(at time: CMTime) throws -> CVPixelBuffer? {
      while !isAtEnd {
        if next == nil { next = try sink.copyNext(isPrivate: false) }
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
  }

  /// The time that a compositor has for a frame.
  private static let patience = DispatchTimeInterval.seconds(30)

  private let values: AVVideoComposition.Values
  private let compositor: any AVVideoCompositing
  private let context: AVVideoCompositionRenderContext
  private let format: FrameFormat
  /// The end of the asset.
  private let duration: CMTime
  private let state: Mutex<State>
  private let pending = Mutex<(answer: RequestAnswer?, isCancelled: Bool)>((nil, false))
  private let converter = Mutex<(source: Caps, converter: VideoConverter)?>(nil)

  /// - Parameters:
  ///   - format: The format of the output; that of the composed frames where it says nothing.
  ///   - duration: The end of the asset.
  /// - Throws: `AVError` for pixel buffers that cannot be made.
  init(
    _ composition: AVVideoComposition, _ compositor: any AVVideoCompositing, _ sources: [Source], _ format: FrameFormat,
    until duration: CMTime
  ) throws {
    (values, self.compositor, self.format, self.duration) = (composition.current, compositor, format, duration)
    context = try AVVideoCompositionRenderContext(
      composition,
      pixelFormat: compositor.requiredPixelBufferAttributesForRenderContext.pixelFormat()
        ?? kCVPixelFormatType_32BGRA)
    state = Mutex(State(sources: sources, end: duration))
    compositor.renderContextChanged(context)
  }

  /// Ends the request that is waited for, on any thread.
  func cancel() {
    let answer = pending.withLock { pending in
      pending.isCancelled = true
      return pending.answer
    }
    compositor.cancelAllPendingVideoCompositionRequests()
    answer?.give(.failure(CancellationError()))
  }

  func move(to ranges: [CMTimeRange]) throws {
    guard let first = ranges.first else { return }
    try state.withLock { state in
      state.ranges = Array(ranges.dropFirst())
      try go(to: first, &state)
    }
  }

  private func go(to range: CMTimeRange, _ state: inout State) throws {
    state.number = frameNumber(at: range.start)
    state.end = min(range.end, duration)
    let start = time(of: state.number)
    for index in state.sources.indices {
      try state.sources[index].move(to: CMTimeRange(start: start, end: range.end))
    }
  }

  /// The number of the frame that is presented at a time.
  private func frameNumber(at time: CMTime) -> Int64 {
    guard time.isNumeric, time > .zero else { return 0 }
    let (step, whole) = (values.frameDuration, Int128(time.value) * Int128(values.frameDuration.timescale))
    return Int64(clamping: whole / (Int128(step.value) * Int128(time.timescale)))
  }

  private func time(of number: Int64) -> CMTime {
    let (value, overflow) = values.frameDuration.value.multipliedReportingOverflow(by: number)
    return overflow ? .positiveInfinity : CMTime(value: value, timescale: values.frameDuration.timescale)
  }

  /// Returns the next frame; nil after the last.
  ///
  /// - Parameter isPrivate: True for pixels that neither the compositor nor other outputs have.
  func next(isPrivate: Bool) throws -> CMSampleBuffer? {
    try state.withLock { state in
      while time(of: state.number) >= state.end {
        guard !state.ranges.isEmpty else { return nil }
        try go(to: state.ranges.removeFirst(), &state)
      }
      let time = time(of: state.number)
      let frame = try output(compose(at: time, &state), isPrivate: isPrivate)
      state.number += 1
      return try CMSampleBuffer(
        imageBuffer: frame, formatDescription: CMVideoFormatDescription(imageBuffer: frame),
        sampleTiming: CMSampleTimingInfo(
          duration: min(values.frameDuration, duration - time), presentationTimeStamp: time, decodeTimeStamp: .invalid))
    }
  }

  // MARK: One frame

  private func compose(at time: CMTime, _ state: inout State) throws -> CVPixelBuffer {
    guard let instruction = values.instructions.first(where: { $0.timeRange.containsTime(time) }) else {
      throw AVError(.invalidVideoComposition, reason: "no instruction covers \(time.text)")
    }
    let wanted = instruction.requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value }
    let isWanted = { (id: CMPersistentTrackID) in
      wanted?.contains(id) ?? true || id == instruction.passthroughTrackID
    }
    var frames: [(id: CMPersistentTrackID, frame: CVPixelBuffer)] = []
    for index in state.sources.indices where isWanted(state.sources[index].id) {
      if let frame = try state.sources[index].frame(at: time) { frames.append((state.sources[index].id, frame)) }
    }
    if let passed = frames.first(where: { $0.id == instruction.passthroughTrackID }) { return passed.frame }
    let answer = RequestAnswer()
    let isCancelled = pending.withLock { pending in
      pending.answer = answer
      return pending.isCancelled
    }
    if isCancelled { throw CancellationError() }
    defer { pending.withLock { $0.answer = nil } }
    compositor.startRequest(AVAsynchronousVideoCompositionRequest(time, context, instruction, frames, answer))
    switch answer.wait(atMost: Self.patience) {
    case .success(let frame)?: return frame
    case .failure(let error as CancellationError)?:
      guard !pending.withLock(\.isCancelled) else { throw error }
      throw AVError(.invalidVideoComposition, reason: "\(name) has cancelled the frame at \(time.text)")
    case .failure(let error as AVError)?: throw error
    case .failure(let error)?:
      throw AVError(
        .unknown, reason: "\(name) cannot compose the frame at \(time.text): \(error)", underlying: error,
        more: [AVErrorTimeKey: NSValue(time: time)])
    case nil:
      throw AVError(
        .unknown, reason: "\(name) has not composed the frame at \(time.text) within 30 s",
        suggestion: "finish every request", more: [AVErrorTimeKey: NSValue(time: time)])
    }
  }

  private var name: String { "the compositor \(type(of: compositor))" }

  /// Returns a frame in the format of the output.
  private func output(_ frame: CVPixelBuffer, isPrivate: Bool) throws -> CVPixelBuffer {
    guard isPrivate || format != FrameFormat() else { return frame }
    let own = try PixelBufferFormat(of: frame)
    guard format != FrameFormat() else {
      return try own.pixelBuffer(Buffer(wrapping: frame, as: own).unshared())
    }
    let caps = own.caps
    let converter = try converter.withLock { known in
      if let known, known.source == caps { return known.converter }
      let made = try VideoConverter(from: caps, to: format.caps(from: caps), .bilinear, scalesRange: true)
      known = (caps, made)
      return made
    }
    let converted = try converter.convert(Buffer(wrapping: frame, as: own))
    return try PixelBufferFormat(converter.caps).pixelBuffer(isPrivate ? converted.unshared() : converted)
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
