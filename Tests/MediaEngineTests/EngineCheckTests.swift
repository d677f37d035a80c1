@testable import GStreamer
import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct EngineCheckTests {
  /// An effect whose creation fails.
  struct UnavailableNode: ClosureNode {
    static let type: NodeType = "test.unwilling"
    static let summary = "Does not want to be made."

    @Port(in: "in", "Pictures.") var input: Input<RawVideo>
    @Port(out: "out", "None.") var output: Output<RawVideo>

    func makeClosure() throws -> VideoEffect { throw GStreamerError.badCaps("nothing") }
  }

  @Test(arguments: [false, true]) func codeThatThrows_isAProblemOfItsNode(deep: Bool) throws {
    var (graph, source) = Graph.frames(1)
    let effect = graph.add("effect", UnavailableNode())
    graph.connect(source, to: effect.input)
    graph.connect(effect.output, to: graph.add("null", Null()).input)
    let check = EngineCheck()
    let problems = try deep ? check.deepProblems(of: graph) : check.problems(of: graph)
    #expect(problems.map(\.message) == ["'effect' cannot be set up"])
    #expect(problems.map(\.cause) == ["'nothing' is no description of a format"])
  }
}
