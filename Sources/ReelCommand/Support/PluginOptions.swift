import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// The search path of plugins; an option of every command that uses node types.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin-path"),
    help: ArgumentHelp(
      "A folder with plugins; may be given several times. Those of REEL_PLUGIN_PATH come after it.",
      valueName: "folder"), completion: .directory)
  var folders: [String] = []

  func validate() throws {
    for folder in folders {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
        throw ValidationError("--plugin-path \(folder) is no folder.")
      }
    }
  }

  var loader: PluginLoader { PluginLoader(folders: folders) }

  /// Loads all plugins in the user's folders, for commands that list node types without a file.
  /// - Returns: the node types of each plugin.
  @discardableResult
  func loadAll() throws(Diagnostics) -> [(plugin: String, types: [NodeType])] {
    var loadedTypes: [(String, [NodeType])] = []
    var problems: [Diagnostic] = []
    for name in PluginLoader.available(folders: folders) {
      let before = Set(Registry.shared.declarations.map(\.type))
      do throws(Diagnostic) {
        try loader.load(name)
      } catch {
        problems.append(error)
      }
      loadedTypes.append((name, Registry.shared.declarations.map(\.type).filter { !before.contains($0) }))
    }
    try Diagnostics.check(problems)
    return loadedTypes
  }
}
