import ArgumentParser
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph

/// `reel probe`.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Says what is in a movie or sound file.",
    discussion: """
      Shows the kind of file, its duration and its tracks:

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

/// The JSON form: durations in seconds, bit rates in bits a second; what is not known is left out.
private struct ProbeReport: Encodable {
  struct Track: Encodable {
    let kind: String
    let id: Int?
    let codec: String?
    let format: String?
    let language: String?
    let bitRate: Int?
    let width: Int?
    let height: Int?
    let frameRate: String?
    let sampleRate: Int?
    let channels: Int?
  }

  let file: String
  let container: String?
  let duration: Double?
  let tracks: [Track]

  init(_ file: String, _ probe: AssetProbe) {
    self.file = file
    container = probe.container
    duration = probe.duration.isNumeric ? probe.duration.seconds : nil
    tracks = probe.tracks.map { track in
      Track(
        kind: track.kind.rawValue, id: track.id, codec: track.codec, format: track.format, language: track.language,
        bitRate: track.bitRate, width: track.size?.width, height: track.size?.height, frameRate: track.frameRate?.text,
        sampleRate: track.sampleRate, channels: track.channels)
    }
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

extension AssetProbe {
  /// A line for the file and one for each track.
  fileprivate func text(of file: String) -> String {
    let facts = [container, duration.isNumeric ? duration.clockText : nil].compactMap { $0 }
    let head = facts.isEmpty ? file : "\(file): \(facts.joined(separator: ", "))"
    return ([head] + tracks.map { "  \($0.kind.rawValue.padded(to: 5))  \($0.text)" }).joined(separator: "\n")
  }
}

extension AssetProbe.Track {
  fileprivate var text: String {
    [
      codec ?? format ?? "unknown",
      size?.text,
      frameRate.map { "\($0.denominator == 1 ? "\($0.numerator)" : $0.text) fps" },
      sampleRate.map { "\($0) Hz" },
      channels.map { $0 == 1 ? "1 channel" : "\($0) channels" },
      language,
      bitRate.map { "\(($0 + 500) / 1000) kb/s" },
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
