import MediaEngine
import MediaGraph

/// Formats a plan for people: a paragraph for each node.
struct PlanText {
  private let plan: GraphPlan
  private let graph: Graph

  /// - Parameter graph: the planned graph, as in its file.
  init(_ plan: GraphPlan, of graph: Graph) {
    self.plan = plan
    self.graph = graph
  }

  var text: String {
    let head = [graph.name, graph.summary].compactMap { $0 }.joined(separator: ": ")
    return ([head, parameters] + plan.nodes.map(paragraph) + [stop, executor]).filter { !$0.isEmpty }.joined(
      separator: "\n\n")
  }

  /// The required parameters without values, and the defaults of the others.
  private var parameters: String {
    graph.parameters.map { name, parameter in
      if parameter.isRequired { return "\(name) has no value yet: --set \(name)=\(parameter.type.example ?? "…")" }
      guard let value = parameter.defaultValue?.scalar else { return "\(name) has no value" }
      return "\(name) is \(value)"
    }.joined(separator: "\n")
  }

  private var executor: String {
    switch plan.executor {
    case .pushed: "pushed: GStreamer's elements send the media through the graph"
    case .pulled: "pulled: the program's threads make each sample when it is asked for"
    }
  }

  private var stop: String {
    guard let stop = plan.graph.stop else { return "" }
    let after = stop.after?.scalar.map { "ends after \($0) of media" }
    let signals = stop.signals.isEmpty ? nil : "ends, complete, on \(stop.signals.map(\.text).joined(separator: ", "))"
    let failure = stop.failure == .branch ? "a branch that fails ends alone" : nil
    return [after, signals, failure].compactMap { $0 }.joined(separator: "; ")
  }

  private func paragraph(_ entry: GraphPlan.Node) -> String {
    let node = entry.node
    let arguments = node.arguments.map { "\($0.key): \(Self.text(of: $0.value))" }.joined(separator: ", ")
    var lines = ["\(node.name): \(node.use)" + (arguments.isEmpty ? "" : " { \(arguments) }")]
    lines += entry.inputs.map { "  " + text(of: $0) }
    let width = entry.elements.map(\.factory.count).max() ?? 0
    for element in entry.elements {
      let properties = element.properties.map { "\($0.name)=\(Self.shortened($0.value))" }.joined(separator: " ")
      lines.append(
        properties.isEmpty ? "    \(element.factory)" : "    \(element.factory.padded(to: width))  \(properties)")
    }
    if entry.dependsOnFile, entry.choices.isEmpty {
      lines.append("    a demuxer, and a decoder for each stream that is read: chosen when the file is open")
    }
    for choice in entry.choices { lines += text(of: choice).map { "  " + $0 } }
    lines += entry.notes.map { "  note: \($0)" }
    return lines.joined(separator: "\n")
  }

  private func text(of link: GraphPlan.Link) -> String {
    let type = link.type.map { " (\($0.rawValue))" } ?? ""
    let way: String =
      switch (link.delivery, link.isShared) {
      case (.nothing, _): ", which is off"
      case (.latest, _): ", from a queue that keeps the newest only"
      case (.all, true): ", from a tee and a queue, as others read it too"
      case (.all, false): ""
      }
    return "\(link.port) ← \(link.source)\(type)\(way)"
  }

  /// Returns the chosen element, and the reasons against the others.
  private func text(of choice: GraphPlan.Choice) -> [String] {
    let chosen = choice.chosen
    var isBehind = false
    let others = choice.candidates.compactMap { candidate -> String? in
      if candidate.factory == chosen {
        isBehind = true
        return nil
      }
      if let objection = candidate.objection { return "\(candidate.factory) \(objection)" }
      if candidate.isInstalled { return "\(candidate.factory) would be next" }
      let package = candidate.package.map { " (\($0) brings it along)" } ?? ""
      let help = candidate.lacksHardware ? " (no such hardware)" : package
      return isBehind ? nil : "\(candidate.factory) is not there\(help)"
    }
    let parameter = choice.parameter.map { "; '\($0)' decides" } ?? ""
    return ["\(choice.role): \(chosen ?? "none")\(parameter)"] + others.map { "  " + $0 }
  }

  private static func text(of argument: Argument) -> String {
    switch argument {
    case .list(let items): "[\(items.map(text).joined(separator: ", "))]"
    case .map(let entries) where entries.isEmpty: "{}"
    case .map(let entries): "{ \(entries.map { "\($0.key): \(text(of: $0.value))" }.joined(separator: ", ")) }"
    default: argument.scalar ?? ""
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(57) + "…" : text
  }
}
