import ArgumentParser
import Foundation
import MediaGraph

/// `reel graph`.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the graph of a description file.",
    discussion: """
      As text for Graphviz (.dot, .gv), as a Mermaid chart for Markdown (.mmd), or as a picture that Graphviz draws (.svg, \
      .png, .pdf): the name of the output says which.

        reel graph Pipelines/web.yaml --expand -o web.svg

      Exit codes: 0 done; 64 the name of the output is none of these; 65 the description is wrong; 66 a file cannot be read; 69 a plugin or Graphviz is not \
      available; 73 the file exists or cannot be written.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case dot, mermaid, svg, png, pdf

    /// The endings of names of files in the format.
    var endings: [String] {
      switch self {
      case .dot: ["dot", "gv"]
      case .mermaid: ["mmd", "mermaid"]
      case .svg, .png, .pdf: [rawValue]
      }
    }
  }

  @ArgumentParser.Argument(
    help: ArgumentHelp("The description file; '-' is standard input.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
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
    let format = try chosenFormat()
    try FileOutput.check(output, overwrite: overwrite)
    var graph = try DescriptionFile.graph(path: file, plugins: plugins, openEnds: \.loneTimeline)
    if expand { graph = try GraphChecker(openEnds: graph.loneTimeline).check(graph.expanded()).graph }
    let bytes =
      switch format {
      case .dot: Array(graph.dot(detail: detail).utf8)
      case .mermaid: Array(graph.mermaid(detail: detail).utf8)
      case .svg, .png, .pdf: try Graphviz.draw(graph.dot(detail: detail), as: format.rawValue)
      }
    try FileOutput.write(bytes: bytes, to: output, overwrite: overwrite)
    FileOutput.announce(output)
  }

  private var detail: GraphDetail { plain ? .plain : .full }

  /// The format that was asked for, or that the name of the output says; both must not differ.
  private func chosenFormat() throws(Diagnostic) -> Format {
    guard let output, output != "-" else { return format ?? .dot }
    let ending = URL(fileURLWithPath: output).pathExtension.lowercased()
    let named = Format.allCases.first { $0.endings.contains(ending) }
    if let format, let named, format != named {
      throw Diagnostic(
        "'\(output)' is no name of a file in the format \(format.rawValue)", kind: .usage,
        help: "end it with .\(format.endings[0]), or leave out --format")
    }
    if let chosen = format ?? named { return chosen }
    let endings = Format.allCases.flatMap(\.endings).map { ".\($0)" }
    throw Diagnostic(
      "'\(output)' is no name of a drawing", kind: .usage,
      help: "end it with \(endings.dropLast().joined(separator: ", ")) or \(endings.last ?? ""), or add --format")
  }
}
