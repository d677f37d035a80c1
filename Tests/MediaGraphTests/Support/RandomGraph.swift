import MediaGraph
import TestSupport

/// Makes graphs of all node types, with random arguments and links between any ports.
struct RandomGraph {
  private var generator: SeededGenerator
  private let types = Registry().declarations

  init(seed: UInt64) { generator = SeededGenerator(state: seed) }

  mutating func graph() -> Graph {
    var graph = Graph(name: Bool.random(using: &generator) ? text() : nil)
    let parameters = self.parameters(of: &graph)
    for index in 0..<Int.random(in: 1...12, using: &generator) {
      guard let type = types.randomElement(using: &generator) else { continue }
      let delivery: Delivery = Bool.random(using: &generator) ? .all : .latest
      var node = GraphNode(name: "n\(index)", use: type.type, delivery: delivery)
      for parameter in type.parameters where Bool.random(using: &generator) {
        node.arguments[parameter.name] = argument(for: parameter, parameters)
      }
      // Inputs are linked to earlier nodes only, so that there are no cycles.
      for input in type.inputs {
        for _ in 0..<(input.repeats ? Int.random(in: 0...3, using: &generator) : 1) {
          guard let source = source(among: graph.nodes) else { continue }
          node.inputs.append(Link(port: input.name, source: source))
        }
      }
      graph.nodes.append(node)
    }
    if Bool.random(using: &generator) {
      let time = MediaTime.milliseconds(Int64.random(in: 0...100_000, using: &generator))
      graph.stop = StopRule(after: Bool.random(using: &generator) ? time : nil, signals: [.interrupt])
    }
    graph.nodes.shuffle(using: &generator)
    return graph
  }

  private mutating func parameters(of graph: inout Graph) -> [String] {
    _ = graph.parameter("word", default: text())
    _ = graph.parameter("number", default: Int.random(in: -100...100, using: &generator), in: -100...100)
    _ = graph.parameter(
      "bitrate", default: Bitrate(bitsPerSecond: Int.random(in: 1...1_000_000_000, using: &generator)))
    let _: ParameterReference<Location> = graph.parameter("url", required: true)
    return Array(graph.parameters.keys)
  }

  private mutating func source(among nodes: [GraphNode]) -> Link.Source? {
    guard let node = nodes.randomElement(using: &generator),
      let output = types.first(where: { $0.type == node.use })?.outputs.randomElement(using: &generator)
    else { return nil }
    let index = output.repeats ? Int.random(in: 1...3, using: &generator) : 1
    return .node(node.name, port: output.name, index: index)
  }

  private mutating func argument(for parameter: ParameterDeclaration, _ references: [String]) -> Argument {
    if Int.random(in: 0..<4, using: &generator) == 0, let name = references.randomElement(using: &generator) {
      return Bool.random(using: &generator) ? .reference(name) : .interpolated([.text(text() + "-"), .reference(name)])
    }
    if parameter.type.name == "map" { return .map([text() + "k": .text(text()), "l": .text(text())]) }
    if let choice = parameter.type.choices?.randomElement(using: &generator) {
      return parameter.type.name.hasPrefix("list of") ? .list([.text(choice)]) : .text(choice)
    }
    if parameter.type.name == "string" || parameter.type.name == "url" { return .text(text() + "x") }
    return parameter.defaultValue ?? parameter.minimum.map { .text($0) } ?? .text(parameter.type.example ?? "1")
  }

  private mutating func text() -> String {
    let pieces = [
      "$", "$name", "$(x)", "a", " ", "\n", "'", "\"", ":", "#", "- ", "é", "日", "👍", "~", "{", "]", ",", "\\", "*",
      "&", "\t",
    ]
    return (0..<Int.random(in: 0...6, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
      .joined()
  }
}
