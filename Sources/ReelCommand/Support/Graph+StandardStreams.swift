import MediaEngine
import MediaGraph

extension Graph {
  /// True if a node writes to standard output: what a command says goes to standard error then.
  var writesToStandardOutput: Bool {
    nodes.contains { node in
      let isPlain = !Registry.shared.isTemplate(node.use)
      let isSink = isPlain && Registry.shared.declaration(of: node.use)?.outputs.isEmpty == true
      return node.arguments.contains { name, value in
        value == .text(OutputFile.standardOutput) || (value == .text("-") && (isSink || name == "output"))
      }
    }
  }

  /// True if a node reads standard input.
  var readsStandardInput: Bool {
    nodes.contains { node in
      let isPlain = !Registry.shared.isTemplate(node.use)
      let isSink = isPlain && Registry.shared.declaration(of: node.use)?.outputs.isEmpty == true
      return node.arguments.contains { name, value in
        value == .text(StandardInput.path) || (value == .text("-") && !isSink && name != "output")
      }
    }
  }

  /// Where a command that runs the graph says what it does.
  var reports: Terminal { writesToStandardOutput ? .error : .output }
}
