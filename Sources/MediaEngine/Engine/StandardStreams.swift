internal import MediaSource
import MediaGraph

/// The files that `-` stands for in a graph: standard input where a node reads, and standard output where one writes.
enum StandardStreams {
  static let input = "/dev/stdin"

  /// Returns a flat graph with the names of the streams.
  static func named(in graph: Graph, registry: Registry) throws -> Graph {
    guard graph.nodes.contains(where: { $0.arguments.values.contains(.text("-")) }) else { return graph }
    var graph = graph
    for index in graph.nodes.indices {
      let node = graph.nodes[index]
      guard node.arguments.values.contains(.text("-")),
        let runnable = try node.runnable(registry.component(for: node))
      else { continue }
      let name: String
      if runnable.outputFiles.contains(where: { $0.location.text == "-" }) {
        name = OutputFile.standardOutput
      } else if runnable.inputFiles.contains(where: { $0.text == "-" }) {
        name = input
      } else {
        continue
      }
      let declaration = registry.declaration(of: node.use)
      for (parameter, value) in node.arguments where value == .text("-") {
        guard declaration?.parameter(parameter)?.type == Location.parameterType else { continue }
        graph.nodes[index].arguments[parameter] = .text(name)
      }
    }
    return graph
  }
}
