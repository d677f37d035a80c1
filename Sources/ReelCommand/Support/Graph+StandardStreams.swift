import MediaEngine
import MediaGraph

extension Graph {
  /// True if a node writes to standard output: what a command says goes to standard error then.
  var writesToStandardOutput: Bool {
    hasArgument { name, value, isSink in
      value == .text(OutputFile.standardOutput) || (value == .text("-") && (isSink || name == "output"))
    }
  }

  /// True if a node reads standard input.
  var readsStandardInput: Bool {
    hasArgument { name, value, isSink in
      value == .text(StandardInput.path) || (value == .text("-") && !isSink && name != "output")
    }
  }

  /// True if an argument of a node, which may be a sink, satisfies a condition.
  private func hasArgument(_ condition: (_ name: String, _ value: Argument, _ isSink: Bool) -> Bool) -> Bool {
    nodes.contains { node in
      let isPlain = !Registry.shared.isTemplate(node.use)
      let isSink = isPlain && Registry.shared.declaration(of: node.use)?.outputs.isEmpty == true
      return node.arguments.contains { condition($0, $1, isSink) }
    }
  }

  /// The terminal for the reports of a command that runs the graph.
  var reports: Terminal { writesToStandardOutput ? .error : .output }
}
