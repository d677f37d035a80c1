import MediaGraph
import Testing

/// Templates as Swift types.
@Suite struct TemplateNodeTests {
  struct WebH264: TemplateNode {
    static let type: NodeType = "presets.web_h264"
    static let summary = "H.264 and AAC in an MP4 that starts fast."

    @Port(in: "video") var video: Input<RawVideo>
    @Port(in: "audio") var audio: Input<RawAudio>
    @Port(out: "movie") var movie: Output<Container>
    @Port(out: "picture") var picture: Output<RawVideo>
    @Parameter("The video's bit rate.", in: .kilobits(16)...(.megabits(800))) var bitrate: Bitrate = .megabits(5)

    func build(_ template: inout Template) {
      let h264 = template.add("h264", VideoEncodeH264 { $0.bitrate = bitrate })
      let aac = template.add("aac", AudioEncodeAAC())
      let mp4 = template.add("mp4", MuxMP4())
      template.connect(video, to: h264.input)
      template.connect(audio, to: aac.input)
      template.connect(h264.output, to: mp4.input)
      template.connect(aac.output, to: mp4.input)
      template.connect(mp4.output, to: movie)
      template.connect(video, to: picture)
    }
  }

  /// A template that contains itself.
  struct Endless: TemplateNode {
    static let type: NodeType = "endless"
    static let summary = "Uses itself."
    @Port(in: "in") var input: Input<RawVideo>

    func build(_ template: inout Template) {
      template.connect(input, to: template.add("one", Endless()).input)
      template.connect(input, to: template.add("two", Endless()).input)
    }
  }

  private static func graph() -> Graph {
    var graph = Graph()
    let bitrate = graph.parameter("bitrate", default: Bitrate.megabits(2))
    let video = graph.add("v", TestVideo())
    let audio = graph.add("a", TestAudio())
    let web = graph.add("web", WebH264 { $0.$bitrate.bind(to: bitrate) })
    graph.connect(audio.output, to: web.audio)
    graph.connect(video.output, to: web.video)
    graph.connect(web.movie, to: graph.add("f", FileWrite { $0.url = "x.mp4" }).input)
    graph.connect(web.picture, to: graph.add("n", Null()).input)
    return graph
  }

  private static let flat = """
    format: 1

    nodes:
      v:        { use: test.video }
      a:        { use: test.audio }
      web/h264: { use: video.encode.h264, in: v, with: { bitrate: 3Mb/s } }
      web/aac:  { use: audio.encode.aac, in: a }
      web/mp4:  { use: mux.mp4, in: [web/h264, web/aac] }
      f:        { use: file.write, in: web/mp4, with: { url: x.mp4 } }
      n:        { use: null, in: v }

    """

  @Test func inSwift_expandsToTheFlatGraph() throws {
    let (graph, problems) = GraphChecker(registry: Registry()).check(Self.graph())
    #expect(problems.isEmpty)
    #expect(try graph.bound(to: ["bitrate": "3000kb/s"]).expanded(registry: Registry()).yaml() == Self.flat)
  }

  @Test func inAFile_isTheSameGraph() throws {
    let registry = Registry()
    try registry.register(WebH264.self)
    let text = """
      format: 1
      parameters: { bitrate: { type: bitrate, default: 2Mb/s } }
      nodes:
        v: { use: test.video }
        a: { use: test.audio }
        web: { use: presets.web_h264, in: { video: v, audio: a }, with: { bitrate: $bitrate } }
        f: { use: file.write, in: web.movie, with: { url: x.mp4 } }
        n: { use: null, in: web.picture }
      """
    let (file, problems) = GraphChecker(registry: registry).check(
      DescriptionLoader().load(text: text, path: "a.yaml").graph)
    #expect(Diagnostics(problems).description == "")
    #expect(file == Self.graph())
    #expect(try file.bound(to: ["bitrate": "3Mb/s"]).expanded(registry: registry).yaml() == Self.flat)
  }

  @Test func oneThatUsesItself_isAnError() {
    var graph = Graph()
    let video = graph.add("v", TestVideo())
    graph.connect(video.output, to: graph.add("e", Endless()).input)
    #expect(throws: Diagnostics([Diagnostic("the templates are nested too deeply", notes: ["more than 64 deep"])])) {
      try graph.expanded(registry: Registry())
    }
  }

  @Test func aValueOutOfRange_isFoundByTheNextCheck() throws {
    let flat = try Self.graph().bound(to: ["bitrate": "1b/s"]).expanded(registry: Registry())
    #expect(
      GraphChecker(registry: Registry()).check(flat).problems.map(\.message) == [
        "bitrate must be from 16kb/s to 800Mb/s"
      ])
  }
}
