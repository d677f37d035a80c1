import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// `reel plugins`.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "Tells what plugins bring along, and writes their manifests.",
    discussion: """
      Loads the plugins and lists their nodes; --json prints the manifest of one, --write puts it beside its library \
      (libNAME.json), so that 'reel check' knows which plugin a file forgot to name.

        reel plugins Vignette

      Exit codes: 0 done; 64 wrong usage; 69 a plugin is not available; 73 a manifest cannot be written.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("The plugins, as files name them.", valueName: "plugin"))
  var names: [String]

  @OptionGroup var plugins: PluginOptions

  @Flag(help: "Print the manifest, as JSON; of one plugin.") var json = false
  @Flag(help: "Write each plugin's manifest beside its library.") var write = false

  func validate() throws {
    if json, names.count != 1 { throw ValidationError("--json takes one plugin") }
  }

  func run() throws {
    let loader = plugins.loader
    for name in names {
      let manifest = try loader.load(name)
      if write, let library = loader.path(of: name) { try save(manifest, beside: library) }
      if json {
        Terminal.output.write(String(decoding: try manifest.json.dropLast(), as: UTF8.self))
      } else {
        let width = manifest.nodes.map(\.type.count).max() ?? 0
        let lines = manifest.nodes.map { "  " + $0.type.padded(to: width) + "  " + $0.summary }
        Terminal.output.write(([name] + lines).joined(separator: "\n"))
      }
    }
  }

  private func save(_ manifest: PluginManifest, beside library: String) throws {
    let path = library.dropLast(3) + ".json"
    do {
      try manifest.json.write(to: URL(fileURLWithPath: String(path)), options: .atomic)
    } catch {
      throw Diagnostic("'\(path)' cannot be written", kind: .output, cause: error.localizedDescription)
    }
  }
}
