internal import MediaSource
import ArgumentParser
import AVFoundation
import MediaEngine
import MediaGraph

/// `reel presets`.
struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "Lists the presets of 'reel export', or those that suit a file.",
    discussion: """
      A line for each preset: its name, what it makes, and the kinds of file that it is written to.

        reel presets
        reel presets movie.mkv

      Of a file, only the presets that make something of its media; a size that is not reached is no hindrance, for \
      nothing is enlarged.

      Exit codes: 0 done; 66 the file is missing or cannot be read.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("A file or URL whose presets are listed.", valueName: "file"), completion: .file())
  var file: String?

  func run() throws {
    var choices: [ExportChoice] = ExportPreset.Preset.allCases.map { .preset($0) } + [.smart, .passThrough]
    if let name = file {
      let file = try StandardInput.file(name)
      do {
        try OpenedMedia(AssetProbe.Input(Location(file))).readHeaders()
      } catch {
        throw Diagnostic(cannotRead: file, error)
      }
      let url = file.contains("://") ? URL(string: file) : nil
      let asset = AVURLAsset(url: url ?? URL(fileURLWithPath: file))
      var error: NSError?
      _ = asset.tracks
      if asset.statusOfValue(forKey: "tracks", error: &error) == .failed {
        throw Diagnostic(
          "cannot read '\(file)'", kind: .input, cause: error?.localizedFailureReason ?? error?.localizedDescription)
      }
      let suited = AVAssetExportSession.graphPresets(compatibleWith: asset)
      choices = choices.filter { choice in
        switch choice {
        case .preset(let preset): suited.contains(preset)
        case .passThrough, .smart: suited.contains(nil)
        }
      }
      guard !choices.isEmpty else {
        throw Diagnostic("no preset suits '\(file)'", kind: .input, cause: "it has nothing that can be exported")
      }
    }
    let width = choices.map(\.text.count).max() ?? 0
    Terminal.output.write(choices.map { "\($0.text.padded(to: width))  \($0.summary)" }.joined(separator: "\n"))
  }
}
