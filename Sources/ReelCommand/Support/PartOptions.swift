import ArgumentParser
import CoreMedia
import MediaEngine
import MediaGraph

/// A part of an export, in the form of `--part`: `3/8`.
struct PartNumber: ExpressibleByArgument {
  let number: Int
  let count: Int

  init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number >= 1, number <= count,
      count <= ExportParts.limit
    else { return nil }
    (self.number, self.count) = (number, count)
  }
}

/// The options of commands whose output can be made in parts.
struct PartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make one part of the output, such as 3/8: a QuickTime movie that is joined with the others.",
      valueName: "part"))
  var part: PartNumber?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Join IN, which is a part, with these other parts into OUT.", valueName: "parts"),
    completion: .file())
  var join: [String] = []

  /// Runs an export, one part of it, or joins parts, as the options say.
  ///
  /// - Parameters:
  ///   - isPrinted: True to print the graph that would run instead.
  ///   - whole: Returns the graph of the export in one; not called for a join, whose input is a part.
  func run(
    _ input: String, to output: String, overwrite: Bool, progress: ProgressStyle, isPrinted: Bool,
    whole: () throws -> Graph
  ) async throws {
    if !join.isEmpty {
      guard !isPrinted else { throw ValidationError("--join copies what parts have; it has no graph to print.") }
      return try await joinParts(first: input, to: output, overwrite: overwrite, progress: progress)
    }
    let graph = try await graph(of: whole(), to: Location(output))
    if isPrinted { return Terminal.output.write(try graph.yaml()) }
    try await EmptyExport.check(graph)
    // A part that ends early cannot be joined.
    try await CommandRun(graph: graph, overwrite: overwrite, progress: progress, isAllOrNothing: part != nil).finish()
  }

  /// Returns the graph of the part that is asked for, or of the whole.
  private func graph(of whole: Graph, to output: Location) async throws -> Graph {
    guard let part else { return whole }
    guard output.text.lowercased().hasSuffix(".mov") else {
      throw ValidationError("A part is a QuickTime movie: end its name with .mov. The joined file may be of any kind.")
    }
    return try await ExportParts.planned(of: whole, count: part.count).graph(of: part.number, to: output)
  }

  /// Joins parts into a file, in the manner of a copy.
  private func joinParts(first: String, to output: String, overwrite: Bool, progress: ProgressStyle) async throws {
    guard part == nil else { throw ValidationError("--part makes a part, --join puts parts together.") }
    var work = ExportJoin([first] + join.filter { $0 != first }, to: output)
    work.overwrite = overwrite
    let signals = StopSignals(graceful: []) { _ in }
    defer { signals.ignore() }
    do {
      let bytes = try await work.result(
        shouldStop: { signals.wasReceived }, notice: { Terminal.error.write("note: \($0)") })
      Terminal.output.write(
        progress == .json ? #"{"event":"finished","bytes":\#(bytes)}"# : "\(output)  \(bytes) bytes")
    } catch is ExportJoin.Stopped {
      throw Interruption()
    }
  }
}
