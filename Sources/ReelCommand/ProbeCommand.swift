import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// `reel probe`.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Says what is in a movie or sound file.",
    discussion: """
      Shows the kind of file, its duration and its tracks; of movies, MP3 and AAC also their edits, the samples that are \
      heard, the metadata with key space and key, and the chapters:

        reel probe movie.mp4

      Exit codes: 0 done; 66 the file is missing, cannot be read or holds no media.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("The file, or a URL.", valueName: "file"), completion: .file())
  var file: String

  @Flag(help: "Answer with a JSON object.")
  var json = false

  func run() async throws {
    guard let location = try? Location(parsing: file) else { throw ValidationError("The file needs a name.") }
    let probe = try await AssetProbe.probe(location)
    Terminal.output.write(json ? ProbeReport(file, probe).json : probe.text(of: file))
  }
}
