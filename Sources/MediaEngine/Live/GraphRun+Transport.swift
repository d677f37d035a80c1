import CoreMedia
import MediaGraph

extension GraphRun {
  /// How far the media have come that the sinks have had, on the media's own axis; zero before the run begins and after it.
  ///
  /// From any thread.
  public var currentTime: CMTime {
    live.assembly.map { (live.sought ?? $0.pipeline.position ?? .zero).time } ?? .zero
  }

  /// The speed at which the media go by, 1 as they are; negative backwards. See `setRate(_:)`.
  public var rate: Double { live.rate }

  /// Goes on elsewhere, between `time - toleranceBefore` and `time + toleranceAfter`.
  ///
  /// With tolerances of zero, the first picture is the one that is shown at the time, and the first sample that of the time.
  /// Only an infinite tolerance lets the run take a picture that needs no other, which is quicker. Returns when everything
  /// under way before has been thrown away; the next thing that a sink gets is what was asked for. Waits for the run to begin.
  /// - Throws: `Diagnostics` when a source cannot give any other time, as with live ones and closures, or when the graph
  ///   writes a file, which cannot forget what it has.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime = .zero, toleranceAfter: CMTime = .zero
  ) async throws {
    let precision: Element.SeekPrecision =
      switch (toleranceBefore.isPositiveInfinity, toleranceAfter.isPositiveInfinity) {
      case (true, true): .syncNearest
      case (true, false): toleranceAfter == .zero ? .syncBefore : .exact
      case (false, true): toleranceBefore == .zero ? .syncAfter : .exact
      case (false, false): .exact
      }
    guard time.isNumeric, time >= .zero else {
      throw Diagnostics([Diagnostic("there is nothing to seek to at \(time.clockText)", kind: .usage)])
    }
    try await transport { [rate] in $0.pipeline.seek(to: ClockTime(time), rate: rate, precision) }
    if precision == .exact { live.sought = ClockTime(time) }
  }

  /// Changes the speed, and with a negative one the direction, from the current time on.
  ///
  /// Sinks that follow a clock show the media faster or slower; all others get them as fast as they can take them.
  /// - Throws: as `seek(to:toleranceBefore:toleranceAfter:)`; also for a rate of zero, which is `pause()`.
  public func setRate(_ rate: Double) async throws {
    guard rate != 0, rate.isFinite else {
      throw Diagnostics([Diagnostic("\(rate) is no rate", kind: .usage, help: "pause() holds a run")])
    }
    let live = live
    try await transport { assembly in
      let position = live.sought ?? assembly.pipeline.position ?? .zero
      return assembly.pipeline.seek(to: position, rate: rate, .exact)
    }
    live.rate = rate
  }

  private func transport(_ seek: @escaping @Sendable (Assembly) -> Bool) async throws {
    let assembly = try await live.started()
    try await blocking {
      if let problem = assembly.seekProblem { throw Diagnostics([problem]) }
      guard seek(assembly) else {
        throw Diagnostics([Diagnostic("the run cannot go on elsewhere", kind: .failure, notes: ["a source refused"])])
      }
    }
  }
}

extension Assembly {
  /// Why nothing can be given from any other time on.
  fileprivate var seekProblem: Diagnostic? {
    func problem(_ node: GraphNode, _ why: String) -> Diagnostic {
      Diagnostic("'\(node.name)' (\(node.use)) cannot seek", kind: .usage, at: node.range, notes: [why])
    }
    let writer = nodes.first { declarations[$0.name]?.outputs.flatMap(\.types).contains(.container) == true }
    if let writer { return problem(writer, "what it has written is written") }
    let source = nodes.first {
      $0.inputs.isEmpty && bins[$0.name]?.outputPads.values.allSatisfy(\.isSeekable) == false
    }
    return source.map { problem($0, "it gives what it has in one order only") }
  }
}
