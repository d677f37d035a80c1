import CoreMedia
import Dispatch
internal import GStreamer
import MediaGraph

extension GraphRun {
  /// The position of the media that the sinks have had, on the media's own axis; zero before the run begins and after it.
  ///
  /// Of a held run that was sought or stepped, where it is. From any thread.
  public var currentTime: CMTime {
    live.pulled?.position ?? live.conductor.map { live.position(of: $0.monitor) } ?? .zero
  }

  /// The speed at which the media go by, 1 as they are; negative backwards. See `setRate(_:)`.
  ///
  /// From any thread.
  public var rate: Double { live.rate }

  /// A timebase driven by the run, for timers and observers: its time is that of the media, its rate 0 while the run
  /// is held, waits for media, has not begun or is over.
  ///
  /// Where sinks follow a clock, its rate is the run's; a run without a clock goes as fast as it can, and its timebase as fast as
  /// that was in the last tenth of a second. Seeks, steps and new rates set it before they return; otherwise it is at most
  /// 40 ms from the media, as compared ten times a second. It follows the machine's clock, posts its notifications on whichever
  /// thread noticed, and refuses to be set.
  public var timebase: CMTimebase { live.timebaseDriver.timebase }

  /// Goes on elsewhere, between `time - toleranceBefore` and `time + toleranceAfter`.
  ///
  /// With tolerances of zero, the first frame is the one that is shown at the time, and the first sample that of the time.
  /// Only an infinite tolerance lets the run take a frame that needs no other, which is quicker. Coded streams begin with what
  /// their decoders need: the sync sample at or before the time.
  ///
  /// Waits for the run to begin, and returns when everything under way before has been thrown away: the next thing that a sink
  /// gets is what was asked for. In a held run, sinks that take frames have had the first one then. Changes of the graph that
  /// were asked for before are whole first: what leaves the graph has all of its media. A newer seek takes the place of one that
  /// still waits. A run that is held at its end goes on from there, unless it was paused. From any thread.
  /// - Returns: the time from which the run goes on, or that another seek has taken this one's place.
  /// - Throws: `Diagnostics` when a source cannot give any other time, as with live ones and closures, or when the graph
  ///   writes a file, which cannot forget what it has; whatever the run ended with, when it has.
  @discardableResult
  public func seek(
    to time: CMTime, toleranceBefore: CMTime = .zero, toleranceAfter: CMTime = .zero
  ) async throws -> SeekOutcome {
    let precision: SeekPrecision =
      switch (toleranceBefore.isPositiveInfinity, toleranceAfter.isPositiveInfinity) {
      case (true, true): .syncNearest
      case (true, false): toleranceAfter == .zero ? .syncBefore : .exact
      case (false, true): toleranceBefore == .zero ? .syncAfter : .exact
      case (false, false): .exact
      }
    guard time.isNumeric, time >= .zero else {
      throw Diagnostics([Diagnostic("there is nothing to seek to at \(time.clockText)", kind: .usage)])
    }
    return try await transport(.seek, to: { _ in time }, precision, pulledTo: time)
  }

  /// Changes the speed, and with a negative one the direction, from the current time on.
  ///
  /// Sinks that follow a clock show the media faster or slower; all others get them as fast as they can take them. Where Reel's own
  /// sources feed such sinks and the direction stays, no frame is lost or repeated; all else that is under way is thrown away, as
  /// by `seek(to:toleranceBefore:toleranceAfter:)`.
  /// - Throws: as `seek(to:toleranceBefore:toleranceAfter:)`; also for a rate of zero, which is `pause()`, and for a negative one
  ///   of coded streams.
  public func setRate(_ rate: Double) async throws {
    guard rate != 0, rate.isFinite else {
      throw Diagnostics([Diagnostic("\(rate) is no rate", kind: .usage, help: "pause() holds a run")])
    }
    _ = try await transport(.transport, to: { [live] in live.position(of: $0) }, rate: rate, .exact)
    hub.send(.rateChanged(rate))
  }

  /// - Parameter rate: Nil for the rate that it has.
  private func transport(
    _ kind: ChangeSchedule.Kind, to position: @escaping @Sendable (RunMonitor) -> CMTime, rate: Double? = nil,
    _ precision: SeekPrecision, pulledTo seekTime: CMTime? = nil
  ) async throws -> SeekOutcome {
    let reached = try await live.changes.take(kind) {
      if let pulled = live.pulled { return try await move(pulled, to: seekTime) }
      guard let conductor = live.conductor else { throw LiveControl.over }
      eventSink.yield(.seekBegan)
      defer { eventSink.yield(.seekEnded(isAtEnd: false)) }
      try await live.hold(conductor.monitor)
      if let rate, let time = try await changeRate(conductor, to: rate) { return time }
      let reached = try await go(conductor, to: position, rate: rate ?? live.rate, precision)
      if let rate { live.rate = rate }
      hub.send(.sought(to: reached))
      return reached
    }
    return reached.map { .completed(at: $0) } ?? .superseded
  }

  /// Changes the rate and nothing else.
  /// - Returns: the position; nil if the run has to begin anew from there.
  private func changeRate(_ conductor: Conductor, to rate: Double) async throws -> CMTime? {
    guard !live.isAtEnd, rate * live.rate > 0 else { return nil }
    return try await conductor.perform { [live] assembly in
      guard assembly.keepsMediaWithRate, assembly.pipeline.changeRate(to: rate) else { return nil }
      let time = live.position(of: assembly.monitor)
      live.rate = rate
      live.timebaseDriver.jump(to: time, rate: rate)
      return time
    }
  }

  private func go(
    _ conductor: Conductor, to position: @escaping @Sendable (RunMonitor) -> CMTime, rate: Double,
    _ precision: SeekPrecision
  ) async throws -> CMTime {
    try await conductor.perform { [live] assembly in
      if let problem = assembly.seekProblem(isReverse: rate < 0) { throw Diagnostics([problem]) }
      let time = position(assembly.monitor)
      do {
        try assembly.go(to: ClockTime(time), rate: rate, precision)
      } catch let problem as Diagnostic {
        throw Diagnostics([problem])
      }
      var reached = time
      if live.stands, assembly.waitUntilHeld(until: .now() + .seconds(5)), precision != .exact {
        reached = assembly.shownTime ?? time
      }
      live.sought = reached
      live.timebaseDriver.jump(to: reached, rate: rate)
      return reached
    }
  }

  /// Goes on elsewhere in a run that its program pulls.
  private func move(_ pulled: PulledGraph, to time: CMTime?) async throws -> CMTime {
    guard let time else { throw Self.pulledProblem }
    // A frame that is being made is waited for.
    try await abandonable { try pulled.move(to: time) }
    hub.send(.sought(to: time))
    return time
  }
}

extension Assembly {
  /// Throws away what is under way and goes on elsewhere. Blocks.
  func go(to time: ClockTime, rate: Double, _ precision: SeekPrecision = .exact) throws {
    if pipeline.seek(to: time, rate: rate, precision) { return }
    // Decoders are put in before the first packet, and what is behind them is not linked until then.
    let deadline = DispatchTime.now() + .seconds(5)
    let ends = monitor.timedEnds
    wait(until: deadline) { ends.allSatisfy { $0.count > 0 || $0.isAtEnd } }
    guard pipeline.seek(to: time, rate: rate, precision) else {
      throw Diagnostic("the run cannot go on elsewhere", kind: .failure, notes: ["a source refused"])
    }
  }

  /// Waits for a condition that no event announces, looking at it every millisecond. Blocks.
  /// - Returns: whether it has come before the deadline.
  @discardableResult
  func wait(until deadline: DispatchTime, for condition: () -> Bool) -> Bool {
    let never = DispatchSemaphore(value: 0)
    while !condition() {
      guard DispatchTime.now() < deadline else { return false }
      _ = never.wait(timeout: .now() + .milliseconds(1))
    }
    return true
  }

  /// True if another rate of the clock is all that it takes to go on faster or slower: sources of ours give whatever sinks want,
  /// and everything between them keeps it as it is.
  var keepsMediaWithRate: Bool {
    monitor.hasClock
      && nodes.allSatisfy { node in
        guard node.implementation.keepsMediaWithRate, node.node.inputs.count <= 1, let bin = node.bin else {
          return false
        }
        return !node.isSource || (!bin.isForwardOnly && bin.bin.elements.allSatisfy(\.hasInstance))
      }
  }

  /// Returns the reason why the graph cannot go to other times, or backwards; nil if it can.
  func seekProblem(isReverse: Bool) -> Diagnostic? {
    func problem(_ node: RunningNode, _ why: String) -> Diagnostic {
      Diagnostic("'\(node.name)' (\(node.node.use)) cannot seek", kind: .usage, at: node.node.range, notes: [why])
    }
    if let writer = nodes.first(where: \.view.writes) {
      return problem(writer, "what it has written is written")
    }
    let sources = nodes.filter(\.isSource)
    if let source = sources.first(where: { !$0.outputs.allSatisfy(\.pad.isSeekable) }) {
      return problem(source, "it gives what it has in one order only")
    }
    guard isReverse else { return nil }
    return sources.first { $0.bin?.isForwardOnly == true }.map {
      problem($0, "it gives coded samples, and those forwards only")
    }
  }
}
