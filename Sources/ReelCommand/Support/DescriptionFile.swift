import MediaEngine
import MediaGraph

/// A description file, or standard input, as the input of a command.
struct DescriptionFile {
  let path: String
  /// The graph, checked as far as possible without the engine.
  let graph: Graph
  /// All problems of the file, its includes and the graph.
  let problems: [Diagnostic]

  /// Reads and checks a file.
  ///
  /// - Parameter openEnds: Returns the types of a graph's nodes that need no reader.
  init(
    path: String, plugins: PluginOptions = PluginOptions(), openEnds: (Graph) -> Set<NodeType> = { _ in [] }
  ) {
    self.path = path == "-" ? StandardInput.name : path
    let (loaded, problems) = Self.load(path)
    let missing = Self.loadPlugins(of: loaded, plugins.loader)
    // The types of a plugin's nodes are unknown without it: only the form of the file can be checked.
    guard missing.isEmpty else {
      graph = loaded
      self.problems = problems + missing
      return
    }
    let checker = GraphChecker(openEnds: openEnds(loaded))
    var (checked, found) = checker.check(loaded)
    if !found.isEmpty {
      // An unknown type may be that of a plugin that the file forgot to name.
      plugins.loader.noteManifests()
      (checked, found) = checker.check(loaded)
    }
    graph = checked
    self.problems = problems + found
  }

  /// Loads a description; includes of one that comes through standard input are relative to the working folder.
  private static func load(_ path: String) -> (graph: Graph, problems: [Diagnostic]) {
    guard path == "-" else { return DescriptionLoader().load(path: path) }
    do {
      return DescriptionLoader().load(
        text: try DescriptionLoader.readText(path: StandardInput.path), path: StandardInput.name)
    } catch {
      return (Graph(), [Diagnostic("cannot read \(StandardInput.name)", kind: .input, underlying: error)])
    }
  }

  /// Returns the graph of a file without problems.
  static func graph(
    path: String, plugins: PluginOptions, openEnds: (Graph) -> Set<NodeType> = { _ in [] }
  ) throws(Diagnostics) -> Graph {
    let file = DescriptionFile(path: path, plugins: plugins, openEnds: openEnds)
    try Diagnostics.check(file.problems)
    return file.graph
  }

  /// Loads the plugins of the graph's nodes, so that their types are known; returns a problem for each that is missing.
  private static func loadPlugins(of graph: Graph, _ loader: @autoclosure () -> PluginLoader) -> [Diagnostic] {
    guard !graph.plugins.isEmpty else { return [] }
    let loader = loader()
    return graph.plugins.enumerated().compactMap { index, name in
      do throws(Diagnostic) {
        try loader.load(name, at: graph.range(ofPlugin: index))
        return nil
      } catch {
        return error
      }
    }
  }
}

extension Graph {
  /// The type of the timeline of a description that holds nothing else: 'reel render' takes it out of its graph.
  var loneTimeline: Set<NodeType> { nodes.map(\.use) == [TimelineNode.type] ? [TimelineNode.type] : [] }

  /// Checks the graph with the values of the command line, and those that its other parameters have without one: they may
  /// not fit each other, or the parameters of templates, into which they get only with the templates in their places.
  func check(with values: [String: String]) throws(Diagnostics) {
    var values = values
    for (name, parameter) in parameters where values[name] == nil {
      if case .text(let text)? = parameter.defaultValue { values[name] = text }
    }
    let checker = GraphChecker(openEnds: loneTimeline)
    let (bound, problems) = checker.check(try binding(values))
    try Diagnostics.check(problems)
    try Diagnostics.check(checker.check(bound.expanded()).problems)
  }
}
