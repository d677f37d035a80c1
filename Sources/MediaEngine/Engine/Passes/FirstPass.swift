internal import MediaSource
import Foundation
package import MediaGraph

/// The first pass of encoders that make two: the part of a graph before them runs once by itself, and they measure its frames.
///
///     source ─▷ scale ─▷ h264 ─▷ null                            statistics ─┐
///     source ─▷ scale ─▷ h264 ─▷ muxer ─▷ file                   by them ◁───┘
package struct FirstPass: Sendable {
  /// The graph that measures.
  package let graph: Graph
  /// The encoders that measure, by the names of their nodes.
  package let passes: [String: EncoderPass]
  /// The encoders whose frames were not all measured.
  private var failed: Set<String> = []
  /// Keeps the statistics.
  let folder: PassFolder

  /// - Parameters:
  ///   - graph: A flat graph.
  ///   - options: The options of its run, which may have the statistics of some encoders already.
  /// - Returns: Nil if no encoder measures.
  /// - Throws: `Diagnostics` if a source gives its media only once.
  package init?(of graph: Graph, registry: Registry = .shared, options: RunOptions) throws {
    var implementations: [String: any ElementNode] = [:]
    for node in graph.nodes { implementations[node.name] = try node.runnable(registry.component(for: node)) }
    let encoders = graph.nodes.filter { node in
      options.assets.passes[node.name] == nil && (implementations[node.name]?.passes ?? 1) > 1
    }
    guard !encoders.isEmpty else { return nil }
    let kept = Self.ancestors(of: encoders, in: graph)
    let sources = try graph.nodes.filter { kept.contains($0.name) }.compactMap { node -> String? in
      let isProgram = try registry.component(for: node) is any ProgramEnd
      return implementations[node.name].flatMap {
        Self.obstacle(node, $0, isProgram: isProgram, isEnded: graph.stop?.after != nil)
      }
    }
    try Diagnostics.check(
      sources.prefix(1).flatMap { reason in
        encoders.map {
          Diagnostic(
            "'\($0.name)' cannot make two passes", kind: .usage, at: $0.range(ofArgument: "passes"), cause: reason,
            help: "let it make one: passes: 1")
        }
      })
    let folder = try PassFolder(in: options.temporaryFolder)
    var passes: [String: EncoderPass] = [:]
    for (index, node) in encoders.enumerated() { passes[node.name] = .first("\(folder.path)/\(index + 1)") }
    var measuring = graph
    measuring.nodes = graph.nodes.filter { kept.contains($0.name) }
    for (index, node) in encoders.enumerated() {
      measuring.nodes.append(
        GraphNode(
          name: Self.unused("measured_\(index + 1)", in: graph), use: Null.type,
          inputs: [Link(port: "in", source: .node(node.name, port: "out"))]))
    }
    (self.graph, self.passes, self.folder) = (measuring, passes, folder)
  }

  /// The names of nodes, and of all that they read.
  private static func ancestors(of nodes: [GraphNode], in graph: Graph) -> Set<String> {
    var kept = Set(nodes.map(\.name))
    var waiting = nodes
    while let node = waiting.popLast() {
      for case let name? in node.inputs.map(\.source.nodeName) where kept.insert(name).inserted {
        waiting += graph.nodes.filter { $0.name == name }
      }
    }
    return kept
  }

  private static func unused(_ name: String, in graph: Graph) -> String {
    graph.nodes.contains { $0.name == name } ? unused("\(name)_", in: graph) : name
  }

  /// Returns the reason why a node's media cannot be had twice; nil if they can.
  private static func obstacle(
    _ node: GraphNode, _ implementation: any ElementNode, isProgram: Bool, isEnded: Bool
  ) -> String? {
    if isProgram { return "the program gives the media of '\(node.name)' once" }
    if implementation.needsClock { return "'\(node.name)' gives its media as time passes" }
    if implementation.isEndless, !isEnded { return "'\(node.name)' never ends" }
    for case let path? in implementation.inputFiles.map(\.path) where access(path, F_OK) == 0 {
      if InputFile.isPipe(path) { return "'\(path)' is a pipe, which gives its bytes once" }
    }
    return nil
  }

  /// Notes nodes that have failed in the first pass.
  mutating func fail(_ nodes: some Sequence<String>) { failed.formUnion(nodes) }

  /// The passes that use what was measured. An encoder that has failed measures again: it fails there, too, and the run says why.
  var next: [String: EncoderPass] {
    Dictionary(uniqueKeysWithValues: passes.map { ($0, failed.contains($0) ? $1 : $1.next) })
  }

  /// - Throws: `Diagnostic` if an encoder has measured nothing.
  func checkStatistics() throws {
    for (name, pass) in passes where !failed.contains(name) && access(pass.path, R_OK) != 0 {
      throw Diagnostic(
        "the first pass of '\(name)' has measured nothing", kind: .failure,
        cause: "'\(pass.path)': \(String(cString: strerror(errno)))")
    }
  }
}
