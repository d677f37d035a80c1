import ArgumentParser
import Foundation
import MediaGraph

/// `reel format`.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Rewrites description files in their canonical form.",
    discussion: """
      Keys get the order of the format's rules, each node a line where it fits, and comments stay where they are. Files \
      are replaced when they are complete, and not touched when they are in that form already:

        reel format Pipelines/*.yaml
        reel format --check Pipelines/*.yaml

      With '-' as the file, the text comes from standard input and goes to standard output, for editors.

      Exit codes: 0 done; 65 a file is no description, or --check found one that is not in canonical form; 66 a file \
      cannot be read; 73 a file cannot be written.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The description files; '-' is standard input.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var files: [String]

  @Flag(help: "Write nothing; name the files that are not in canonical form.")
  var check = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the result to this file instead; '-' shows it.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Let --output replace a file that exists.")
  var overwrite = false

  func validate() throws {
    if output != nil, files.count > 1 { throw ValidationError("--output takes the result of one file.") }
    if output != nil, check { throw ValidationError("--check writes nothing: leave out --output.") }
  }

  func run() throws {
    var problems: [Diagnostic] = []
    for path in files {
      do {
        try format(path)
      } catch let found as Diagnostics {
        problems += found.all
      } catch let problem as Diagnostic {
        problems.append(problem)
      }
    }
    try Diagnostics.check(problems)
  }

  private func format(_ path: String) throws {
    let text = try read(path)
    let name = path == "-" ? "standard input" : path
    let formatted = try DescriptionFormatter().format(text, path: name)
    if check {
      guard formatted != text else { return }
      var problem = Diagnostic("'\(name)' is not in canonical form", help: "'reel format \(path)' rewrites it")
      problem.file = name
      throw problem
    }
    if output != nil || path == "-" {
      try FileOutput.write(formatted, to: output, overwrite: overwrite)
      if let output, output != "-" { Terminal.output.write("\(output): formatted") }
    } else if formatted != text {
      try FileOutput.write(formatted, to: path, overwrite: true)
      Terminal.output.write("\(path): formatted")
    }
  }

  private func read(_ path: String) throws(Diagnostic) -> String {
    do {
      return try DescriptionLoader.readText(path: path == "-" ? StandardInput.path : path)
    } catch {
      var problem = Diagnostic("cannot read '\(path)'", kind: .input, underlying: error)
      problem.file = path
      throw problem
    }
  }
}
