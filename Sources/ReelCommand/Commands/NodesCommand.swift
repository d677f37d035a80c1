import ArgumentParser
import MediaGraph

/// `reel nodes`.
struct NodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nodes",
    abstract: "Lists the types of nodes, or describes one.",
    discussion: """
      Without a type, a line for each; with one, its ports and parameters:

        reel nodes video.scale

      Templates, which are used like nodes, are listed by 'reel templates'; plugins are those in the folders of \
      --plugin-path and REEL_PLUGIN_PATH.

      Exit codes: 0 done; 64 there is no such type; 69 a plugin is not available.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The type to describe, as files write it after 'use:'.", valueName: "type"),
    completion: .custom { _, _, _ in Registry.shared.declarations.map(\.type.name) })
  var type: String?

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    try plugins.loadAll()
    let declarations = Registry.shared.declarations
    guard let type else {
      let declarations = declarations.filter { !Registry.shared.isTemplate($0.type) }
      let width = declarations.map(\.type.name.count).max() ?? 0
      Terminal.output.write(
        declarations.map { $0.type.name.padded(to: width) + "  " + $0.summary }.joined(separator: "\n"))
      return
    }
    guard let declaration = declarations.first(where: { $0.type.name == type }) else {
      let nearest =
        Suggestion.nearest(to: type, in: declarations.map(\.type.name)).map { "did you mean '\($0)'? " } ?? ""
      throw Diagnostic("unknown node type '\(type)'", kind: .usage, help: "\(nearest)'reel nodes' lists the types")
    }
    Terminal.output.write(declaration.manual)
  }
}
