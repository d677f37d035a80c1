import MediaGraph
import Testing

/// Timelines as values: written, read, and the same in Swift.
@Suite struct TimelineTests {
  static let crossfade = """
    format: 1

    parameters:
      first:  { type: url, required: true }
      second: { type: url, required: true }

    nodes:
      edit:
        use: timeline
        with:
          size: 1920x1080
          frame_rate: 30000/1001
          items:
            - { clip: $first, from: 2s, to: 00:00:10:15 }
            - { transition: crossfade, duration: 30f, audio: equal_power }
            - { clip: $second, from: 0s, to: 8s, opacity: { 0s: 0.0, 1s: 1.0 } }
      video: { use: null, in: edit.video }
      audio: { use: null, in: edit.audio }
    """

  /// Backgrounds that change, sound without pictures, pictures without sound.
  static let backgrounds = """
    format: 1
    nodes:
      edit:
        use: timeline
        with:
          frame_rate: 25/1
          background: [{ at: 0s, value: "#000000" }, { at: 2s, value: "#ffffff", jump: true }]
          markers: [{ at: 1s, name: start, comment: "Words begin: here.", color: red }, { at: 2s, duration: 10f }]
          items:
            - { clip: a.mov, to: 4s, audio: none, name: first, markers: [{ at: 500ms }] }
            - { transition: fade, duration: 1s, color: "#808080" }
            - { clip: b.png, duration: 3s }
          layers:
            - items: [{ clip: a.wav, to: 6s, video: none, pitch: varispeed }]
      video: { use: null, in: edit.video }
      layer: { use: null, in: edit.frames.2 }
      audio: { use: null, in: edit.audio }
    """

  static let everything = """
    format: 1
    nodes:
      edit:
        use: timeline
        with:
          size: 640x360
          frame_rate: 25
          background: "#102030"
          sample_rate: 44100
          channels: 1
          items:
            - clip: a.mov
              from: 1s
              to: 5s
              video: id:2
              audio: all
              fit: cover
              opacity: [{ at: 0s, value: 0.5 }, { at: 2s, value: 1, jump: true }]
              transform: { 0s: { x: 10 }, 50f: { x: 20, a: 0.5, d: 0.5 } }
              crop: { width: 320, height: 180, x: 4 }
              volume: { 0s: -6dB, 500ms: 1 }
              pitch: time_domain
            - { transition: push, duration: 500ms, audio: linear, direction: up }
            - { clip: { items: [{ clip: b.mov, to: 4s }, { gap: 1s }] }, duration: 10s }
            - { gap: 25f }
            - { clip: { program: camera }, at: 20s }
          layers:
            - items: [{ clip: logo.png, at: 2s, to: 3s, opacity: 0.5 }]
      video: { use: null, in: edit.video }
      audio: { use: null, in: edit.audio }
    """

  /// The graph of a description without errors, after its check.
  private static func graph(_ text: String) -> Graph {
    let (loaded, problems) = DescriptionLoader().load(text: text, path: "test.yaml")
    let (graph, found) = GraphChecker(registry: Registry()).check(loaded)
    #expect(Diagnostics(problems + found).description == "")
    return graph
  }

  @Test(arguments: [crossfade, everything, backgrounds]) func whatIsPrinted_isReadAsTheSame(_ text: String) throws {
    let graph = Self.graph(text)
    let printed = try graph.yaml(registry: Registry())
    #expect(Self.graph(printed) == graph, "\(printed)")
    #expect(try Self.graph(printed).yaml(registry: Registry()) == printed)
    #expect(try DescriptionFormatter().format(printed, path: "test.yaml") == printed)
  }

  @Test func canonicalForm() throws {
    let printed = try Self.graph(Self.crossfade).yaml(registry: Registry())
    #expect(
      printed.contains(
        """
            with:
              size: 1920x1080
              frame_rate: 30000/1001
              items:
                - { clip: $first, from: 2s, to: 00:00:10:15 }
                - { transition: crossfade, duration: 30f, audio: equal_power }
                - { clip: $second, from: 0s, to: 8s, opacity: { 0s: 0.0, 1s: 1.0 } }
        """), "\(printed)")
    let bound = try Self.graph(Self.crossfade).bound(to: ["first": "a.mov", "second": "b.mov"])
    let text = try GraphChecker(registry: Registry()).check(bound).graph.yaml(registry: Registry())
    #expect(text.contains("{ clip: b.mov, from: 0s, to: 8s, opacity: { 0s: 0, 1s: 1 } }"), "\(text)")
  }

  @Test func swiftAndFiles_sayTheSame() throws {
    var graph = Graph()
    var timeline = Timeline()
    timeline.size = PixelSize(width: 640, height: 360)
    timeline.frameRate = FrameRate(25)
    timeline.background = Ramp(RGBColor(red: 0x10, green: 0x20, blue: 0x30))
    timeline.sampleRate = 44100
    timeline.channels = 1
    var clip = Timeline.Clip()
    clip.clip = "a.mov"
    clip.from = .seconds(1)
    clip.to = .seconds(5)
    clip.video = TrackChoice(.id(2))
    clip.audio = TrackChoice(.all)
    clip.fit = .cover
    clip.opacity = .keys([Ramp.Key(at: .seconds(0), 0.5), Ramp.Key(at: .seconds(2), 1.0, jump: true)])
    clip.transform = .keys([
      Ramp.Key(at: .seconds(0), Timeline.Transform { $0.x = 10 }),
      Ramp.Key(
        at: .frames(50),
        Timeline.Transform {
          $0.a = 0.5
          $0.d = 0.5
          $0.x = 20
        }),
    ])
    clip.crop = Ramp(
      Timeline.Crop {
        $0.x = 4
        $0.width = 320
        $0.height = 180
      })
    clip.volume = .keys([
      Ramp.Key(at: .seconds(0), Gain.decibels(-6)), Ramp.Key(at: .milliseconds(500), Gain(factor: 1)),
    ])
    clip.pitch = .timeDomain
    var push = Timeline.Transition()
    push.transition = .push
    push.duration = .milliseconds(500)
    push.audio = .linear
    push.direction = .up
    var inner = Timeline()
    inner.items = [
      .clip(
        Timeline.Clip {
          $0.clip = "b.mov"
          $0.to = .seconds(4)
        }), .gap(Timeline.Gap { $0.gap = .seconds(1) }),
    ]
    timeline.items = [
      .clip(clip), .transition(push),
      .clip(
        Timeline.Clip {
          $0.clip = .timeline(inner)
          $0.duration = .seconds(10)
        }),
      .gap(Timeline.Gap { $0.gap = .frames(25) }),
      .clip(
        Timeline.Clip {
          $0.clip = .program("camera")
          $0.at = .seconds(20)
        }),
    ]
    let logo = Timeline.Clip {
      $0.clip = "logo.png"
      $0.at = .seconds(2)
      $0.to = .seconds(3)
      $0.opacity = Ramp(0.5)
    }
    timeline.layers = [Timeline.Layer { $0.items = [.clip(logo)] }]
    let edit = graph.add("edit", TimelineNode { $0.timeline = timeline })
    graph.connect(edit.video, to: graph.add("video", Null()).input)
    graph.connect(edit.audio, to: graph.add("audio", Null()).input)
    let (checked, problems) = GraphChecker(registry: Registry()).check(graph)
    #expect(Diagnostics(problems).description == "")
    #expect(checked == Self.graph(Self.everything))
    let node = try #require(checked["edit"])
    let read = try #require(try Registry().component(for: node) as? TimelineNode)
    #expect(read.timeline == timeline)
  }

  @Test func parametersOfAGroup_areBoundLikeOthers() throws {
    var graph = Graph()
    let size: ParameterReference<PixelSize> = graph.parameter("size", default: PixelSize(width: 64, height: 48))
    let edit = graph.add("edit", TimelineNode { $0.timeline.$size.bind(to: size) })
    graph.connect(edit.video, to: graph.add("video", Null()).input)
    #expect(graph["edit"]?.arguments == ["size": .reference("size")])
    let node = try #require(try graph.bound()["edit"])
    let read = try #require(try Registry().component(for: node) as? TimelineNode)
    #expect(read.timeline.size == PixelSize(width: 64, height: 48))
  }

  /// A record's group is one value in Swift; in files its parameters are fields like the others.
  @Test func titleHasTheFieldsThatVideoTextHasAsParameters() throws {
    let parameters = try #require(Registry().declaration(of: "video.text")).parameters
    #expect(Timeline.Title.fields.map(\.name) == parameters.map(\.name))
    let title = Timeline.Title { ($0.text, $0.size, $0.position) = ("A", 40, .center) }
    #expect(title.argument == .map(["text": .text("A"), "size": .text("40"), "position": .text("center")]))
    let read = try Timeline.Title(argument: try #require(title.argument))
    #expect(read == title && read.style.size == 40)
    let problems = Timeline.Title.problems(in: .map(["text": .text("A"), "size": .text("1"), "sise": .text("40")]))
    #expect(problems.map(\.problem).contains { $0.contains("unknown field 'sise'") }, "\(problems)")
    #expect(problems.count == 2)
  }
}
