internal import MediaSource
import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// `reel probe`.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Says what is in movie and sound files.",
    discussion: """
      Shows the kind of file, its duration and its tracks; of movies, MP3 and AAC also their edits, the samples that are \
      heard, the metadata with key space and key, and the chapters; and what AVFoundation makes of it:

        reel probe movie.mp4

      Of a folder, all media in it and in its folders are listed, a line each:

        reel probe ~/Videos

      Exit codes: 0 done; 66 a file is missing, cannot be read or holds no media; the others are shown all the same.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files, URLs or folders; '-' is standard input.", valueName: "file"), completion: .file())
  var files: [String]

  @Flag(help: "Answer with a JSON object; with a list of them for several files.")
  var json = false

  @Flag(help: "Count what a format makes dear to know, instead of estimating it.")
  var precise = false

  func run() async throws {
    var problems: [Diagnostic] = []
    var reports: [any Encodable] = []
    for (number, file) in files.enumerated() {
      do throws(Diagnostic) {
        if let summary = try await FolderSummary(file) {
          reports.append(summary)
          if !json { Terminal.output.write((number > 0 ? "\n" : "") + summary.text) }
          problems += summary.problems
          continue
        }
        let location = try location(StandardInput.file(file))
        let probe = try await AssetProbe.probe(location)
        let view = await AssetView(of: location, isPrecise: precise)
        let name = file == "-" ? StandardInput.name : file
        reports.append(ProbeReport(name, probe, view))
        if !json { Terminal.output.write((number > 0 ? "\n" : "") + probe.text(of: name, view)) }
      } catch {
        problems.append(error)
      }
    }
    if json, files.count > 1 || !reports.isEmpty {
      Terminal.output.write(try files.count == 1 ? reports[0].json() : JSONList(values: reports).json())
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
  }

  private func location(_ file: String) throws(Diagnostic) -> Location {
    guard let location = try? Location(parsing: file) else {
      throw Diagnostic("a file needs a name", kind: .usage)
    }
    return location
  }
}

/// A list of values of different types.
private struct JSONList: Encodable {
  let values: [any Encodable]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in values { try container.encode(value) }
  }
}
