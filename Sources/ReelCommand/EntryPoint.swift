import ArgumentParser
import Dispatch
import Foundation
import MediaEngine
import MediaGraph
internal import MediaSource

/// The entry point for the launcher: parses the command line, runs a subcommand and returns the exit code.
@_cdecl("reel_main")
public func reelMain(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  // A closed reader, or a file that exceeds its size limit, must make a call fail rather than end the process.
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
  ProcessMemory.shareAmongThreads()
  let words = (1..<max(1, Int(count))).compactMap { arguments[$0].map { String(cString: $0) } }
  // GStreamer takes as long to start as all the rest: it does so beside the parsing of the command line and of the files.
  let engine = EngineStart.isNeeded(by: words) ? EngineStart() : nil
  defer { engine?.wait() }
  do {
    if let problem = UnknownCommand.problem(words) { throw problem }
    var command = try Reel.parse(words)
    guard let asynchronous = command as? any AsyncParsableCommand else {
      try command.run()
      return exitCode()
    }
    runAndExit(asynchronous, engine)
  } catch {
    return report(error, of: Reel.command(named: words), words)
  }
}

extension EngineStart {
  /// True for a command that comes to nothing without GStreamer, unless only its help or its graph is asked for.
  fileprivate static func isNeeded(by words: [String]) -> Bool {
    guard let command = words.first, ["check", "explain", "image", "sheet", "transcode", "waveform"].contains(command)
    else {
      return false
    }
    return words.count > 1 && Set(["-h", "--help", "-help", "--version", "--yaml"]).isDisjoint(with: words)
  }
}

/// Runs a command while the main actor and the main queue run, which nodes may use.
private func runAndExit(_ command: sending any AsyncParsableCommand, _ engine: EngineStart?) -> Never {
  Task {
    var command = command
    let code: Int32
    do {
      try await command.run()
      code = exitCode()
    } catch {
      code = report(error, of: type(of: command))
    }
    // Nothing else is left to do for this thread.
    engine?.wait()
    exit(code)
  }
  dispatchMain()
}

/// The exit code of a command that has done its work: what it printed has to be there too.
private func exitCode() -> Int32 { Terminal.outputProblem.map { report($0) } ?? 0 }

/// Reports an error to standard error or output.
///
/// - Parameters:
///   - command: The subcommand whose usage is shown with errors of the command line.
///   - words: The command line that could not be parsed.
/// - Returns: the exit code.
private func report(
  _ error: any Error, of command: any ParsableCommand.Type = Reel.self, _ words: [String] = []
) -> Int32 {
  switch error {
  case let problems as Diagnostics:
    Terminal.error.write(problems.description)
    return problems.exitCode
  case let problem as Diagnostic:
    return report(Diagnostics([problem]))
  case let error as MediaError:
    return report(Diagnostic(error))
  case is Interruption, is CancellationError:
    Terminal.error.write("interrupted: nothing was written")
    return Interruption.exitCode
  default:
    // Help and versions, and errors of the argument parser, which calls errors of others plain failures.
    let code = Reel.exitCode(for: error)
    if code == .failure { return report(Diagnostic(MediaError(error, during: .reading))) }
    if code == .validationFailure {
      let report = UsageReport(error, of: command, words)
      Terminal.error.write(report.text)
      return report.problem.kind.exitCode
    }
    let text = Reel.fullMessage(for: error)
    if !text.isEmpty { (code == .success ? Terminal.output : Terminal.error).write(text) }
    return code == .success ? exitCode() : code.rawValue
  }
}
