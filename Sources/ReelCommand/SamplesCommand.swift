import ArgumentParser
import MediaGraph
import MovieFile

/// `reel samples`.
struct SamplesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "samples",
    abstract: "Lists every coded sample of a movie file.",
    discussion: """
      Shows when each sample is presented and decoded, how long it lasts, its bytes and whether decoding may start there, \
      in the order of the file:

        reel samples movie.mp4 --track 1

      Times are seconds on the movie's timeline: samples that the edit list cuts off are listed too, with negative or \
      late times. Frames of uncompressed sound come in packets of up to 1024.

      Exit codes: 0 done; 64 there is no such track; 66 the file is missing, damaged or no movie.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("The movie file.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("List one track only, by its identifier.", valueName: "number"))
  var track: UInt32?

  @Flag(help: "Answer with a JSON object.")
  var json = false

  func run() throws {
    let movie = try Diagnostic.reading(file) { () throws(MovieError) in try Movie(path: file) }
    var tracks = movie.tracks
    if let id = track {
      tracks = tracks.filter { $0.id == id }
      guard !tracks.isEmpty else {
        let known = movie.tracks.map { "\($0.id) (\($0.handlerType.text))" }.joined(separator: ", ")
        throw Diagnostic("'\(file)' has no track \(id)", kind: .usage, help: "its tracks are \(known)")
      }
    }
    let listing = try Diagnostic.reading(file) { () throws(MovieError) in try SampleListing(tracks) }
    let output: ([UInt8]) throws -> Void = { try Terminal.output.write(bytes: $0) }
    do {
      try json ? listing.writeJSON(output) : listing.writeText(output)
    } catch let error as MovieError {
      throw Diagnostic(reading: file, error)
    } catch is Terminal.Closed {
      // Whoever was reading has seen enough.
    }
    for problem in movie.problems + tracks.compactMap({ try? $0.samples().problem }) {
      Terminal.error.write("note: \(problem)")
    }
  }
}
