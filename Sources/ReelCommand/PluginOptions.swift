import ArgumentParser
import MediaEngine
import MediaGraph

/// Where plugins are looked for; part of every command that knows node types.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin-path"),
    help: ArgumentHelp(
      "A folder with plugins; may be given several times. Those of REEL_PLUGIN_PATH come after it.",
      valueName: "folder"), completion: .directory)
  var folders: [String] = []

  var loader: PluginLoader { PluginLoader(folders: folders) }

  /// Loads every plugin that the user's folders hold, for commands that tell of node types without a file that names any.
  /// - Returns: the node types that each brought along.
  @discardableResult
  func loadAll() throws(Diagnostics) -> [(plugin: String, types: [NodeType])] {
    var brought: [(String, [NodeType])] = []
    var problems: [Diagnostic] = []
    for name in PluginLoader.available(folders: folders) {
      let before = Set(Registry.shared.declarations.map(\.type))
      do throws(Diagnostic) {
        try loader.load(name)
      } catch {
        problems.append(error)
      }
      brought.append((name, Registry.shared.declarations.map(\.type).filter { !before.contains($0) }))
    }
    try Diagnostics.check(problems)
    return brought
  }
}
