import Testing

@testable import MediaGraph

/// The changes that make one graph into another, without an engine.
@Suite struct GraphDifferenceTests {
  /// A source with a display.
  private func shown() -> Graph {
    var graph = Graph()
    let source = graph.add("source", TestVideo())
    graph.connect(source.output, to: graph.add("look", Null()).input)
    return graph
  }

  /// The same source, recorded too.
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

  // MARK: - Added and removed links

  /// A mixer of sources by their names.
  private func mixed(_ names: [String], all: [String] = ["a", "b", "c", "d"]) -> Graph {
    var graph = Graph()
    for name in all { graph.add(name, TestAudio()) }
    let mix = graph.add("mix", AudioMix())
    for name in names { graph.connect(Output<RawAudio>(node: name, port: "out"), to: mix.input) }
    graph.connect(mix.output, to: graph.add("end", Null()).input)
    return graph
  }

  private func regrouping(_ old: [String], _ new: [String]) -> GraphDifference {
    GraphDifference(from: mixed(old), to: mixed(new), isLive: { _, _ in false }, hasLiveInputs: { $0.name == "mix" })
  }

  @Test func linksIntoAMixer_comeBehindTheOthers() {
    let change = regrouping(["a", "b"], ["a", "b", "c", "d"])
    #expect(change.added.isEmpty && change.removed.isEmpty && change.relinked.isEmpty)
    #expect(change.regrouped == ["mix": .init(places: [0, 1], added: 2..<4)])
  }

  @Test func linkInTheMiddle_goes_andNoOtherIsRelinked() {
    let change = regrouping(["a", "b", "c"], ["a", "c"])
    #expect(change.regrouped == ["mix": .init(places: [0, nil, 1], added: 2..<2)])
    #expect(change.relinked.isEmpty)
  }

  @Test func linksThatGoAndCome_leaveThoseBetweenThemAlone() {
    let change = regrouping(["a", "b", "c"], ["b", "c", "d", "a"])
    #expect(change.regrouped == ["mix": .init(places: [nil, 0, 1], added: 2..<4)])
    #expect(change.relinked.isEmpty)
  }

  @Test func linkInFront_movesTheOthersByRelinking() {
    let change = regrouping(["a", "b"], ["d", "a", "b"])
    #expect(change.regrouped == ["mix": .init(places: [0, 1], added: 2..<3)])
    #expect(change.relinked.map(\.source) == [.node("d", port: "out"), .node("a", port: "out")])
  }

  @Test func asManyLinks_areSwitchedInTheirPlaces() {
    let change = regrouping(["a", "b"], ["a", "c"])
    #expect(change.regrouped.isEmpty)
    #expect(change.relinked == [.init(node: "mix", input: 1, source: .node("c", port: "out"))])
  }

  @Test func nodeWithoutLiveInputs_isReplaced() {
    let change = GraphDifference(from: mixed(["a"]), to: mixed(["a", "b"]), isLive: { _, _ in false })
    #expect(change.added.map(\.name) == ["mix"] && change.removed.map(\.name) == ["mix"])
    #expect(change.regrouped.isEmpty)
  }
}
