import MediaGraph
import Testing

/// What has to be done to one graph so that it becomes another, without anything that runs.
@Suite struct GraphDifferenceTests {
  /// A source that is shown.
  private func shown() -> Graph {
    var graph = Graph()
    let source = graph.add("source", TestVideo())
    graph.connect(source.output, to: graph.add("look", Null()).input)
    return graph
  }

  /// The same, and recorded.
  private func recorded(to url: Location = "out.mkv") -> Graph {
    var graph = shown()
    let h264 = graph.add("h264", VideoEncodeH264())
    let mkv = graph.add("mkv", MuxMKV())
    graph.connect(Output<RawVideo>(node: "source", port: "out"), to: h264.input)
    graph.connect(h264.output, to: mkv.input)
    graph.connect(mkv.output, to: graph.add("file", FileWrite { $0.url = url }).input)
    return graph
  }

  private func difference(_ old: Graph, _ new: Graph) -> GraphDifference {
    GraphDifference(from: old, to: new) { node, parameter in
      Registry.shared.declaration(of: node.use)?.parameter(parameter)?.isLive ?? false
    }
  }

  @Test func equalGraphs_haveNone() {
    #expect(difference(recorded(), recorded()).isEmpty)
    var turned = recorded()
    turned.nodes.reverse()
    #expect(difference(recorded(), turned).isEmpty)
  }

  @Test func branch_comesAndGoes() {
    let begin = difference(shown(), recorded())
    #expect(begin.added.map(\.name) == ["h264", "mkv", "file"])
    #expect(begin.removed.isEmpty && begin.relinked.isEmpty)
    let end = difference(recorded(), shown())
    #expect(end.removed.map(\.name) == ["h264", "mkv", "file"])
    #expect(end.added.isEmpty && end.relinked.isEmpty)
  }

  @Test func anotherFile_isAnotherNode() {
    let change = difference(recorded(), recorded(to: "other.mkv"))
    #expect(change.added.map(\.name) == ["file"])
    #expect(change.removed.map(\.name) == ["file"])
    #expect(change.relinked.isEmpty)
  }

  @Test func input_isSwitched() {
    var (old, new) = (shown(), shown())
    old.add("other", TestVideo())
    new.add("other", TestVideo())
    new["look"]?.inputs[0].source = .node("other", port: "out")
    let change = difference(old, new)
    #expect(change.added.isEmpty && change.removed.isEmpty)
    #expect(change.relinked.map(\.node) == ["look"])
    #expect(change.relinked.map(\.source) == [.node("other", port: "out")])
  }

  @Test func replacedSource_isReadAnew() {
    var new = shown()
    new["source"]?.arguments["size"] = "640x480"
    let change = difference(shown(), new)
    #expect(change.removed.map(\.name) == ["source"])
    #expect(change.added.map(\.name) == ["source"])
    #expect(change.relinked.map(\.node) == ["look"])
  }

  @Test func liveParameter_isSetAndAnyOtherMakesAnotherNode() {
    var graph = Graph()
    graph.add("volume", AudioVolume())
    var louder = graph
    louder["volume"]?.arguments["gain"] = "2"
    let change = difference(graph, louder)
    #expect(change.added.isEmpty)
    #expect(change.settings.map(\.parameter) == ["gain"])
    #expect(change.settings.map(\.value) == ["2"])
    #expect(difference(louder, graph).settings.map(\.value) == [nil])
  }

  @Test func delivery_isAChangeOfItsOwn() {
    var off = shown()
    off["look"]?.delivery = .nothing
    let change = difference(shown(), off)
    #expect(change.deliveries == ["look": .nothing])
    #expect(change.added.isEmpty && change.removed.isEmpty)
  }

  @Test func nodeWithAnotherNumberOfInputs_isAnotherNode() {
    var more = recorded()
    let aac = more.add("aac", AudioEncodeAAC())
    more.connect(aac.output, to: Input<AnyTrack>(node: "mkv", port: "in"))
    let change = difference(recorded(), more)
    #expect(change.added.map(\.name) == ["mkv", "aac"])
    #expect(change.removed.map(\.name) == ["mkv"])
    #expect(change.relinked.map(\.node) == ["file"])
  }
}
