import MediaGraph

/// A description file as a command takes it.
struct DescriptionFile {
  let path: String
  /// The graph, checked as far as that goes without the engine.
  let graph: Graph
  /// Everything that is wrong with the file, the files that it includes and the graph.
  let problems: [Diagnostic]

  /// Reads and checks a file. GStreamer is not started.
  init(path: String) {
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
    let plugins = loaded.plugins.enumerated().map { index, name in
      Diagnostic(
        "plugin '\(name)' is not available", kind: .unavailable, at: loaded.range(ofPlugin: index),
        help: "this version of reel loads no plugins")
    }
    // The types of a plugin's nodes are unknown without it: only the form of the file can be judged.
    guard plugins.isEmpty else {
      graph = loaded
      self.problems = problems + plugins
      return
    }
    let (checked, found) = GraphChecker().check(loaded)
    graph = checked
    self.problems = problems + found
  }
}
