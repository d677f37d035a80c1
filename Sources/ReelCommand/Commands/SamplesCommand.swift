internal import MediaSource
import ArgumentParser
import MediaEngine
import MediaGraph
import MovieFile

/// `reel samples`.
struct SamplesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Lists every coded sample of a movie or sound file.",
    discussion: """
      Shows when each sample is presented and decoded, how long it lasts, its bytes and whether decoding may start there, \
      in the order of the file:

        reel samples movie.mp4 --track 1

      Times are seconds on the file's timeline: samples that an edit list cuts off, and what encoders put before the \
      sound, are listed too, with negative or late times. Frames of uncompressed sound come in packets of up to 1024.

      Files of all kinds that can be played are listed: besides movies Matroska, WebM, MPEG streams, AVI, FLV, Ogg, FLAC, \
      WAV, AIFF, CAF, MP3, AAC, AMR and others. Times are no finer than those of the file: Matroska's are milliseconds. \
      MPEG streams begin at zero. "offset", the sample's place in the file, is left out where the container cuts samples \
      into pieces or its reader does not tell it: it is there for movies, MP3, AAC, CAF, WAV and AIFF.

      Exit codes: 0 done; 64 there is no such track; 66 the file is missing, damaged or no media.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The file or URL; '-' is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("List one track only, by its identifier.", valueName: "number"))
  var track: UInt32?

  @Flag(help: "Answer with a JSON object.")
  var json = false

  func run() throws {
    do {
      let listed = try ListedFile(OpenedMedia(AssetProbe.Input(Location(StandardInput.file(file)))))
      let entries = try chosen(of: listed)
      let listing = try listed.listing(of: entries)
      let output: ([UInt8]) throws -> Void = { try Terminal.output.write(bytes: $0) }
      do {
        try json ? listing.writeJSON(output) : listing.writeText(output)
      } catch is Terminal.Closed {
        // A reader that has closed the pipe is no error.
      }
      for problem in listed.problems(of: entries) { Terminal.error.write("note: \(problem)") }
    } catch let error as MovieError {
      throw Diagnostic(reading: file, error)
    }
  }

  private func chosen(of listed: ListedFile) throws -> [ListedFile.Entry] {
    guard let id = track else { return listed.entries }
    let chosen = listed.entries.filter { $0.id == id }
    guard chosen.isEmpty else { return chosen }
    let known = listed.entries.map { "\($0.id) (\($0.mediaType))" }.joined(separator: ", ")
    throw Diagnostic("'\(file)' has no track \(id)", kind: .usage, help: "its tracks are \(known)")
  }
}
