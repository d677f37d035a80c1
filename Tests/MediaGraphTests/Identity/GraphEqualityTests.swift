import MediaGraph
import Testing

/// Graphs built in Swift equal those of description files.
@Suite struct GraphEqualityTests {
  private static func checked(_ text: String, files: [String: String] = [:]) -> Graph {
    let (loaded, form) = loader(files).load(text: text, path: "test.yaml")
    let (graph, problems) = GraphChecker(registry: Registry()).check(loaded)
    #expect(Diagnostics(form + problems).description == "")
    return graph
  }

  @Test func transcodeFile_equalsTheGraphBuiltInSwift() throws {
    let (loaded, problems) = DescriptionLoader().load(path: "Pipelines/transcode.yaml")
    let (file, found) = GraphChecker().check(loaded)
    #expect(Diagnostics(problems + found).description == "")

    var graph = Graph(name: "transcode", summary: "Any readable file to H.264/AAC MP4, never upscaling.")
    let input: ParameterReference<Location> = graph.parameter("input", required: true)
    let output: ParameterReference<Location> = graph.parameter("output", required: true)
    let height = graph.parameter("height", default: 720, in: 144...4320)
    let bitrate = graph.parameter("bitrate", default: Bitrate.megabits(5))
    let source = graph.add("source", AssetRead { $0.$url.bind(to: input) })
    let scale = graph.add(
      "scale",
      VideoScale {
        $0.$height.bind(to: height); $0.upscale = .never
      })
    let h264 = graph.add(
      "h264",
      VideoEncodeH264 {
        $0.$bitrate.bind(to: bitrate); $0.hardware = .prefer
      })
    let aac = graph.add("aac", AudioEncodeAAC())
    let mp4 = graph.add("mp4", MuxMP4 { $0.fastStart = true })
    let write = graph.add("file", FileWrite { $0.$url.bind(to: output) })
    graph.connect(source.video, to: scale.input)
    graph.connect(scale.output, to: h264.input)
    graph.connect(source.audio, to: aac.input)
    graph.connect(h264.output, to: mp4.input)
    graph.connect(aac.output, to: mp4.input)
    graph.connect(mp4.output, to: write.input)
    #expect(graph == file)
    #expect(
      try graph.yaml() == """
        format: 1
        name: transcode
        summary: Any readable file to H.264/AAC MP4, never upscaling.

        parameters:
          input:   { type: url, required: true }
          output:  { type: url, required: true }
          height:  { type: int, default: 720, minimum: 144, maximum: 4320 }
          bitrate: { type: bitrate, default: 5Mb/s }

        nodes:
          source: { use: asset.read, with: { url: $input } }
          scale:  { use: video.scale, in: source.video, with: { height: $height, upscale: never } }
          h264:   { use: video.encode.h264, in: scale, with: { bitrate: $bitrate, hardware: prefer } }
          aac:    { use: audio.encode.aac, in: source.audio }
          mp4:    { use: mux.mp4, in: [h264, aac], with: { fast_start: true } }
          file:   { use: file.write, in: mp4, with: { url: $output } }

        """)
  }

  @Test func theOrderOfNodes_doesNotMatter() {
    let forwards = Self.checked("format: 1\nnodes:\n  v: { use: test.video }\n  n: { use: null, in: v }")
    let backwards = Self.checked("format: 1\nnodes:\n  n: { use: null, in: v }\n  v: { use: test.video }")
    #expect(forwards == backwards)
  }

  @Test func theOrderOfParametersAndArguments_doesNotMatter() {
    let one = "format: 1\nparameters: { a: { type: int }, b: { type: int } }\nnodes:\n"
    let two = "format: 1\nparameters: { b: { type: int }, a: { type: int } }\nnodes:\n"
    let left = Self.checked(
      one + "  v: { use: test.video, with: { size: 2x2, pattern: ball } }\n  n: { use: null, in: v }")
    let right = Self.checked(
      two + "  v: { use: test.video, with: { pattern: ball, size: 2x2 } }\n  n: { use: null, in: v }")
    #expect(left == right)
  }

  @Test func theOrderOfTracks_matters() {
    let text = """
      format: 1
      nodes:
        s: { use: asset.read, with: { url: a.mp4 } }
        m: { use: mux.mkv, in: [s.coded_video, s.coded_audio] }
        n: { use: null, in: m }
      """
    let swapped = text.replacing("[s.coded_video, s.coded_audio]", with: "[s.coded_audio, s.coded_video]")
    #expect(Self.checked(text) != Self.checked(swapped))
  }

  @Test func theOrderOfPorts_doesNotMatter() {
    let template = """
      format: 1
      templates:
        both:
          inputs: { video: video/raw, audio: audio/raw }
          nodes:
            a: { use: null, in: $video }
            b: { use: null, in: $audio }
      nodes:
        v: { use: test.video }
        a: { use: test.audio }
        t: { use: both, in: { video: v, audio: a } }
      """
    let swapped = template.replacing("{ video: v, audio: a }", with: "{ audio: a, video: v }")
    #expect(Self.checked(template) == Self.checked(swapped))
  }

  @Test func readingAPortTwice_isAFanOut() throws {
    let file = Self.checked(
      """
      format: 1
      nodes:
        v: { use: test.video }
        a: { use: null, in: v }
        b: { use: null, in: v, delivery: latest }
      """)
    var graph = Graph()
    let video = graph.add("v", TestVideo())
    graph.connect(video.output, to: graph.add("a", Null()).input)
    graph.connect(video.output, to: graph.add("b", Null(), delivery: .latest).input)
    #expect(graph == file)
  }

  @Test func aStreamByItsNumber_isASubscriptInSwift() throws {
    let file = Self.checked(
      """
      format: 1
      nodes:
        s: { use: asset.read, with: { url: a.mp4, audio_tracks: all } }
        m: { use: mux.mkv, in: [s.coded_audio, s.coded_audio.2] }
        n: { use: null, in: m }
      """)
    var graph = Graph()
    let source = graph.add(
      "s",
      AssetRead {
        $0.url = "a.mp4"; $0.audioTracks = .init(.all)
      })
    let muxer = graph.add("m", MuxMKV())
    graph.connect(source.codedAudio, to: muxer.input)
    graph.connect(source.codedAudio[2], to: muxer.input)
    graph.connect(muxer.output, to: graph.add("n", Null()).input)
    #expect(graph == file)
    #expect(try graph.yaml().contains("in: [s.coded_audio, s.coded_audio.2]"))
  }

  @Test(arguments: [
    ("bitrate: 5000kb/s", "bitrate: 5Mb/s"), ("bitrate: 2.5Mb/s", "bitrate: 2500000b/s"),
    ("bitrate: 0800kb/s", "bitrate: \"800kb/s\""),
  ])
  func equalBitrates_areEqualGraphs(_ left: String, _ right: String) {
    func graph(_ argument: String) -> Graph {
      Self.checked(
        """
        format: 1
        nodes:
          v: { use: test.video }
          e: { use: video.encode.h264, in: v, with: { \(argument) } }
          n: { use: null, in: e }
        """)
    }
    #expect(graph(left) == graph(right))
  }

  @Test func closures_areEqualByName_andPrintAsSwift() throws {
    struct Blur: Component {
      let radius: Int
      let arguments: [String: Argument] = [:]
      var declaration: NodeDeclaration {
        let ports = [
          PortDeclaration(name: "in", direction: .input, types: [.rawVideo]),
          PortDeclaration(name: "out", direction: .output, types: [.rawVideo]),
        ]
        return NodeDeclaration(type: .swift("blur"), summary: "Blurs.", ports: ports)
      }
    }
    func graph(radius: Int) -> Graph {
      var graph = Graph()
      let video = graph.add("v", TestVideo())
      let blur = graph.add("blur", Blur(radius: radius))
      graph.connect(video.output, to: blur.port(in: "in", as: RawVideo.self))
      graph.connect(blur.port(out: "out", as: RawVideo.self), to: graph.add("n", Null()).input)
      return graph
    }
    #expect(graph(radius: 1) == graph(radius: 2))
    #expect(
      try graph(radius: 1).yaml()
        == """
        format: 1

        nodes:
          v:    { use: test.video }
          blur: { use: swift.blur, in: v }
          n:    { use: null, in: blur }

        """)
    let registry = Registry()
    let (loaded, _) = DescriptionLoader().load(text: try graph(radius: 1).yaml(), path: "a.yaml")
    #expect(
      GraphChecker(registry: registry).check(loaded).problems.map(\.message) == ["'swift.blur' is not registered"])
    try registry.register(Blur(radius: 3))
    let (again, problems) = GraphChecker(registry: registry).check(loaded)
    #expect(problems.isEmpty)
    #expect(again == graph(radius: 1))
  }
}
