import CoreMedia
import MediaGraph
import Synchronization
import Testing

@testable import MediaEngine

/// Mixers and compositors whose inputs are added, removed and changed while they run; other inputs are not disturbed.
@Suite(.timeLimit(.minutes(10))) struct LiveInputTests {
  // MARK: - Audio

  /// A run of samples: its position, its length, and its level; nil if that is not constant.
  private struct Stretch: Sendable {
    let position: Int64?
    let count: Int
    let level: Float?
  }

  private let heard = Recorder<Stretch>()

  private func listener() -> AudioSink {
    AudioSink("listen") { [heard] block in
      let level: Float? = block.withSamples(as: Float.self) { samples in
        let first = samples[0]
        for index in samples.indices where samples[index] != first { return nil }
        return first
      }
      heard.note(Stretch(position: block.samplePosition, count: block.frameCount, level: level))
    }
  }

  /// An endless audio source of a constant level.
  private func level(_ name: String, _ value: Float) -> AudioSource {
    AudioSource(name, channels: 1) { block in
      block.withMutableSamples(as: Float.self) { samples in for i in samples.indices { samples[i] = value } }
      return block.frameCount
    }
  }

  /// Returns a graph of a mixer of sources with some levels, and a sink.
  private func mix(_ levels: [(name: String, value: Float)], gains: [Double] = []) -> Graph {
    var graph = Graph()
    let mix = graph.add("mix", AudioMix { $0.gains = gains.map { Gain(factor: $0) } })
    for (name, value) in levels { graph.connect(graph.add(name, level(name, value)).output, to: mix.input) }
    graph.connect(mix.output, to: graph.add("listen", listener()).input)
    return graph
  }

  /// Runs graphs one after the other, each until some of its output has arrived.
  private func run(_ graphs: [Graph]) async throws -> RunResult {
    let run = GraphRun(graphs[0], options: .testing)
    async let result = run.result()
    await heard.waitFor(20)
    for graph in graphs.dropFirst() {
      try await run.update(to: graph)
      // Blocks that are still queued are followed by those of the new graph.
      await heard.waitFor(more: 60)
    }
    run.stop()
    return try await result
  }

  /// Returns the consecutive levels; no sample is missing or repeated between them.
  private func levels(_ place: SourceLocation = #_sourceLocation) -> [Float?] {
    var levels: [Float?] = []
    var end: Int64?
    for stretch in heard.all {
      if let end, stretch.position != end {
        Issue.record("\(String(describing: stretch.position)) follows \(end)", sourceLocation: place)
        return []
      }
      end = stretch.position.map { $0 + Int64(stretch.count) }
      if levels.last != stretch.level { levels.append(stretch.level) }
    }
    return levels
  }

  @Test func audioInput_comesAndGoes_withoutAGap() async throws {
    let (one, two) = (mix([("a", 0.25)]), mix([("a", 0.25), ("b", 0.5)]))
    let report = try await run([one, two, one, two])
    #expect(levels() == [0.25, 0.75, 0.25, 0.75])
    // The mixer is the same throughout.
    #expect(report.nodes.count { $0.type == "audio.mix" } == 1)
  }

  @Test func inputFromASourceThatWasThere_isMixedAtItsOwnTime() async throws {
    // b counts samples, so that a shift by one would be detected.
    func graph(_ isMixed: Bool) -> Graph {
      var graph = Graph()
      let mix = graph.add("mix", AudioMix())
      let a = graph.add("a", ramp("a", 1))
      let b = graph.add("b", ramp("b", -1))
      graph.connect(a.output, to: mix.input)
      if isMixed { graph.connect(b.output, to: mix.input) }
      graph.connect(b.output, to: graph.add("end", AudioSink("end") { _ in }).input)
      graph.connect(mix.output, to: graph.add("listen", listener()).input)
      return graph
    }
    _ = try await run([graph(false), graph(true)])
    // The two outputs cancel each other sample for sample.
    #expect(levels().last == 0)
  }

  /// An endless audio source whose samples are their indices.
  private func ramp(_ name: String, _ factor: Float) -> AudioSource {
    AudioSource(name, channels: 1) { block in
      let start = block.samplePosition ?? 0
      block.withMutableSamples(as: Float.self) { samples in
        for i in samples.indices { samples[i] = factor * (Float((start + Int64(i)) % 4096) + 1) / 4096 }
      }
      return block.frameCount
    }
  }

  @Test func inputInTheMiddle_goes_andTheOthersMissNothing() async throws {
    let wrong = Recorder<Int64>()
    let listener = AudioSink("listen") { [heard] block in
      let start = block.samplePosition ?? 0
      block.withSamples(as: Float.self) { samples in
        // The first input is silent, the middle one a whole number, the last one a fraction.
        for i in samples.indices {
          let fraction = samples[i] - samples[i].rounded(.down)
          if fraction != Float((start + Int64(i)) % 4096) / 8192 { return wrong.note(start + Int64(i)) }
        }
      }
      let level = block.withSamples(as: Float.self) { $0[0].rounded(.down) }
      heard.note(Stretch(position: start, count: block.frameCount, level: level))
    }
    func graph(_ names: [String], gains: [Double]) -> Graph {
      var graph = Graph()
      let mix = graph.add("mix", AudioMix { $0.gains = gains.map { Gain(factor: $0) } })
      for name in names {
        let source = AudioSource(name, channels: 1) { block in
          let start = block.samplePosition ?? 0
          block.withMutableSamples(as: Float.self) { samples in
            for i in samples.indices {
              samples[i] = name == "a" ? 0 : name == "b" ? 2 : Float((start + Int64(i)) % 4096) / 4096
            }
          }
          return block.frameCount
        }
        graph.connect(graph.add(name, source).output, to: mix.input)
      }
      graph.connect(mix.output, to: graph.add("listen", listener).input)
      return graph
    }
    let all = graph(["a", "b", "c"], gains: [1, 4, 0.5])
    let run = GraphRun(all, options: .testing)
    async let result = run.result()
    await heard.waitFor(20)
    try await run.update(to: graph(["a", "c"], gains: [1, 0.5]))
    await heard.waitFor(more: 60)
    run.stop()
    _ = try await result
    #expect(wrong.all == [])
    #expect(levels() == [8, 0])
  }

  @Test func input_isSwitchedToAnotherSource() async throws {
    var first = mix([("a", 0.25), ("b", 0.5)])
    let other = first.add("other", level("other", 1))
    first.connect(other.output, to: first.add("end", AudioSink("end") { _ in }).input)
    var second = first
    second["mix"]?.inputs[1].source = .node("other", port: "out")
    second["end"]?.inputs[0].source = .node("b", port: "out")
    _ = try await run([first, second])
    let levels = levels()
    #expect(levels.first == 0.75 && levels.last == 1.25, "\(levels)")
    // Between them, the input may be ahead or behind, and is silent for a moment then.
    #expect(levels.allSatisfy { [0.75, 0.25, 1.25].contains($0) }, "\(levels)")
  }

  @Test func gains_changeWithoutAnInterruption() async throws {
    let sources: [(String, Float)] = [("a", 0.25), ("b", 0.5)]
    _ = try await run([mix(sources), mix(sources, gains: [1, 0.5]), mix(sources, gains: [0, 2])])
    #expect(levels() == [0.75, 0.5, 1])
  }

  @Test func closuresInputs_comeAndGo_underTheirNames() async throws {
    let ports = Recorder<[String]>()
    func graph(_ names: [String]) -> Graph {
      var graph = Graph()
      let mixer = AudioMixer("names") { inputs, output in
        ports.note((0..<inputs.count).map { inputs.port($0) })
        for index in 0..<inputs.count {
          inputs.withBlock(index) { block in
            block.withSamples(as: Float.self) { from in
              output.withMutableSamples(as: Float.self) { to in for i in to.indices { to[i] += from[i] } }
            }
          }
        }
      }
      let mix = graph.add("mix", mixer)
      for name in names { graph.connect(graph.add(name, level(name, 0.25)).output, to: mix.input) }
      graph.connect(mix.output, to: graph.add("listen", listener()).input)
      return graph
    }
    _ = try await run([graph(["a"]), graph(["a", "b", "c"]), graph(["c"])])
    let levels = levels()
    #expect(levels.first == 0.25 && levels.contains(0.75) && levels.last == 0.25, "\(levels)")
    #expect(Set(ports.all.map(\.count)).isSuperset(of: [1, 3]))
  }

  @Test func failedUpdate_leavesTheInputsAsTheyWere() async throws {
    var graph = mix([("a", 0.25), ("b", 0.5)])
    let pictures = graph.add("pictures", Recorder<Int>.source())
    let pinned = graph.add(
      "pinned",
      GstElement {
        $0.element = "capsfilter"
        $0.type = .rawVideo
        $0.properties = ["caps": "video/x-raw,format=I420"]
      })
    graph.connect(pictures.output, to: pinned.port(in: "in", as: RawVideo.self))
    graph.connect(pinned.port(out: "out", as: RawVideo.self), to: graph.add("seen", VideoSink("seen") { _ in }).input)
    let rgb = VideoSource(
      "rgb", format: .rgb, size: PixelSize(width: 64, height: 48), frameRate: FrameRate(30) ?? FrameRate()
    ) { _, _ in true }
    let other = graph.add("rgb", rgb)
    graph.connect(other.output, to: graph.add("look", VideoSink("look") { _ in }).input)
    // One input is removed and another one added; the failing one comes after both.
    var wrong = graph
    wrong.connect(wrong.add("c", level("c", 1)).output, to: Input<RawAudio>(node: "mix", port: "in"))
    wrong["mix"]?.inputs.removeFirst()
    wrong["mix"]?.arguments["gains"] = .list(["0.5"])
    wrong.connect(Output<RawAudio>(node: "a", port: "out"), to: wrong.add("rest", AudioSink("rest") { _ in }).input)
    wrong.connect(wrong.add("d", level("d", 1)).output, to: Input<RawAudio>(node: "mix", port: "in"))
    wrong["pinned"]?.inputs[0].source = .node("rgb", port: "out")
    let run = GraphRun(graph, options: .testing)
    async let result = run.result()
    await heard.waitFor(20)
    for _ in 0..<3 {
      await #expect(throws: Diagnostics.self) { try await run.update(to: wrong) }
      await heard.waitFor(more: 60)
    }
    run.stop()
    let report = try await result
    #expect(Set(levels().compactMap(\.self)).isSubset(of: [0.75]))
    #expect(report.nodes.first { $0.name == "mix" }?.inputs.count == 2)
  }

  // MARK: - Video

  private let seen = Recorder<(number: Int, pixel: UInt8)>()

  /// A sink that records the number of each frame, and its pixel at (40, 24).
  private func eye() -> VideoSink {
    VideoSink("look", formats: [.i420]) { [seen] frame in
      let (number, pixel) = frame.withPlane(0) { plane in
        ((0..<3).reduce(0) { $0 | Int(plane[byte: $1, row: 0]) << (8 * $1) }, plane[byte: 40, row: 24])
      }
      seen.note((number, pixel))
    }
  }

  private func plain(_ name: String, _ luma: UInt8) -> VideoSource {
    VideoSource(name, size: PixelSize(width: 16, height: 16), frameRate: FrameRate(30) ?? FrameRate()) { frame, _ in
      frame.withMutablePlane(0) { $0.fill(luma) }
      for plane in 1...2 { frame.withMutablePlane(plane) { $0.fill(128) } }
      return true
    }
  }

  /// Expects every frame of the base once. The last one may be repeated: the times of sources added later are shifted
  /// by the time of their addition, and so rounded once more.
  private func expectUnbroken(_ place: SourceLocation = #_sourceLocation) {
    let numbers = seen.all.map(\.number).dropLast()
    for (a, b) in zip(numbers, numbers.dropFirst()) where b != a + 1 {
      Issue.record("\(b) follows \(a)", sourceLocation: place)
      return
    }
  }

  /// The consecutive values of the pixel.
  private var pixels: [UInt8] {
    seen.all.dropLast().reduce(into: []) { pixels, picture in
      if pixels.last != picture.pixel { pixels.append(picture.pixel) }
    }
  }

  private func composite(_ insets: [(name: String, luma: UInt8)], alpha: Double = 1) -> Graph {
    var graph = Graph()
    let composite = graph.add(
      "composite",
      VideoComposite {
        $0.size = PixelSize(width: 64, height: 48)
        var layer = VideoComposite.Layer()
        (layer.x, layer.y, layer.alpha) = (32, 16, alpha)
        $0.layers = [VideoComposite.Layer()] + insets.map { _ in layer }
      })
    graph.connect(graph.add("base", Recorder<Int>.source()).output, to: composite.input)
    for (name, luma) in insets { graph.connect(graph.add(name, plain(name, luma)).output, to: composite.input) }
    graph.connect(composite.output, to: graph.add("look", eye()).input)
    return graph
  }

  private func watch(_ graphs: [Graph]) async throws {
    let run = GraphRun(graphs[0], options: .testing)
    async let result = run.result()
    await seen.waitFor(20)
    for graph in graphs.dropFirst() {
      try await run.update(to: graph)
      await seen.waitFor(more: 30)
    }
    run.stop()
    _ = try await result
  }

  @Test func videoInput_comesAndGoes_andTheBaseMissesNothing() async throws {
    let (without, with) = (composite([]), composite([("inset", 235)]))
    try await watch([without, with, without, with])
    expectUnbroken()
    #expect(pixels == [128, 235, 128, 235])
  }

  @Test func lowerInput_goes_andTheUpperOneStays() async throws {
    try await watch([composite([("low", 60), ("high", 200)]), composite([("high", 200)]), composite([])])
    expectUnbroken()
    #expect(pixels == [200, 128])
  }

  /// No frame of the first input comes, as of a camera that has not begun.
  @Test func liveInput_isDrawn_beforeTheFirstOneBegins() async throws {
    var graph = Graph()
    func liveSource(_ name: String) -> Output<RawVideo> {
      let source = graph.add(
        name,
        GstElement {
          $0.element = "videotestsrc"
          $0.to = .rawVideo
          $0.properties = ["is-live": "true", "pattern": "white"]
        })
      return source.port(out: "out", as: RawVideo.self)
    }
    let silent = graph.add(
      "silent", Transform("silent", from: .frames([.i420]), to: .frames(.i420)) { _, _ in })
    graph.connect(liveSource("camera"), to: silent.input)
    let composite = graph.add("composite", VideoComposite { $0.size = PixelSize(width: 64, height: 48) })
    graph.connect(silent.output, to: composite.input)
    graph.connect(liveSource("other"), to: composite.input)
    graph.connect(composite.output, to: graph.add("look", eye()).input)
    try await watch([graph])
    #expect(pixels.last == 235, "\(pixels)")
  }

  @Test func layers_changeWithoutAnInterruption() async throws {
    let inset = [(name: "inset", luma: UInt8(228))]
    try await watch([composite(inset), composite(inset, alpha: 0), composite(inset, alpha: 0.5)])
    expectUnbroken()
    #expect(pixels.count == 3 && pixels[0] == 228 && pixels[1] == 128 && (176...180).contains(pixels[2]), "\(pixels)")
  }

  @Test func closuresFrames_comeAndGo() async throws {
    func graph(_ insets: [UInt8]) -> Graph {
      var graph = Graph()
      let compositor = VideoCompositor("stack", formats: [.i420], size: { _ in PixelSize(width: 64, height: 48) }) {
        inputs, output in
        inputs.withFrame(0) { picture in
          picture.withPlane(0) { from in
            output.withMutablePlane(0) { to in
              to.fill(UInt8(inputs.count))
              for byte in 0..<3 { to[byte: byte, row: 0] = from[byte: byte, row: 0] }
            }
          }
        }
      }
      let stack = graph.add("stack", compositor)
      graph.connect(graph.add("base", Recorder<Int>.source()).output, to: stack.input)
      for luma in insets {
        graph.connect(graph.add("inset\(luma)", plain("inset\(luma)", luma)).output, to: stack.input)
      }
      graph.connect(stack.output, to: graph.add("look", eye()).input)
      return graph
    }
    try await watch([graph([]), graph([60]), graph([60, 70]), graph([60]), graph([60, 70]), graph([])])
    expectUnbroken()
    // Two inputs removed together leave one by one, usually without a frame between them.
    #expect(pixels.prefix(5) == [1, 2, 3, 2, 3] && pixels.last == 1, "\(pixels)")
  }
}
