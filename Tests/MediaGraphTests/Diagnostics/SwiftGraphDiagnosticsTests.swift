import MediaGraph
import Testing

/// Graphs made in Swift have no source locations: errors name the node.
@Suite struct SwiftGraphDiagnosticsTests {
  private static func problems(_ graph: Graph) -> String {
    Diagnostics(GraphChecker(registry: Registry()).check(graph).problems).description
  }

  @Test func aValueOutOfRange_namesItsNode() {
    var graph = Graph()
    let video = graph.add("v", TestVideo())
    let scale = graph.add("s", VideoScale { $0.height = 1 })
    graph.connect(video.output, to: scale.input)
    graph.connect(scale.output, to: graph.add("n", Null()).input)
    #expect(
      Self.problems(graph) == """
        error: height must be from 2 to 16384
           = note: in node 's' (video.scale)
        """)
  }

  @Test func twoNodesOfOneName() {
    var graph = Graph()
    let video = graph.add("v", TestVideo())
    graph.connect(video.output, to: graph.add("n", Null()).input)
    graph.add("v", TestVideo())
    #expect(Self.problems(graph) == "error: two nodes are named 'v'")
  }

  @Test func aPortOfAnotherGraph_isNoNodeHere() {
    var graph = Graph()
    var other = Graph()
    let video = graph.add("v", TestVideo())
    let null = other.add("elsewhere", Null())
    graph.connect(video.output, to: null.input)
    #expect(
      Self.problems(graph) == """
        error: there is no node 'elsewhere'
           = note: an output is linked to it
        """)
  }

  @Test func anUnknownTypeByName() {
    var graph = Graph()
    graph.add("x", NamedNode(use: "watermark.text", with: ["text": "hello"]))
    #expect(
      Self.problems(graph) == """
        error: unknown node type 'watermark.text'
           = help: 'reel nodes' lists the types
        """)
  }

  @Test func aPortByNameOfTheWrongType() {
    var graph = Graph()
    let gst = graph.add(
      "tone",
      GstElement {
        $0.element = "audiotestsrc"; $0.to = .rawAudio
      })
    let encoder = graph.add("h264", VideoEncodeH264())
    graph.connect(gst.port(out: "out", as: RawVideo.self), to: encoder.input)
    graph.connect(encoder.output, to: graph.add("n", Null()).input)
    #expect(
      Self.problems(graph) == """
        error: 'h264' cannot read 'tone.out'
           = note: 'h264.in' takes video/raw
        """)
  }
}
