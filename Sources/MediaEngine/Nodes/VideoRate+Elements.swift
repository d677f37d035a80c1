internal import GStreamer
internal import CGStreamer
import MediaGraph
import Synchronization

extension VideoRate: ElementNode {
  var elements: [ElementChoice] { ["identity", "videorate", "capsfilter"].map { ElementChoice($0) } }

  func build(_ bin: NodeBin) throws {
    let caps = "video/x-raw(ANY),framerate=\(frameRate.text)"
    let (entry, rate) = (try bin.add("identity"), try bin.add("videorate"))
    try bin.filter(entry, rate, bin.add("capsfilter", [("caps", caps)]))
    let grid = FrameGrid(numerator: UInt(frameRate.numerator), denominator: UInt(frameRate.denominator))
    let feed = try entry.pad("src")
    feed.addProbe([.buffers, .events]) { grid.receive($0) }
    feed.addProbe(.flushes) { grid.flush($0) }
    try rate.pad("src").addProbe(.buffers) { grid.isBeforeEnd($0) ? .pass : .drop }
  }
}

/// Sends videorate the frame that is current at each time of the new rate, until the end of the last frame.
///
///     in     ├─0─────┼─1─────┼─2─────┤
///     grid   0   1   2   3   4   5
///     out    0   0   1   1   2   2
///
/// Left to itself, videorate takes the nearest frame: it shows each half an input frame early and repeats the last one too
/// seldom, or until the segment's end. It has nothing to choose here, and negotiates the format.
///
/// Called on the streaming thread, but for flushes.
private final class FrameGrid: Sendable {
  private struct State {
    /// The frame that is shown from its time on; the times are in the segment.
    var held: (frame: Buffer, start: UInt)?
    /// The time between the last two frames.
    var interval: UInt?
    var segment: (start: UInt, stop: UInt?, isReverse: Bool) = (0, nil, false)
    /// The number of the next time on the grid, which begins with the segment.
    var count: UInt = 0
    /// The end of what was sent; videorate looks at it after a new segment still.
    var end: UInt = 0
    var units: MediaUnits?
    var caps: Caps?
  }

  private let numerator: UInt
  private let denominator: UInt
  private let state = Mutex(State())

  init(numerator: UInt, denominator: UInt) { (self.numerator, self.denominator) = (numerator, denominator) }

  func receive(_ info: ProbeInfo) -> ProbeAction {
    if let frame = info.retainedBuffer { return receive(frame, info.pad) }
    guard let event = info.retainedEvent else { return .pass }
    if let units = MediaUnits(event) { state.withLock { $0.units = units } }
    switch event.content {
    case .caps(let caps):
      if state.withLock({ $0.caps != caps }) { finish(info.pad) }
      state.withLock { $0.caps = caps }
    case .segment(let start, let stop, _, let rate):
      finish(info.pad)
      state.withLock {
        $0.segment = (start?.nanoseconds ?? 0, stop?.nanoseconds, rate < 0)
        ($0.count, $0.interval) = (0, nil)
      }
    case .endOfStream: finish(info.pad)
    default: break
    }
    return .pass
  }

  func flush(_ info: ProbeInfo) -> ProbeAction {
    // While a flush starts, the streaming thread may still be at work.
    if case .flushStop? = info.retainedEvent?.content { state.withLock { ($0.held, $0.count) = (nil, 0) } }
    return .pass
  }

  /// True for a frame that begins before the end of the last one; videorate repeats it until the segment's end.
  func isBeforeEnd(_ info: ProbeInfo) -> Bool {
    guard let start = info.time.start?.nanoseconds else { return true }
    return state.withLock { $0.segment.isReverse || start < $0.end }
  }

  private func receive(_ frame: Buffer, _ pad: Pad) -> ProbeAction {
    guard let start = frame.presentationTime?.nanoseconds, !state.withLock({ $0.segment.isReverse }) else {
      return .pass
    }
    let isLate = state.withLock { state in state.held.map { start < $0.start } ?? false }
    if isLate { return .drop }
    let flow = show(until: start, on: pad)
    state.withLock { state in
      if let held = state.held, start > held.start { state.interval = start - held.start }
      state.held = (frame, start)
    }
    return flow == .ok ? .drop : .handled(flow)
  }

  /// Shows the last frame to its end.
  private func finish(_ pad: Pad) {
    let end: UInt? = state.withLock { state in
      guard let held = state.held else { return nil }
      let duration = held.frame.duration.map(\.nanoseconds).flatMap { $0 > 0 ? $0 : nil }
      let end = held.start &+ (duration ?? state.interval ?? time(1))
      return min(end, state.segment.stop ?? end)
    }
    guard let end else { return }
    _ = show(until: end, on: pad)
    state.withLock { $0.held = nil }
  }

  /// Sends the current frame for all times of the grid before `end`.
  private func show(until end: UInt, on pad: Pad) -> Flow {
    guard let input = pad.peer else { return .notLinked }
    while let copy = next(before: end) {
      let flow = input.chain(copy)
      if flow != .ok { return flow }
    }
    return .ok
  }

  private func next(before end: UInt) -> Buffer? {
    state.withLock { state in
      guard let held = state.held else { return nil }
      let start = state.segment.start &+ time(state.count)
      guard start &+ tolerance(state) < end else { return nil }
      state.count += 1
      let copy = Buffer(adopting: gst_buffer_copy(held.frame.buffer))
      state.end = state.segment.start &+ time(state.count)
      copy.presentationTime = ClockTime(nanoseconds: start)
      copy.duration = ClockTime(nanoseconds: state.end - start)
      return copy
    }
  }

  /// The time on the grid, as videorate rounds it.
  private func time(_ count: UInt) -> UInt {
    gst_util_uint64_scale(count, denominator * ClockTime.second.nanoseconds, numerator)
  }

  /// The amount by which a time in a file may be too late: half of its unit if that divides no frame, else the rounding to
  /// nanoseconds.
  private func tolerance(_ state: State) -> UInt {
    let unit = UInt(state.units?.timescale ?? 1000)
    if case .fraction(let count, let seconds)? = state.caps?.first?["framerate"], count > 0, seconds > 0,
      unit * UInt(seconds) % UInt(count) == 0
    {
      return 2
    }
    return max(2, min(ClockTime.second.nanoseconds / (2 * unit), time(1) / 4))
  }
}
