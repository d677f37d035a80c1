internal import GStreamer
import CoreMedia
import Dispatch
import MediaGraph

extension GraphRun {
  /// Shows another frame of a held run: `count` frames after the one that is shown, or before it when negative.
  ///
  ///     run.pause()
  ///     try await run.step()         // the next frame
  ///     try await run.step(by: -1)   // and back
  ///
  /// Frames are counted as they come to the first of the sinks that take frames. Everything else goes to the same time: the
  /// run goes on from there when it is resumed. Of the frames in between, sinks get none. From any thread; returns when the
  /// sinks have had the frame.
  /// - Returns: when the frame begins, which is `currentTime` then.
  /// - Throws: `Diagnostics` when the run is not held, no sink takes frames, there is no such frame, or as
  ///   `seek(to:toleranceBefore:toleranceAfter:)`; the frame that was shown is shown then.
  @discardableResult
  public func step(by count: Int = 1) async throws -> CMTime {
    let time = try await live.changes.take(.transport) {
      eventSink.yield(.seekBegan)
      defer { eventSink.yield(.seekEnded(isAtEnd: false)) }
      return try await stepAlone(by: count)
    }
    return time ?? .invalid
  }

  private func stepAlone(by count: Int) async throws -> CMTime {
    if live.pulled != nil { throw Self.pulledProblem }
    guard let conductor = live.conductor else { throw LiveControl.over }
    guard live.isHeld else {
      throw Diagnostics([Diagnostic("the run is not held", kind: .usage, help: "pause() holds it")])
    }
    try await live.hold(conductor.monitor)
    let (rate, limit) = (live.rate, min(options.stallTimeout ?? .seconds(5), .seconds(5)))
    let time = try await conductor.perform { assembly in
      do {
        if let problem = assembly.seekProblem(isReverse: false) { throw problem }
        return try assembly.step(by: count, rate: rate, within: limit)
      } catch let problem as Diagnostic {
        throw Diagnostics([problem])
      }
    }
    live.sought = time
    live.timebaseDriver.stand(at: time)
    hub.send(.sought(to: time))
    return time
  }
}

extension Assembly {
  /// The time of the frame that the sinks show; nil before they have shown any.
  var shownTime: CMTime? {
    videoInputs.first.flatMap { input in input.meter.lastFrame.map { $0.start.time(fitting: input.pad) } }
  }

  /// The sinks that take frames.
  private var videoSinks: [RunningNode] { nodes.filter { $0.isSink && $0.node.delivery != .nothing } }

  /// The inputs of the sinks that take frames.
  private var videoInputs: [InputPort] { videoSinks.flatMap(\.inputs).filter { $0.type == .rawVideo } }

  /// Looks for the frame with everything held before the sinks, then lets them have it. Blocks.
  ///
  /// A frame is found by its neighbours: the next one is shown when this one ends, the one before until it begins.
  fileprivate func step(by count: Int, rate: Double, within limit: Duration) throws -> CMTime {
    let inputs = videoInputs
    guard let first = inputs.first else {
      throw Diagnostic("there is nothing to step", kind: .usage, notes: ["no sink of the graph takes pictures"])
    }
    let deadline = DispatchTime.now() + .milliseconds(Int(limit.seconds * 1000))
    guard waitUntilHeld(until: deadline), let shown = first.meter.lastFrame else {
      throw Diagnostic("no picture is shown yet", kind: .failure)
    }
    guard count != 0 else { return shown.start.time(fitting: first.pad) }
    let gates = inputs.map { StepGate(before: $0.pad) }
    defer { for gate in gates { gate.open() } }
    var frame = shown
    var sought = shown.start
    do {
      for _ in 0..<count.magnitude {
        sought = try neighbour(of: frame, isNext: count > 0)
        try go(to: sought, rate: rate < 0 ? 1 : rate)
        frame = try found(gates[0], after: frame, isNext: count > 0, until: deadline)
      }
      if rate < 0 || sought != frame.start { try show(frame, rate: rate) }
    } catch {
      try? show(shown, rate: rate)
      throw error
    }
    for gate in gates { gate.open() }
    _ = waitUntilHeld(until: deadline)
    return frame.start.time(fitting: first.pad)
  }

  /// Goes to where a frame is the first to come.
  private func show(_ frame: StepGate.Frame, rate: Double) throws {
    try go(to: rate < 0 ? frame.end ?? frame.start.next : frame.start, rate: rate)
  }

  private func neighbour(of frame: StepGate.Frame, isNext: Bool) throws -> ClockTime {
    if isNext { return frame.end ?? frame.start.next }
    guard frame.start > .zero else { throw Self.noFrame("before the first one") }
    return ClockTime(nanoseconds: frame.start.nanoseconds - 1)
  }

  private func found(
    _ gate: StepGate, after last: StepGate.Frame, isNext: Bool, until deadline: DispatchTime
  ) throws -> StepGate.Frame {
    switch gate.arrival(until: deadline) {
    case .frame(let frame) where isNext ? frame.start > last.start : frame.start < last.start: return frame
    case .frame, .endOfStream: throw Self.noFrame(isNext ? "after the last one" : "before the first one")
    case nil: throw Diagnostic("no picture has come", kind: .failure)
    }
  }

  private static func noFrame(_ place: String) -> Diagnostic {
    Diagnostic("there is no picture \(place)", kind: .usage)
  }

  /// Waits until each sink of frames holds one back, which it has shown then, or is at its end. Blocks.
  func waitUntilHeld(until deadline: DispatchTime) -> Bool {
    let sinks = videoSinks.filter { $0.inputs.contains { $0.type == .rawVideo } }
      .flatMap { $0.bin?.bin.elements ?? [] }.filter(\.isSink)
    // No sink says when it begins to wait unless all do, which a fan-out cannot bear; see configureSink.
    return wait(until: deadline) { sinks.allSatisfy(\.isHolding) }
  }
}

extension ClockTime {
  fileprivate var next: ClockTime { ClockTime(nanoseconds: nanoseconds + 1) }

  /// The rational time that a stream's rate gives it.
  fileprivate func time(fitting pad: Pad) -> CMTime { pad.currentCaps?.first.map { time(fitting: $0) } ?? time }
}
