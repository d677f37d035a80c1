import ArgumentParser
import MediaGraph

/// `reel nodes`.
struct NodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nodes",
    abstract: "Lists the types of nodes, finds them by words, or describes one.",
    discussion: """
      Without a type, a line for each; with one, its ports, its parameters and the fields of their values:

        reel nodes video.scale

      A word that is no type is looked for in names, summaries, ports and parameters; words of FFmpeg and GStreamer lead \
      to what Reel has for them:

        reel nodes fade
        reel nodes --search subtitles

      Templates, which are used like nodes, are listed by 'reel templates'; plugins are those in the folders of \
      --plugin-path and REEL_PLUGIN_PATH.

      Exit codes: 0 done; 64 there is no such type, and none that has to do with the word; 69 a plugin is not available.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The type to describe, as files write it after 'use:', or a word.", valueName: "type"),
    completion: .custom { _, _, _ in Registry.shared.declarations.map(\.type.name) })
  var type: String?

  @Option(help: ArgumentHelp("List the types that have to do with a word, or with several.", valueName: "words"))
  var search: String?

  @Flag(help: "Answer with a JSON object for a type, with a list of them otherwise.")
  var json = false

  @OptionGroup var plugins: PluginOptions

  func validate() throws {
    if type != nil, search != nil { throw ValidationError("Either a type or --search, not both.") }
  }

  func run() throws {
    try plugins.loadAll()
    let declarations = Registry.shared.declarations
    if let declaration = declarations.first(where: { $0.type.name == type }) {
      return Terminal.output.write(json ? try NodeReport(declaration).json() : declaration.manual)
    }
    guard let word = type ?? search else {
      return try list(declarations.filter { !Registry.shared.isTemplate($0.type) })
    }
    let found = NodeSearch.declarations(for: word, in: declarations)
    let advice = NodeSearch.advice(on: word)
    // A slip of letters is no word to look for.
    guard !found.isEmpty,
      search != nil || advice != nil || Suggestion.nearest(to: word, in: declarations.map(\.type.name)) == nil
    else { throw unknown(word, among: declarations) }
    try list(found, advice: advice)
  }

  private func list(_ declarations: [NodeDeclaration], advice: String? = nil) throws {
    if json { return Terminal.output.write(try declarations.map(NodeReport.init).json()) }
    let list = NodeGroup.list(NodeGroup.groups(of: declarations))
    Terminal.output.write((advice.map { "\($0)\n\n" } ?? "") + list)
  }

  private func unknown(_ word: String, among declarations: [NodeDeclaration]) -> Diagnostic {
    let help = NodeSearch.help(forUnknown: word, among: declarations.map(\.type.name))
    return Diagnostic(
      search == nil ? "unknown node type '\(word)'" : "no type of nodes has to do with '\(word)'", kind: .usage,
      help: help)
  }
}
