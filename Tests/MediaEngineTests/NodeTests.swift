@testable import MediaSource
import GStreamerTesting
import CoreMedia
import MediaGraph
import Testing

@testable import MediaEngine

/// Every processing node in a run of its own, observed by a sink.
@Suite struct NodeTests {
  /// Runs test frames through a node and returns its output.
  private func pictures<N: Node>(
    _ count: Int64 = 3, size: PixelSize = PixelSize(width: 64, height: 48), pattern: TestVideo.Pattern = .smpte,
    through node: N, input: KeyPath<N, Input<RawVideo>>, output: KeyPath<N, Output<RawVideo>>
  ) async throws -> [RecordedFrames.Frame] {
    var (graph, source) = Graph.frames(count, size: size, pattern: pattern)
    let pictures = RecordedFrames()
    let handle = graph.add("node", node)
    let sink = graph.add("look", pictures.sink())
    graph.connect(source, to: handle[dynamicMember: input])
    graph.connect(handle[dynamicMember: output], to: sink.input)
    _ = try await graph.run(options: .testing)
    return pictures.all
  }

  @Test func testVideo_givesFramesAtExactTimes() async throws {
    var graph = Graph()
    let pictures = RecordedFrames()
    let rate = try #require(FrameRate(30000, 1001))
    let source = graph.add(
      "source",
      TestVideo {
        $0.frameRate = rate; $0.duration = .seconds(2); $0.pattern = .black
      })
    graph.connect(source.output, to: graph.add("look", pictures.sink()).input)
    let result = try await graph.run(options: .testing)
    // 60 frames last 2.002 s: the last one begins before the end.
    #expect(pictures.all.map(\.time) == (0..<60).map { CMTime(value: $0 * 1001, timescale: 30000) })
    #expect(result.duration == CMTime(value: 60 * 1001, timescale: 30000))
  }

  @Test(arguments: [48000, 44100, 96000]) func testAudio_hasTheExactNumberOfSamples(rate: Int) async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let source = graph.add(
      "source",
      TestAudio {
        $0.rate = rate; $0.duration = .rational(1001, 997); $0.channels = 1
      })
    graph.connect(source.output, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(audio.total.frames == (rate * 1001 * 2 + 997) / (997 * 2))
    #expect(audio.total.rate == rate)
    #expect(audio.total.channels == 1)
  }

  @Test func scale_resizesToTheWantedHeight() async throws {
    let seen = try await pictures(
      size: PixelSize(width: 320, height: 180), through: VideoScale { $0.height = 90 }, input: \.input, output: \.output
    )
    #expect(seen.map(\.width) == [160, 160, 160])
    #expect(seen.map(\.height) == [90, 90, 90])
  }

  @Test func crop_cutsEdges() async throws {
    let seen = try await pictures(
      through: VideoCrop {
        $0.left = 10; $0.right = 6; $0.top = 4; $0.bottom = 4
      }, input: \.input, output: \.output)
    #expect(seen.map { "\($0.width)x\($0.height)" } == ["48x40", "48x40", "48x40"])
  }

  @Test func orient_turnsSides() async throws {
    let seen = try await pictures(through: VideoOrient { $0.method = .rotate90 }, input: \.input, output: \.output)
    #expect(seen.map { "\($0.width)x\($0.height)" } == ["48x64", "48x64", "48x64"])
  }

  @Test func rate_dropsFramesEvenly() async throws {
    let rate = try #require(FrameRate(10))
    let seen = try await pictures(30, through: VideoRate { $0.frameRate = rate }, input: \.input, output: \.output)
    #expect(seen.map(\.time) == (0..<10).map { CMTime(value: $0, timescale: 10) })
  }

  @Test(arguments: VideoConvert.PixelLayout.allCases)
  func convert_givesEveryFormatThatItNames(format: VideoConvert.PixelLayout) async throws {
    let seen = try await pictures(1, through: VideoConvert { $0.format = format }, input: \.input, output: \.output)
    #expect(seen.map(\.format) == [format.gstreamerName])
  }

  @Test func grade_withoutSaturation_isGrey() async throws {
    let seen = try await pictures(1, through: VideoGrade { $0.saturation = 0 }, input: \.input, output: \.output)
    #expect(seen.first?.corner.dropFirst() == [128, 128])
  }

  @Test func grade_withNothingToDo_changesNothing() async throws {
    let plain = try await pictures(1, through: VideoConvert { $0.format = .i420 }, input: \.input, output: \.output)
    let graded = try await pictures(1, through: VideoGrade(), input: \.input, output: \.output)
    #expect(graded == plain)
  }

  @Test func gst_runsAnyElement() async throws {
    var (graph, source) = Graph.frames(2, pattern: .black)
    let pictures = RecordedFrames()
    let flip = graph.add(
      "invert",
      GstElement {
        $0.element = "videobalance"; $0.type = .rawVideo; $0.properties = ["brightness": "1.0"]
      })
    let sink = graph.add("look", pictures.sink(formats: [.i420]))
    graph.connect(source, to: flip.port(in: "in", as: RawVideo.self))
    graph.connect(flip.port(out: "out", as: RawVideo.self), to: sink.input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.count == 2)
    #expect(pictures.all.allSatisfy { $0.corner[0] > 200 })
  }

  @Test(arguments: ["gaussianblur", "edgetv"])
  func gst_takesFramesOfAnotherFormat(element: String) async throws {
    var (graph, source) = Graph.frames(2, pattern: .black)
    let pictures = RecordedFrames()
    let effect = graph.add(
      "effect",
      GstElement {
        $0.element = element; $0.type = .rawVideo
      })
    graph.connect(source, to: effect.port(in: "in", as: RawVideo.self))
    graph.connect(
      effect.port(out: "out", as: RawVideo.self), to: graph.add("look", pictures.sink(formats: [.i420])).input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.count == 2)
  }

  @Test func gst_takesSamplesOfAnotherFormat() async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let source = graph.add("source", TestAudio { $0.duration = .seconds(1) })
    let convert = graph.add("short", AudioConvert { $0.format = .s16 })
    let louder = graph.add(
      "louder",
      GstElement {
        $0.element = "audiochebband"; $0.type = .rawAudio
      })
    graph.connect(source.output, to: convert.input)
    graph.connect(convert.output, to: louder.port(in: "in", as: RawAudio.self))
    graph.connect(louder.port(out: "out", as: RawAudio.self), to: graph.add("look", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(audio.total.frames == 48000)
  }

  @Test func gst_withAnUnknownProperty_saysWhichWereMeant() async throws {
    var (graph, source) = Graph.frames(2)
    let blur = graph.add(
      "blur",
      GstElement {
        $0.element = "videobalance"; $0.type = .rawVideo; $0.properties = ["brightnes": "1"]
      })
    graph.connect(source, to: blur.port(in: "in", as: RawVideo.self))
    graph.connect(blur.port(out: "out", as: RawVideo.self), to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.message == "'blur' cannot be set up")
    #expect(error?.all.first?.cause?.contains("brightness") == true)
    #expect(error?.exitCode == 65)
  }

  @Test func audioConvert_changesRateChannelsAndLength() async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let source = graph.add("source", TestAudio { $0.duration = .seconds(1) })
    let convert = graph.add(
      "convert",
      AudioConvert {
        $0.rate = 24000; $0.channels = 1; $0.format = .f32
      })
    graph.connect(source.output, to: convert.input)
    graph.connect(convert.output, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(audio.total.frames == 24000)
    #expect(audio.total.rate == 24000)
    #expect(audio.total.channels == 1)
  }

  @Test(arguments: [("0.5", Float(0.25)), ("-6dB", 0.2506), ("0", 0)])
  func volume_multipliesSamples(gain: String, peak: Float) async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let gain = try Gain(parsing: gain)
    let source = graph.add("source", TestAudio { $0.duration = .seconds(1) })
    let volume = graph.add("volume", AudioVolume { $0.gain = gain })
    graph.connect(source.output, to: volume.input)
    graph.connect(volume.output, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(abs(audio.total.peak - peak) < 0.001)
  }

  @Test func decodeOfWhatAnEncoderGives_isTheSameNumberOfFrames() async throws {
    var (graph, source) = Graph.frames(50)
    let pictures = RecordedFrames()
    let encode = graph.add("encode", VideoEncodeH264())
    let decode = graph.add("decode", VideoDecode())
    graph.connect(source, to: encode.input)
    graph.connect(encode.output, to: decode.input)
    graph.connect(decode.output, to: graph.add("look", pictures.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.map(\.time) == (0..<50).map { CMTime(value: $0, timescale: 30) })
  }

  @Test func decodeOfAAC_givesAllSamples() async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let source = graph.add("source", TestAudio { $0.duration = .seconds(1) })
    let encode = graph.add("encode", AudioEncodeAAC())
    let decode = graph.add("decode", AudioDecode())
    graph.connect(source.output, to: encode.input)
    graph.connect(encode.output, to: decode.input)
    graph.connect(decode.output, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(audio.total.frames >= 48000)
  }
}

@Suite struct CapsMismatchTests {
  private func problem(_ text: String) async throws -> Diagnostic? {
    let graph = try Graph(yaml: text)
    do {
      _ = try await graph.run(options: .testing)
      return nil
    } catch let error as Diagnostics {
      return error.all.first
    }
  }

  @Test func nodesThatDoNotFit_showBothSidesAndTheFirstField() async throws {
    let problem = try await problem(
      """
      format: 1
      nodes:
        red:  { use: test.video, with: { duration: 1s, size: 64x48 } }
        rgb:  { use: gst, in: red, with: { element: capsfilter, type: video/raw, properties: { caps: "video/x-raw,format=RGB" } } }
        null: { use: null, in: rgb }
      """)
    #expect(problem?.message == "'rgb' cannot take what 'red' gives")
    #expect(problem?.notes.first?.hasPrefix("'red' gives video/x-raw, format=(string)I420, width=(int)64") == true)
    #expect(problem?.notes.dropFirst().first == "'rgb' takes video/x-raw, format=(string)RGB")
    #expect(problem?.notes.last == "the first field that differs is 'format': I420 against RGB")
    #expect(problem?.range?.line == 4)
  }

  @Test func anElementOfAnotherType_isFoundWithoutLoadingIt() throws {
    let text = """
      format: 1
      nodes:
        red:    { use: test.video }
        louder: { use: gst, in: red, with: { element: volume, type: video/raw } }
        null:   { use: null, in: louder }
      """
    let (graph, _) = DescriptionLoader().load(text: text, path: "test.yaml")
    let problems = try EngineCheck().problems(of: GraphChecker().check(graph).graph)
    #expect(problems.map(\.message) == ["volume does not take video/raw", "volume does not give video/raw"])
  }

  @Test func aMissingElement_namesWhatWasTried() throws {
    let text = """
      format: 1
      nodes:
        red:  { use: test.video }
        h264: { use: video.encode.h264, in: red, with: { hardware: require } }
        null: { use: null, in: h264 }
      """
    let (graph, _) = DescriptionLoader().load(text: text, path: "test.yaml")
    let problems = try EngineCheck().problems(of: GraphChecker().check(graph).graph)
    #expect(
      Diagnostics(problems).description == """
        error: no H.264 encoder is available
         --> test.yaml:4:62
          |
        4 |   h264: { use: video.encode.h264, in: red, with: { hardware: require } }
          |                                                              ^^^^^^^
          |
          = note: tried vah264enc (no such hardware), nvh264enc (no such hardware); x264enc and openh264enc are software
          = help: allow software with hardware: prefer
        """)
  }
}
