import MediaEngine
import MediaGraph

/// A description file as a command takes it.
struct DescriptionFile {
  let path: String
  /// The graph, checked as far as that goes without the engine.
  let graph: Graph
  /// Everything that is wrong with the file, the files that it includes and the graph.
  let problems: [Diagnostic]

  /// Reads and checks a file. GStreamer is not started.
  init(path: String, plugins: PluginOptions = PluginOptions()) {
    self.path = path
    guard path != "-" else {
      graph = Graph()
      problems = [
        Diagnostic(
          "a description cannot come from a pipe", kind: .usage,
          help: "write it to a file: its includes are relative to that")
      ]
      return
    }
    let (loaded, problems) = DescriptionLoader().load(path: path)
    let missing = Self.loadPlugins(of: loaded, plugins.loader)
    // The types of a plugin's nodes are unknown without it: only the form of the file can be judged.
    guard missing.isEmpty else {
      graph = loaded
      self.problems = problems + missing
      return
    }
    var (checked, found) = GraphChecker().check(loaded)
    if !found.isEmpty {
      // A type that nobody knows may be that of a plugin which the file forgot to name.
      plugins.loader.noteManifests()
      (checked, found) = GraphChecker().check(loaded)
    }
    graph = checked
    self.problems = problems + found
  }

  /// The graph of a file in which nothing is wrong.
  static func graph(path: String, plugins: PluginOptions) throws(Diagnostics) -> Graph {
    let file = DescriptionFile(path: path, plugins: plugins)
    try Diagnostics.check(file.problems)
    return file.graph
  }

  /// Loads what the graph's nodes come from, so that their types are known; says what is not there.
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
