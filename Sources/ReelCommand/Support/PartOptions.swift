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

  @Flag(
    help: ArgumentHelp("Only measure the pictures of the part, for an export in two passes: OUT is for --measured."))
  var measure = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Make the part in the second pass, by what --measure has made of all parts.", valueName: "measured"),
    completion: .file())
  var measured: [String] = []

  /// True if the command makes a part, or joins parts.
  var isUsed: Bool { part != nil || !join.isEmpty || measure }

  /// Returns the name by which the kind of an output is known: measures are those of a part, which is a QuickTime movie.
  func typed(_ output: String) -> String { measure ? "\(output).mov" : output }

  /// Runs an export, one part of it, or joins parts, as the options say.
  ///
  /// - Parameters:
  ///   - whole: Returns the graph of the export in one; not called for a join, whose input is a part.
  func run(
    _ input: String, to output: String, _ running: GraphOptions, whole: () throws -> Graph
  ) async throws {
    if !join.isEmpty {
      guard !running.yaml else { throw ValidationError("--join copies what parts have; it has no graph to print.") }
      return try await joinParts(first: input, to: output, running)
    }
    guard let part else {
      guard !measure, measured.isEmpty else { throw ValidationError("--measure and --measured are for a --part.") }
      let graph = try whole()
      if running.yaml { return Terminal.output.write(try graph.yaml()) }
      try await EmptyExport.check(graph)
      return try await running.run(of: graph).finish()
    }
    try checkUsage(output, isPrinted: running.yaml)
    let plan = try await ExportParts.planned(of: whole(), count: part.count)
    if measure {
      return try await measure(part.number, of: plan, to: output, running)
    }
    let pass = try second(part, of: plan, to: output)
    if running.yaml { return Terminal.output.write(try pass.graph.yaml()) }
    try await EmptyExport.check(pass.graph)
    // A part that ends early cannot be joined.
    try await running.run(of: pass.graph, isAllOrNothing: true, passes: pass.passes).finish()
    withExtendedLifetime(pass) {}
  }

  /// - Throws: `ValidationError` for options of a part that do not go together.
  private func checkUsage(_ output: String, isPrinted: Bool) throws {
    if measure {
      guard !isPrinted, measured.isEmpty else {
        throw ValidationError("--measure makes a file of measures: it goes neither with --yaml nor with --measured.")
      }
    } else if !output.lowercased().hasSuffix(".mov") {
      throw ValidationError("A part is a QuickTime movie: end its name with .mov. The joined file may be of any kind.")
    }
  }

  /// Measures the frames of a part into a file.
  private func measure(
    _ number: Int, of plan: ExportParts, to output: String, _ running: GraphOptions
  ) async throws {
    let location = Location(output)
    if let problem = OutputFile(location, overwrite: running.overwrite).problem(at: nil) { throw problem }
    let work = try plan.measurement(of: number, options: RunOptions())
    _ = try await running.run(of: work.graph, isAllOrNothing: true, passes: work.passes).run()
    report(try work.write(to: location, overwrite: running.overwrite), output, running.progress)
  }

  /// Says what was written without a run.
  private func report(_ bytes: Int, _ output: String, _ progress: ProgressStyle) {
    Terminal.output.write(
      progress == .json ? #"{"event":"finished","bytes":\#(bytes)}"# : "\(output)  \(bytes) bytes")
  }

  /// Plans the making of a part: its only pass, or the second one.
  private func second(_ part: PartNumber, of plan: ExportParts, to output: String) throws -> PartPass {
    guard !plan.hasTwoPasses || !measured.isEmpty else {
      throw ValidationError(
        "Parts with two passes share the bits: measure all of them with --measure, and name what that makes with --measured."
      )
    }
    return try plan.pass(of: part.number, to: Location(output), by: measured, options: RunOptions())
  }

  /// Joins parts into a file, in the manner of a copy.
  private func joinParts(first: String, to output: String, _ running: GraphOptions) async throws {
    guard part == nil else { throw ValidationError("--part makes a part, --join puts parts together.") }
    var work = ExportJoin([first] + join.filter { $0 != first }, to: output)
    work.overwrite = running.overwrite
    let signals = StopSignals(graceful: []) { _ in }
    defer { signals.ignore() }
    do {
      let bytes = try await work.result(
        shouldStop: { signals.wasReceived }, notice: { Terminal.error.write("note: \($0)") })
      report(bytes, output, running.progress)
    } catch is ExportJoin.Stopped {
      throw Interruption()
    }
  }
}
