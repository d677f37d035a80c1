import MediaGraph
import Testing

/// Graphs with expanded templates and unbound parameters; templates as descriptions.
@Suite struct RecombiningTests {
  private static let text = """
    format: 1
    parameters:
      rate: { type: bitrate, default: 5Mb/s }
      name: { type: string }
      size: { type: string, default: 640x480 }
    templates:
      web:
        parameters: { rate: { type: bitrate, default: 1Mb/s }, title: { type: string, default: none } }
        inputs: { video: video/raw }
        outputs: { out: h264 }
        nodes:
          note: { use: gst, in: $video, with: { element: identity, type: video/raw, properties: { name: "<$(title)>" } } }
          h264: { use: video.encode.h264, in: note, with: { bitrate: $rate } }
    nodes:
      v: { use: test.video }
      w: { use: web, in: v, with: { rate: $rate, title: "$(name)!" } }
      n: { use: null, in: w }
      p: { use: export.preset, in: { video: v }, with: { preset: $size } }
      f: { use: file.write, in: p, with: { url: "$(name).mp4" } }
    stop: { after: 2s }
    """

  private func load() throws -> Graph {
    let (loaded, form) = DescriptionLoader().load(text: Self.text, path: "a.yaml")
    let (graph, problems) = GraphChecker(registry: Registry()).check(loaded)
    try Diagnostics.check(form + problems)
    return graph
  }

  @Test func parametersOfTheGraph_goThroughTemplates_underWhateverName() throws {
    let flat = try load().expanded(registry: Registry())
    #expect(flat["w/h264"]?.arguments["bitrate"] == .reference("rate"))
    #expect(
      flat["w/note"]?.arguments["properties"]
        == .map(["name": .interpolated([.text("<"), .reference("name"), .text("!>")])]))
    // A template in Swift is expanded with the parameter's default.
    #expect(flat["p/scale"]?.arguments["width"] == "640")
    #expect(flat.parameters.keys == ["rate", "name", "size"])
    #expect(GraphChecker(registry: Registry()).check(flat).problems.isEmpty)
  }

  @Test func binding_putsJustTheGivenValuesInTheirPlaces() throws {
    let graph = try load().binding(["name": "movie", "size": "960x540"])
    #expect(graph.parameters.keys == ["rate"])
    #expect(graph["f"]?.arguments["url"] == "movie.mp4")
    #expect(graph["w"]?.arguments == ["rate": .reference("rate"), "title": "movie!"])
    #expect(try graph.expanded(registry: Registry())["p/scale"]?.arguments["width"] == "960")
    #expect(throws: Diagnostics.self) { try load().binding(["nam": "x"]) }
    #expect(throws: Diagnostics.self) { try load().binding(["rate": "fast"]) }
  }

  @Test func boundThenExpanded_isExpandedThenBound() throws {
    let values = ["name": "movie", "rate": "2Mb/s"]
    let checker = GraphChecker(registry: Registry())
    let one = try checker.check(load().bound(to: values).expanded(registry: Registry())).graph
    let two = try checker.check(load().expanded(registry: Registry()).bound(to: values)).graph
    #expect(one.nodes.map(\.name) == two.nodes.map(\.name))
    #expect(one == two)
  }

  @Test func plainNames_areThoseOfFiles_andUnique() throws {
    var graph = try load().expanded(registry: Registry())
    graph.nodes.append(
      GraphNode(name: "w-h264", use: "null", inputs: [Link(port: "in", source: .node("v", port: "out"))]))
    let plain = graph.withPlainNames()
    #expect(plain.nodes.map(\.name).allSatisfy { !$0.contains("/") })
    #expect(Set(plain.nodes.map(\.name)).count == plain.nodes.count)
    #expect(plain["w-h264-2"]?.use == "video.encode.h264")
    #expect(plain["n"]?.inputs.map(\.source) == [.node("w-h264-2", port: "out")])
    let (again, problems) = DescriptionLoader().load(text: try plain.yaml(), path: "b.yaml")
    #expect(problems.isEmpty)
    #expect(
      GraphChecker(registry: Registry()).check(again).graph == GraphChecker(registry: Registry()).check(plain).graph)
  }

  @Test func aNodeOfATemplatesGraph_canBeReplaced_inSwift() throws {
    var graph = Graph()
    let video = graph.add("v", TestVideo())
    let web = graph.add("web", ExportPreset { $0.preset = .highest })
    graph.connect(video.output, to: web.video)
    graph.connect(web.movie, to: graph.add("f", FileWrite { $0.url = "x.mp4" }).input)
    let checker = GraphChecker(registry: Registry())
    var flat = try checker.check(checker.check(graph).graph.expanded(registry: Registry())).graph
    // Another encoder, and a node between the rotated frames and it.
    let grade = flat.add("grade", VideoGrade { $0.saturation = 0 })
    flat.connect(Output<RawVideo>(node: "web/upright", port: "out"), to: grade.input)
    var h264 = GraphNode(name: "web/h264", use: "video.encode.h264", arguments: ["profile": "baseline"])
    h264.inputs = [Link(port: "in", source: .node("grade", port: "out"))]
    flat["web/h264"] = h264
    let (changed, problems) = checker.check(flat)
    #expect(Diagnostics(problems).description == "")
    #expect(
      try changed.withPlainNames().yaml() == """
        format: 1

        nodes:
          v:           { use: test.video }
          web-upright: { use: video.orient, in: v }
          web-h264:    { use: video.encode.h264, in: grade, with: { profile: baseline } }
          web-mp4:     { use: mux.mp4, in: web-h264, with: { fast_start: true } }
          f:           { use: file.write, in: web-mp4, with: { url: x.mp4 } }
          grade:       { use: video.grade, in: web-upright, with: { saturation: 0 } }

        """)
  }

  @Test func aTemplateAsADescription_canBeIncluded() throws {
    let described = try #require(
      try Graph().description(ofTemplate: "export.preset", values: ["preset": "960x540"], registry: Registry()))
    let files = ["presets.yaml": try described.yaml(registry: Registry())]
    let text = """
      format: 1
      include: { mine: presets.yaml }
      nodes:
        v: { use: test.video }
        a: { use: test.audio }
        r: { use: asset.read, with: { url: in.mp4 } }
        x: { use: mine/export_preset, in: { video: v, audio: a, metadata: r.metadata } }
        f: { use: file.write, in: x, with: { url: x.mp4 } }
      """
    #expect(problems(text, files: files, set: [:]) == "")
    #expect(try Graph().description(ofTemplate: "mux.mp4", registry: Registry()) == nil)
    #expect(try Graph().description(ofTemplate: "none", registry: Registry()) == nil)
  }

  /// A template in Swift whose name a file cannot give to one of its own.
  private struct Glow: TemplateNode {
    static let type: NodeType = "glow"
    static let summary = "Brightens pictures."

    @Port(in: "in") var input: Input<RawVideo>
    @Port(out: "out") var output: Output<RawVideo>

    func build(_ template: inout Template) {
      let grade = template.add("grade", VideoGrade { $0.brightness = 0.2 })
      template.connect(input, to: grade.input)
      template.connect(grade.output, to: output)
    }
  }

  @Test func templateWithTheNameOfANodeType_getsAnother() throws {
    let registry = Registry()
    try registry.register(Glow.self)
    let described = try #require(try Graph().description(ofTemplate: "glow", registry: registry))
    #expect(Array(described.templates.keys) == ["my_glow"] && described.nodes.isEmpty)
  }

  @Test func templateWithoutPorts_isTheGraphItself() throws {
    let described = try #require(try Graph().description(ofTemplate: "capture", registry: Registry()))
    #expect(described.templates.isEmpty && described.parameters.keys == ["output"])
    #expect(described.nodes.map(\.name).sorted().contains("export-h264"))
  }

  @Test func piecesOfTexts_canNotGrowWithoutEnd() {
    // Each template passes the text on twice: 2⁴⁰ pieces if they were expanded.
    let count = 40
    let templates = (0..<count).map { index in
      """
        t\(index):
          parameters: { p: { type: string, default: x } }
          inputs: { video: video/raw }
          outputs: { out: n }
          nodes: { n: { use: \(index == 0 ? "u" : "t\(index - 1)"), in: $video, with: { p: "$(p)$(p)" } } }
      """
    }.joined(separator: "\n")
    let text = """
      format: 1
      parameters: { open: { type: string } }
      templates:
        u:
          parameters: { p: { type: string, default: x } }
          inputs: { video: video/raw }
          outputs: { out: n }
          nodes: { n: { use: gst, in: $video, with: { element: $p, type: video/raw } } }
      \(templates)
      nodes:
        v: { use: test.video }
        t: { use: t\(count - 1), in: v, with: { p: "$(open)" } }
        n: { use: null, in: t }
      """
    let (loaded, form) = DescriptionLoader().load(text: text, path: "a.yaml")
    let (graph, problems) = GraphChecker(registry: Registry()).check(loaded)
    #expect(Diagnostics(form + problems).description == "")
    #expect(throws: Diagnostics.self) { try graph.expanded(registry: Registry()) }
  }
}
