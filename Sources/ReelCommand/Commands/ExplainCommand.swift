import ArgumentParser
import MediaEngine
import MediaGraph

/// `reel explain`.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Shows a graph as it is going to run, without running it.",
    discussion: """
      Templates are in their places, and each node shows the elements that do its work, converters and queues too, and \
      why they were chosen:

        reel explain Pipelines/web.yaml --set bitrate=3Mb/s

      --yaml prints the same graph as a description file: change a node, put another one in, run it. What has no value \
      stays a parameter of it.

      A timeline may stand alone, as for 'reel render'.

      Exit codes: 0 done; 64 wrong usage; 65 the description is wrong; 66 the description or an input is missing or cannot \
      be read; 69 an element or plugin is not available.
      """)

  @OptionGroup var description: DescriptionOptions

  @Flag(help: "Print the graph as a description file, with all templates in their places.")
  var yaml = false

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let values = description.assignments.values
    let described = try DescriptionFile.graph(path: description.file, plugins: plugins, openEnds: \.loneTimeline)
    try described.check(with: values)
    let graph = try described.binding(values)
    if yaml {
      let flat = try GraphChecker(openEnds: graph.loneTimeline).check(graph.expanded())
      try Diagnostics.check(flat.problems)
      return Terminal.output.write(try flat.graph.withPlainNames().yaml())
    }
    let plan = try GraphPlan(graph)
    try Diagnostics.check(EngineCheck().inputProblems(of: graph))
    try MixedRanges.check(graph)
    Terminal.output.write(PlanText(plan, of: graph).text)
  }
}
