import ArgumentParser
import Foundation
import MediaGraph

/// `reel graph`.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the graph of a description file.",
    discussion: """
      As text for Graphviz, as a Mermaid chart for Markdown, or as a picture:

        reel graph Pipelines/web.yaml --expand -o web.svg

      Exit codes: 0 done; 65 the description is wrong; 66 a file cannot be read; 69 a plugin or Graphviz is not \
      available; 73 the file exists or cannot be written.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case dot, mermaid, svg }

  @ArgumentParser.Argument(
    help: ArgumentHelp("The description file.", valueName: "file"), completion: .file(extensions: ["yaml"]))
  var file: String

  @Option(help: "The form; what the output's name ends with decides without it, else dot.")
  var format: Format?

  @Flag(help: "Show the nodes of templates in the places of those that use them.")
  var expand = false

  @Flag(help: "Leave out the title, the parameters and the legend.")
  var plain = false

  @Option(name: .shortAndLong, help: ArgumentHelp("Write it to this file.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Let --output replace a file that exists.")
  var overwrite = false

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    var graph = try DescriptionFile.graph(path: file, plugins: plugins)
    if expand { graph = try GraphChecker().check(graph.expanded()).graph }
    let text =
      switch format ?? formatOfOutput {
      case .dot: graph.dot(detail: detail)
      case .mermaid: graph.mermaid(detail: detail)
      case .svg: try Graphviz.svg(of: graph.dot(detail: detail))
      }
    try FileOutput.write(text, to: output, overwrite: overwrite)
  }

  private var detail: GraphDetail { plain ? .plain : .full }

  private var formatOfOutput: Format {
    switch output.map({ URL(fileURLWithPath: $0).pathExtension }) {
    case "svg": .svg
    case "mmd", "mermaid": .mermaid
    default: .dot
    }
  }
}

/// Graphviz' drawing program.
enum Graphviz {
  /// The path of the program; nil if it is not installed.
  static var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/dot" }.first { access($0, X_OK) == 0 }
  }

  static func svg(of dot: String) throws -> String {
    guard let path else {
      throw Diagnostic(
        "Graphviz is not installed", kind: .unavailable, notes: ["it draws the picture"],
        help: "install graphviz, or use --format dot or mermaid")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-Tsvg"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    // The program reads all its input before it writes.
    try input.fileHandleForWriting.write(contentsOf: Data(dot.utf8))
    try input.fileHandleForWriting.close()
    let svg = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, !svg.isEmpty else {
      throw Diagnostic(
        "Graphviz did not draw the graph", kind: .failure, cause: "\(path) ended with \(process.terminationStatus)")
    }
    return String(decoding: svg, as: UTF8.self)
  }
}
