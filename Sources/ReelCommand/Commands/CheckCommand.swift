import ArgumentParser
import MediaEngine
import MediaGraph

/// `reel check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks description files without running them.",
    discussion: """
      Says all that is wrong with the files, in one go: form, nodes, parameters, links, and whether the elements that the \
      nodes need are installed. Nothing is read or written but the descriptions.

        reel check Pipelines/*.yaml
        reel check Pipelines/web.yaml --set bitrate=3Mb/s

      A timeline may stand alone, as for 'reel render'.

      Warnings are for graphs that run, but hardly as they were meant: files that are written until the run is stopped.

      Exit codes: 0 nothing is wrong, but for warnings; 64 a value of --set is wrong; 65 a description is wrong; 66 a file cannot be read; 69 an element or plugin is \
      not available; 73 two outputs are one file.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @ArgumentParser.Argument(
    help: ArgumentHelp("The description files; '-' is standard input.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var files: [String]

  @OptionGroup var values: ParameterOptions

  @Option(help: "The format of errors: text on standard error, or JSON on standard output.")
  var format = Format.text

  @Flag(help: "Also make the elements and link them, to see whether real formats fit.")
  var deep = false

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    var problems: [Diagnostic] = []
    for path in files {
      let file = DescriptionFile(path: path, plugins: plugins, openEnds: \.loneTimeline)
      let found = try self.problems(of: file)
      problems += found
      if format == .text, !found.contains(where: { $0.severity == .error }) {
        Terminal.output.write("\(file.path): ok")
      }
    }
    guard format == .json || !problems.isEmpty else { return }
    let all = Diagnostics(problems)
    if format == .json { Terminal.output.write(try all.json()) }
    guard !problems.isEmpty else { return }
    if all.exitCode == 0 {
      if format == .text { Terminal.error.write(all.description) }
      return
    }
    if format == .json { throw ExitCode(all.exitCode) }
    throw all
  }

  /// Returns the problems of the file, and of the system if the file itself is correct.
  private func problems(of file: DescriptionFile) throws -> [Diagnostic] {
    guard file.problems.isEmpty else { return file.problems }
    do {
      try file.graph.check(with: values.assignments.values)
      let graph = try file.graph.binding(values.assignments.values)
      let problems = try EngineCheck().problems(of: graph)
      guard problems.isEmpty else { return problems }
      let deepProblems = try deep ? EngineCheck().deepProblems(of: graph) : []
      return try deepProblems.isEmpty ? EngineCheck().warnings(of: graph) : deepProblems
    } catch let problems as Diagnostics {
      return problems.all
    } catch let problem as Diagnostic {
      return [problem]
    }
  }
}
