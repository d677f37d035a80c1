import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// Runs a graph made by a command, with progress.
///
/// An interruption ends it with a complete file, which is shorter, or without one if only the whole is of use; a second one
/// ends it at once without output.
struct CommandRun {
  let graph: Graph
  let overwrite: Bool
  let progress: ProgressStyle
  /// True if only the whole output is of use.
  var isAllOrNothing = false
  /// The passes of encoders that do not make all of them here.
  var passes: [String: EncoderPass] = [:]

  /// Runs the graph and says what was written.
  func finish() async throws {
    let result = try await run()
    graph.reports.write(progress == .json ? RunEvent(result).line : result.summary)
  }

  /// - Throws: `ExitCode` once an interrupted run is summed up.
  func run() async throws -> RunResult {
    var options = RunOptions(overwrite: overwrite)
    options.assets.passes = passes
    let run = GraphRun(graph, options: options)
    let work = Task { try await run.result() }
    let signals = StopSignals(graceful: isAllOrNothing ? [] : [.interrupt, .terminate]) {
      [progress, reports = graph.reports] request in
      switch request {
      case .stop:
        run.stop()
        progress.announceStop(reports)
      case .abort: work.cancel()
      }
    }
    defer { signals.ignore() }
    let hasMoved = await progress.show(run, graph.reports)
    do {
      let result = try await work.value
      guard result.end == .stopped else { return result }
      graph.reports.write(progress == .json ? RunEvent(result).line : result.summary)
      throw ExitCode(Interruption.exitCode)
    } catch is CancellationError {
      throw Interruption()
    } catch is Diagnostics where signals.wasReceived && !hasMoved {
      throw Interruption()
    } catch let problem as Diagnostic {
      throw Diagnostics([Self.ofCommandLine(problem)])
    } catch let problems as Diagnostics {
      throw Diagnostics(problems.all.map(Self.ofCommandLine))
    }
  }

  /// The command line is all that describes the graph.
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
