import Foundation
import MediaGraph
public import MovieFile

/// A movie file made of another one's samples, as they are: nothing is decoded.
///
/// The output appears complete or not at all; in fragments it is written under its own name, and can be read up to its last
/// whole fragment at any time.
public struct MovieRemux: Sendable {
  public var input: String
  public var output: String
  /// The kind of file; nil for what the output's name says.
  public var format: MovieFormat?
  public var overwrite = false
  /// Whether playback can begin before all of the file is there.
  public var headersFirst = false
  /// How long a fragment is; nil for a file in one piece.
  public var fragmentInterval: CMTime?

  public init(from input: String, to output: String) {
    (self.input, self.output) = (input, output)
  }

  /// What ends a copy early.
  public struct Stopped: Error {}

  /// Copies; blocks until it is done.
  ///
  /// - Parameters:
  ///   - shouldStop: Asked between pieces of half a second; the copy then ends and leaves nothing.
  ///   - progress: Called with the bytes of samples that are copied, and of all.
  /// - Returns: Bytes of the output.
  /// - Throws: `Diagnostic`; `Stopped`.
  public func run(shouldStop: () -> Bool = { false }, progress: (Int64, Int64) -> Void = { _, _ in }) throws -> Int {
    let format = try format ?? Self.format(of: output)
    let location = Location(output)
    let file = OutputFile(location, overwrite: overwrite)
    if let problem = file.problem(at: nil) { throw problem }
    let copy: MovieCopy
    do throws(MovieError) {
      copy = try MovieCopy(Movie(path: input), to: format)
    } catch {
      throw Self.diagnostic(error, input: input, output: output)
    }
    if let problem = copy.movie.problems.first { throw Self.diagnostic(problem, input: input, output: output) }
    var hasStopped = false
    let body = { (sink: FileByteSink) throws(MovieError) in
      let watch = { (done: Int64, all: Int64) throws(MovieError) in
        hasStopped = shouldStop()
        if hasStopped { throw MovieError(.unwritable, "stopped") }
        progress(done, all)
      }
      if let fragmentInterval {
        try copy.write(to: sink, layout: .fragments(interval: fragmentInterval), progress: watch)
      } else {
        try copy.write(to: sink, headersFirst: headersFirst, progress: watch)
      }
    }
    do {
      return try fragmentInterval == nil ? write(to: file, body) : writeUnderItsName(body)
    } catch let error as MovieError {
      if hasStopped { throw Stopped() }
      throw Self.diagnostic(error, input: input, output: output)
    }
  }

  private func write(to file: OutputFile, _ body: (FileByteSink) throws(MovieError) -> Void) throws -> Int {
    guard file.isRenamed else {
      throw Diagnostic("cannot write '\(output)'", kind: .output, cause: "a movie in one piece goes into a regular file")
    }
    do {
      try body(FileByteSink(creating: file.temporaryPath))
      return file.finish(try file.place(at: nil))
    } catch {
      file.discard()
      throw error
    }
  }

  private func writeUnderItsName(_ body: (FileByteSink) throws(MovieError) -> Void) throws -> Int {
    if overwrite { unlink(output) }
    let sink = try FileByteSink(creating: output)
    try body(sink)
    return Int(sink.count)
  }

  /// The kind of file that a name says.
  private static func format(of path: String) throws(Diagnostic) -> MovieFormat {
    let name = URL(fileURLWithPath: path).pathExtension.lowercased()
    let others: [String: MovieFormat] = ["qt": .mov, "m4b": .m4a, "3gpp": .threeGP, "3g2": .threeGP]
    guard let format = MovieFormat(rawValue: name) ?? others[name] else {
      throw Diagnostic(
        "cannot write '\(path)'", kind: .usage,
        cause: name.isEmpty ? "its name says no kind of file" : "'.\(name)' is no kind of movie file",
        help: "end the name with .mov, .mp4, .m4a, .m4v or .3gp")
    }
    return format
  }

  private static func diagnostic(_ error: MovieError, input: String, output: String) -> Diagnostic {
    switch error.code {
    case .unwritable: return Diagnostic("cannot write '\(output)'", kind: .output, cause: error.message)
    case .unfit:
      return Diagnostic(
        "cannot write '\(output)'", kind: .output, cause: error.message, help: "choose another kind of file, such as .mov")
    default:
      let place = [error.box.isEmpty ? nil : "in \(error.box)", error.offset.map { "at byte \($0)" }].compactMap { $0 }
      return Diagnostic(
        "cannot read '\(input)'", kind: .input, notes: place.isEmpty ? [] : [place.joined(separator: " ")],
        cause: error.message)
    }
  }
}
