internal import MediaSource
import MediaGraph

/// A checked and flattened graph, and its outputs.
struct RunSession: Sendable {
  /// A file or folder that the run writes.
  struct Output: Sendable {
    let node: GraphNode
    let file: any RunOutput
  }

  let graph: Graph
  private let outputs: [Output]

  /// Checks a graph, its inputs and its outputs, without writing.
  ///
  /// - Throws: `Diagnostics` with all errors.
  static func prepare(_ graph: Graph, options: RunOptions, registry: Registry) throws -> RunSession {
    let (checked, problems) = GraphChecker(registry: registry).check(graph)
    try Diagnostics.check(problems)
    let bound = try checked.bound()
    let flat = try bound.expanded(registry: registry)
    // The values of templates' parameters are known only now.
    let (final, more) = GraphChecker(registry: registry).check(flat)
    try Diagnostics.check(more)
    guard !final.nodes.isEmpty else {
      throw Diagnostics([
        Diagnostic(
          "there is nothing to run", kind: .usage, notes: ["the graph has no nodes"],
          help: "files without nodes are there to be included"
            + (graph.templates.keys.first.map { ": include: { parts: FILE }, then use: parts/\($0)" } ?? ""))
      ])
    }
    var session = RunSession(graph: try StandardStreams.named(in: final, registry: registry), outputs: [])
    try session.preflight(options, registry)
    return session
  }

  private init(graph: Graph, outputs: [Output]) {
    self.graph = graph
    self.outputs = outputs
  }

  private mutating func preflight(_ options: RunOptions, _ registry: Registry) throws {
    var problems: [Diagnostic] = []
    var outputs: [Output] = []
    var inputs: [FileIdentity: String] = [:]
    var written: [(node: GraphNode, file: WrittenFile)] = []
    for node in graph.nodes {
      let component = try registry.component(for: node)
      guard let runnable = try node.runnable(component) else { continue }
      problems += try Availability.problems(of: node, runnable)
      problems += runnable.preflight(node, options)
      problems += try runnable.problems(
        node,
        inputs: InputSource.all(of: node, in: graph) { try Runnable.node(for: registry.component(for: $0)) })
      for file in runnable.outputFiles {
        let overwrite = file.overwrite || options.overwrite
        let output: any RunOutput =
          if let names = file.numbered {
            NumberedFiles(names, overwrite: overwrite)
          } else if file.isFolder {
            OutputFolder(file.location, overwrite: overwrite)
          } else {
            OutputFile(file.location, overwrite: overwrite, grows: try isReadableWhileWritten(node, registry))
          }
        outputs.append(Output(node: node, file: output))
      }
      written += runnable.outputFiles.map { (node, $0) }
      for case let path? in runnable.inputFiles.map(\.path) {
        guard let identity = InputFile.identity(path), inputs[identity] == nil else { continue }
        inputs[identity] = node.name
      }
    }
    for (node, file) in written {
      let path = file.location.path ?? ""
      guard let identity = InputFile.identity(path), let input = inputs[identity] else { continue }
      let place = node.range(ofArgument: "url")
      problems.removeAll { $0.kind == .output && $0.range == place }
      problems.append(
        Diagnostic(
          "'\(path)' is an input too", kind: .output, at: place, notes: ["'\(input)' reads it"],
          help: "write to another file"))
    }
    problems += RepeatedOutputs.problems(written) { path in
      InputFile.identity(path).map { inputs[$0] != nil } ?? false
    }
    try Diagnostics.check(problems)
    self = RunSession(graph: graph, outputs: outputs)
  }

  /// Returns true if a node's file can be read while it grows.
  private func isReadableWhileWritten(_ node: GraphNode, _ registry: Registry) throws -> Bool {
    try node.inputs.compactMap(\.source.nodeName).compactMap { name in graph.nodes.first { $0.name == name } }
      .contains { try $0.runnable(registry.component(for: $0))?.isReadableWhileWritten == true }
  }

  /// Creates the temporary files, by default of all nodes.
  func createOutputs(of names: Set<String>? = nil) throws(Diagnostic) -> [Output] {
    var created: [Output] = []
    for output in outputs where names?.contains(output.node.name) != false {
      do {
        try output.file.create(at: output.node.range(ofArgument: "url"))
      } catch {
        for output in created { output.file.discard() }
        throw error
      }
      created.append(output)
    }
    return created
  }

  /// Gives complete outputs their names: all of them or, as far as the file system allows, none.
  ///
  /// Until the last one has its name, the others can be undone, and replaced files restored. Other programs may see
  /// them meanwhile: no file system renames several files at once.
  static func commit(_ outputs: [Output]) throws(Diagnostic) -> [OutputReport] {
    var placed: [(file: any RunOutput, placement: OutputPlacement)] = []
    for output in outputs {
      do {
        placed.append((output.file, try output.file.place(at: output.node.range(ofArgument: "url"))))
      } catch {
        var problem = error
        // A growing file, which may be in use already, keeps its name.
        for (file, placement) in placed.reversed() where !file.grows && !file.undoPlacement(placement) {
          problem.notes.append("'\(file.location.text)' was written and could not be taken back")
        }
        throw problem
      }
    }
    return placed.map { OutputReport(path: $0.location.text, bytes: $0.finish($1), files: $0.fileCount) }
  }

  /// Finishes incomplete outputs: those of a cancelled run are removed, of those of a failed run the playable part is
  /// kept.
  ///
  /// - Returns: The error, with notes on the outputs.
  static func abandon(_ outputs: [Output], after error: any Error) -> any Error {
    guard !(error is CancellationError), !Task.isCancelled else {
      for output in outputs { output.file.discard() }
      return error
    }
    let notes = outputs.flatMap { $0.file.keepWhole() }
    if var problem = error as? Diagnostic {
      problem.notes += notes
      return problem
    }
    if let problems = error as? Diagnostics, var first = problems.all.first {
      first.notes += notes
      return Diagnostics([first] + problems.all.dropFirst())
    }
    return error
  }
}
