import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// `reel run`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a graph that a description file describes.",
    discussion: """
      Checks the file and then runs it as fast as the machine can:

        reel run Pipelines/transcode.yaml \\
          --set input=movie.mkv --set output=movie.mp4

      '-' as the file is standard input, and as a value standard input or output, whichever a node needs:

        reel run - --set input=movie.mkv --set output=- < stream.yaml | mpv -

      Ctrl-C ends each output where its slowest track is, so that it is complete, if shorter: what other tracks have \
      beyond, and what encoders still hold, is left out. A second Ctrl-C ends the run at once. Outputs appear when they \
      are complete: a run that fails or is aborted leaves everything as \
      it was.

      Exit codes: 0 done; 64 wrong usage, such as a parameter without value; 65 the description is wrong; 66 an input is \
      missing or cannot be read; 69 an element or plugin is not available; 70 failed while running; 73 an output exists \
      or cannot be made; 130 interrupted.
      """)

  @OptionGroup var description: DescriptionOptions

  @Flag(help: "Let outputs replace files that exist.")
  var overwrite = false

  @Option(help: "The progress to show: a bar on terminals, a line a second elsewhere, JSON lines, or nothing.")
  var progress = ProgressStyle.auto

  @Option(help: ArgumentHelp("Write the graph as it ran to this file, for Graphviz.", valueName: "file"))
  var dot: String?

  // Unconditionally: a value such as -1s is an invalid time, not an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time without progress after which the run fails; 'none' for no limit.", valueName: "time"))
  var stallTimeout = StallTimeout(argument: "30s")!

  @OptionGroup var plugins: PluginOptions

  func run() async throws {
    do {
      let graph = try DescriptionFile.graph(path: description.file, plugins: plugins)
      let bound = try graph.bound(to: description.assignments.values)
      guard description.file != "-" || !bound.readsStandardInput else {
        throw Diagnostic(
          "standard input is the description already", kind: .usage,
          help: "write the description to a file, or name another input")
      }
      try MixedRanges.check(bound)
      let options = RunOptions(overwrite: overwrite, stallTimeout: stallTimeout.duration)
      let run = CommandRun(graph: bound, options: options, progress: progress, isFromFile: true, atEnd: writeDot)
      try await run.finish()
    } catch {
      if progress == .json { RunEvent(failure: error).map { Terminal.output.write($0.line) } }
      throw error
    }
  }

  private func writeDot(of run: GraphRun) throws(Diagnostic) {
    guard let path = dot, let text = run.dot else { return }
    if path == "-" { return Terminal.output.write(text) }
    // Exclusively: an existing file, even the run's own output, is not replaced unless requested.
    let descriptor = open(path, O_CREAT | O_WRONLY | (overwrite ? O_TRUNC : O_EXCL) | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let error = POSIXError(errno: errno)
      throw Diagnostic(
        writing: path, underlying: error, help: error.code == .EEXIST ? "add --overwrite, or choose another name" : nil)
    }
    Terminal(descriptor: descriptor).write(text)
    close(descriptor)
  }
}
