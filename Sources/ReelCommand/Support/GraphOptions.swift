import ArgumentParser
import MediaEngine
import MediaGraph

/// The options of commands that make a graph: whether it is printed or run, and how it runs.
struct GraphOptions: ParsableArguments {
  @Flag(help: "Replace the output if it exists.")
  var overwrite = false

  @Option(help: "The progress to show: a bar on terminals, a line a second elsewhere, JSON lines, or nothing.")
  var progress = ProgressStyle.auto

  @Flag(help: "Print the graph that would run, as a description file, instead of running it.")
  var yaml = false

  /// Returns the run of a graph.
  ///
  /// - Parameters:
  ///   - isAllOrNothing: True if only the whole output is of use.
  ///   - passes: The passes of encoders that do not make all of them here.
  func run(of graph: Graph, isAllOrNothing: Bool = false, passes: [String: EncoderPass] = [:]) -> CommandRun {
    var options = RunOptions(overwrite: overwrite)
    options.assets.passes = passes
    return CommandRun(graph: graph, options: options, progress: progress, isAllOrNothing: isAllOrNothing)
  }
}
