import MediaGraph
import Testing

@Suite struct DescriptionTests {
  /// Loads, checks and returns what is wrong, rendered.
  static func problems(_ text: String, files: [String: String] = [:]) -> String {
    let loader = DescriptionLoader { path in
      guard let text = files[path] else { throw DescriptionLoader.FileError(code: 2) }
      return text
    }
    let (graph, problems) = loader.load(text: text, path: "test.yaml")
    return Diagnostics(problems + GraphChecker(registry: Registry()).check(graph).problems).description
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
    let (again, _) = DescriptionLoader().load(text: try graph.yaml(), path: "again.yaml")
    #expect(GraphChecker().check(again).graph == graph)
  }

  @Test func wrongPortType_showsBothSidesAndTheOtherPort() {
    print(
      Self.problems(
        """
        format: 1
        nodes:
          source:  { use: asset.read, with: { url: a.mp4 } }
          scale:   { use: video.scale, in: source.video, with: { heigth: 720 } }
          h264:    { use: video.encode.h264, in: source.audio, with: { bitrate: 5 } }
          mp4:     { use: mux.mp4, in: [h264, scale] }
          file:    { use: file.writ, in: mp4, with: { url: x } }
        """))
  }
}
