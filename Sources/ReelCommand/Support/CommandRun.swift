import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// Runs a graph, with progress.
///
/// An interruption ends it with a complete file, which is shorter, or without one if only the whole is of use; a second one
/// ends it at once without output.
struct CommandRun {
  let graph: Graph
  let options: RunOptions
  let progress: ProgressStyle
  /// True if only the whole output is of use.
  var isAllOrNothing = false
  /// True if a file describes the graph; an error in a graph that the command line describes is wrong usage.
  var isFromFile = false
  /// Writes what a run leaves beside its outputs, whether it succeeds or fails.
  var atEnd: (GraphRun) throws(Diagnostic) -> Void = { _ in }

  private var gracefulSignals: [StopSignal] {
    guard !isAllOrNothing else { return [] }
    let asked = graph.stop?.signals ?? []
    return asked.isEmpty ? [.interrupt, .terminate] : asked
  }

  /// Runs the graph and says what was written.
  func finish() async throws { report(try await run()) }

  /// - Throws: `ExitCode` once a run that was interrupted, or that has lost branches, is summed up.
  func run() async throws -> RunResult {
    let run = GraphRun(graph, options: options)
    let work = Task { try await run.result() }
    let signals = StopSignals(graceful: gracefulSignals) { [progress, reports = graph.reports] request in
      switch request {
      case .stop:
        run.stop()
        progress.announceStop(reports)
      case .abort: work.cancel()
      }
    }
    defer { signals.ignore() }
    let hasMoved = await progress.show(run, graph.reports)
    switch await work.result {
    case .success(let result):
      try atEnd(run)
      try checkEnd(of: result)
      return result
    case .failure(let error):
      // Both errors are reported, but the failure decides the exit code.
      do { try atEnd(run) } catch { Terminal.error.write("\(Diagnostics([error]))\n") }
      if error is CancellationError || signals.wasReceived && !hasMoved { throw Interruption() }
      throw isFromFile ? error : Self.ofCommandLine(error)
    }
  }

  private func report(_ result: RunResult) {
    graph.reports.write(progress == .json ? RunEvent(result).line : result.summary)
  }

  private func checkEnd(of result: RunResult) throws(ExitCode) {
    let problems = result.branchProblems
    guard problems != nil || result.end == .stopped else { return }
    report(result)
    guard let problems else { throw ExitCode(Interruption.exitCode) }
    // The files of the other branches are complete, and were announced.
    Terminal.error.write("\(problems)\n")
    throw ExitCode(problems.exitCode)
  }

  /// Returns an error of a graph that nothing but the command line describes.
  private static func ofCommandLine(_ error: any Error) -> any Error {
    switch error {
    case let problem as Diagnostic: Diagnostics([ofCommandLine(problem)])
    case let problems as Diagnostics: Diagnostics(problems.all.map(ofCommandLine))
    default: error
    }
  }

  private static func ofCommandLine(_ problem: Diagnostic) -> Diagnostic {
    guard problem.kind == .description else { return problem }
    var problem = problem
    problem.kind = .usage
    return problem
  }
}

/// The format of an image file written by a command.
enum ImageFile: String {
  case png, jpeg

  /// Selects the format by the name's extension; standard output gets PNG.
  init(path: String) throws {
    if path == "-" {
      self = .png
      return
    }
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    default:
      throw Diagnostic(
        "'\(path)' is no name of a picture", kind: .usage, help: "end it with .png, .jpg or .jpeg")
    }
  }
}

extension Graph {
  /// Encodes one frame and writes it to a file that appears complete or not at all.
  mutating func write(_ image: Output<RawVideo>, to path: String, as file: ImageFile, quality: Int) {
    let output = add("file", FileWrite { $0.url = Location(path) })
    switch file {
    case .png:
      let png = add("png", ImageEncodePNG())
      connect(image, to: png.input)
      connect(png.output, to: output.input)
    case .jpeg:
      let jpeg = add("jpeg", ImageEncodeJPEG { $0.quality = quality })
      connect(image, to: jpeg.input)
      connect(jpeg.output, to: output.input)
    }
  }
}
