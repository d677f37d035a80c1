import ArgumentParser
import MediaGraph

/// A description file and the values of its graph's parameters.
struct DescriptionOptions: ParsableArguments {
  @ArgumentParser.Argument(
    help: ArgumentHelp("The description file; '-' is standard input.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var file: String

  @OptionGroup private var values: ParameterOptions

  var assignments: [Assignment] { values.assignments }
}

/// The values of a graph's parameters.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A value for a parameter of the graph; may be given several times.", valueName: "name=value"),
    completion: .custom { words, _, _ in ParameterCompletion.candidates(words) })
  var assignments: [Assignment] = []
}
