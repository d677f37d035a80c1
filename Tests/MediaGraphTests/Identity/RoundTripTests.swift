import MediaGraph
import Testing

/// Graph to YAML to graph is the identity.
@Suite struct RoundTripTests {
  /// Expects that a graph without errors is the same after it was written and read.
  private static func expectIdentity(
    _ graph: Graph, path: String = "again.yaml", files: [String: String] = [:],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let registry = Registry()
    let text = try graph.yaml(registry: registry)
    let loader = files.isEmpty ? DescriptionLoader() : loader(files)
    let (loaded, problems) = loader.load(text: text, path: path)
    #expect(Diagnostics(problems).description == "", "\(text)", sourceLocation: location)
    let again = GraphChecker(registry: registry).check(loaded).graph
    #expect(again == GraphChecker(registry: registry).check(graph).graph, "\(text)", sourceLocation: location)
    #expect(try again.yaml(registry: registry) == text, sourceLocation: location)
    // Printed descriptions are in the formatter's layout.
    #expect(try DescriptionFormatter().format(text, path: path) == text, sourceLocation: location)
  }

  @Test(arguments: ["extract-audio", "grade", "renditions", "test-clip", "transcode", "web", "presets/web"])
  func theExamples(_ name: String) throws {
    let (loaded, problems) = DescriptionLoader().load(path: "Pipelines/\(name).yaml")
    let (graph, found) = GraphChecker(registry: Registry()).check(loaded)
    #expect(Diagnostics(problems + found).description == "")
    try Self.expectIdentity(graph, path: "Pipelines/\(name).yaml")
  }

  static let texts = [
    "", " ", "~", "null", "Null", "true", "on", "no", "10:15", "0x10", "1e3", ".5", "-", "?", ":", "- a", "a: b", "# a",
    "a # b",
    "*a", "&a", "!a", "|", ">", "%a", "@a", "`a`", "{a}", "[a]", "a, b", "'", "\"", "'a'", "\"a\"", "\\", "\\n", "<<",
    "=",
    "$", "$$", "$$$", "$name", "$$name", "a$name", "$name b", "a$$b", "$(x)", "$$(x)", "a$(x)b", "$(", "$()", "$(1)",
    "costs $5",
    "$1", "a$", "$ a", " leading", "trailing ", "  two", "a\nb", "\na", "a\n", "a\n\nb\n", "\t", "a\tb", "a\r\nb", "\r",
    "\u{0}",
    "\u{7}", "\u{1b}[31m", "\u{85}", "\u{a0}", "\u{2028}", "a\u{feff}", "\u{202e}", "é", "e\u{301}", "$\u{301}",
    "$\u{301}a",
    "日本語", "👩‍👩‍👧", "\u{10FFFE}", "\u{10FFFF}", "---", "...", "--- a", "© 2026",
    String(repeating: "long text ", count: 200),
  ]

  @Test(arguments: texts)
  func everyText(_ text: String) throws {
    var graph = Graph(name: text, summary: text)
    graph.plugins = [text, "x"]
    _ = graph.parameter("p", default: text)
    let gst = graph.add(
      "e",
      GstElement {
        $0.element = text; $0.properties = ["a": text, "b": "x"]; $0.to = .rawVideo
      })
    graph.connect(gst.port(out: "out", as: RawVideo.self), to: graph.add("n", Null()).input)
    try Self.expectIdentity(graph)
  }

  @Test(arguments: texts.filter { !$0.isEmpty })
  func everyText_asAKeyOfAMap(_ text: String) throws {
    var graph = Graph()
    let gst = graph.add(
      "e",
      GstElement {
        $0.element = "x"; $0.to = .rawVideo
      })
    graph["e"]?.arguments["properties"] = .map([text: "a", "other": "b"])
    graph.connect(gst.port(out: "out", as: RawVideo.self), to: graph.add("n", Null()).input)
    try Self.expectIdentity(graph)
  }

  @Test func everyFormOfArgument() throws {
    let forms: [Argument] = [
      "text", .reference("p"), .interpolated([.text("a"), .reference("p")]), .interpolated([.reference("p")]),
      .interpolated([.reference("p"), .reference("p")]), .interpolated([.text("$"), .reference("p"), .text("$(p)$")]),
      .interpolated([.reference("p"), .text("$p")]), .list([]), .list(["a", .list([.reference("p")])]),
      .map([:]), .map(["k": .list([.map(["l": "$p"])])]),
    ]
    for form in forms {
      var graph = Graph()
      _ = graph.parameter("p", default: "value")
      graph.add("x", NamedNode(use: "some.plugin", with: ["value": form]))
      let text = try graph.yaml()
      let loaded = DescriptionLoader().load(text: text, path: "a.yaml").graph
      #expect(loaded == graph, "\(text)")
    }
  }

  @Test func everyPartOfADescription() throws {
    let text = """
      format: 1
      name: all
      summary: Everything at once.
      include: {presets: presets/web.yaml}
      plugins: [One, Two]
      parameters:
        input: {type: url, required: true}
        height: {type: int, default: 720, minimum: 2, maximum: 4320}
        rate: {type: rate, default: 30000/1001, minimum: 1/1}
        wait: {type: time, default: 1500ms}
      templates:
        pass:
          parameters: {h: {type: int, default: 2}}
          inputs: {video: video/raw}
          outputs: {same: $video, small: s.out}
          nodes:
            s: {use: video.scale, in: $video, with: {height: $h}}
        sink:
          inputs: {a: audio/raw, v: video/raw}
          nodes:
            a: {use: null, in: $a}
            v: {use: null, in: $v, delivery: latest}
      nodes:
        source: {use: asset.read, with: {url: $input, audio_tracks: "language:de"}}
        pass: {use: pass, in: source.video, with: {h: $height}}
        sink: {use: sink, in: {a: source.audio.2, v: pass.small}, delivery: latest}
        other: {use: null, in: pass.same}
      stop: {after: $wait, signals: [interrupt, hangup], failure: branch}
      """
    let (loaded, problems) = loader(["presets/web.yaml": "format: 1"]).load(text: text, path: "a.yaml")
    let (graph, found) = GraphChecker(registry: Registry()).check(loaded)
    #expect(Diagnostics(problems + found).description == "")
    try Self.expectIdentity(graph, files: ["presets/web.yaml": "format: 1"])
  }

  @Test func aWrongPort_staysWrong() throws {
    var graph = Graph()
    let video = graph.add("v", TestVideo())
    graph.connect(Output<RawVideo>(node: "v", port: "picture"), to: graph.add("n", Null()).input)
    graph.connect(video.output, to: Input<RawVideo>(node: "n", port: "picture"))
    #expect(try graph.yaml().contains("in: { in: v.picture, picture: v }"))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func randomGraphs(_ seed: UInt64) throws {
    var random = RandomGraph(seed: seed)
    try Self.expectIdentity(random.graph())
  }
}
