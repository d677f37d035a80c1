import CoreMedia
import MediaGraph

extension Assembly {
  /// How far the slowest branch is.
  func progress(elapsed: Duration) -> RunProgress {
    let ends = timedEnds
    let open = ends.filter { !$0.isAtEnd }
    let positions = (open.isEmpty ? ends : open).compactMap(\.position)
    let position = open.isEmpty ? positions.max(by: <) : positions.min(by: <)
    let duration = sourceDurations.max().map(\.time) ?? .indefinite
    return RunProgress(position: position ?? .zero, duration: duration, elapsed: elapsed)
  }

  func result(_ end: RunResult.End, elapsed: Duration) -> RunResult {
    // Coded sound begins with the encoder's priming, so the length is taken where media come in.
    let sources = nodes.filter(\.inputs.isEmpty).flatMap { outputMeters[$0.name] ?? [] }
    let duration = sources.compactMap(\.position).max(by: <) ?? .zero
    return RunResult(end: end, duration: duration, elapsed: elapsed, nodes: reports, outputs: [])
  }

  /// Adds to a failure what the run knows: the time in the media, and what was not written.
  func completing(_ problem: Diagnostic) -> Diagnostic {
    guard problem.kind == .failure else { return problem }
    var problem = problem
    if let position = timedEnds.compactMap(\.position).max(by: <) {
      problem.notes.append("it had come to \(position.clockText)")
    }
    return problem
  }

  /// The failure of a run in which nothing moves: the first node, seen from the end, that has work before it and does none.
  func stalled(for idle: Duration) -> Diagnostic {
    let waiting = nodes.reversed().first { node in
      (inputMeters[node.name] ?? []).contains { $0.count > 0 && !$0.isAtEnd }
        && !(outputMeters[node.name] ?? []).isEmpty
    }
    let culprit = waiting ?? nodes.first { $0.inputs.isEmpty }
    let ports = nodes.map { node in
      let inputs = (inputMeters[node.name] ?? []).map { "\($0.port) \($0.count)" }
      let outputs = (outputMeters[node.name] ?? []).map { "\($0.port) \($0.count)" }
      return "'\(node.name)': " + (inputs + outputs).joined(separator: ", ") + " buffers"
    }
    return Diagnostic(
      "nothing has moved for \(Int(idle.seconds)) s: '\(culprit?.name ?? "?")' (\(culprit?.use.name ?? "?")) stalls",
      kind: .failure, at: culprit?.range, notes: ports + queueLevels,
      help: "--stall-timeout waits longer, --dot FILE saves the graph as it ran")
  }

  /// How full each queue is.
  private var queueLevels: [String] {
    pipeline.elements.filter { $0.factoryName == "queue" }.compactMap { queue in
      guard let buffers = try? queue.get("current-level-buffers"), buffers != "0" else { return nil }
      return "queue before \(queue.parentBin.map { "'\($0.name)'" } ?? "a fan-out"): \(buffers) buffers"
    }
  }
}
