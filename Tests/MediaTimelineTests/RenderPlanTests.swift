import CoreMedia
import MediaGraph
import MediaTimeline
import TestSupport
import Testing

/// Places, lengths and maps of clips.
@Suite struct RenderPlanTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func seconds(_ value: Int64, _ scale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: scale) }

  @Test func lengthsOfSources_areThoseOfTheirTracks() throws {
    // 44101 samples have no length in milliseconds.
    let sound = try TestSound(
      "a.wav", in: folder, samples: [Int16](repeating: 1, count: 44101), rate: 44100, channels: 1)
    let plan = try RenderPlan(
      Timeline {
        $0.items = [
          .clip(.init { $0.clip = .location(sound.location) }),
          .clip(
            .init {
              $0.clip = .location(sound.location); $0.from = .milliseconds(500); $0.duration = .seconds(2)
            }),
        ]
      })
    let clips = plan.layers[0].clips
    #expect(clips[1].range.start == seconds(44101, 44100) && plan.duration == seconds(44101 + 88200, 44100))
    #expect(clips[1].map.speed == ExactTime(22051, over: 88200))
    #expect(clips[1].map.sourceTime(at: plan.duration) == ExactTime(44101, over: 44100))
    #expect(try !plan.hasVideo() && plan.hasAudio())
  }

  @Test func audioIsAtTheHighestRate_andHasTheMostChannels_ofWhatIsHeard() throws {
    let mono = try TestSound("a.wav", in: folder, seed: 53, seconds: 0.1, rate: 44100, channels: 1)
    let stereo = try TestSound("b.wav", in: folder, seed: 54, seconds: 0.1, rate: 8000)
    let silent = try TestSound("c.wav", in: folder, seed: 55, seconds: 0.1, rate: 96000, channels: 4)
    func clip(_ sound: TestSound) -> Timeline.Item { .clip(.init { $0.clip = .location(sound.location) }) }
    func format(_ timeline: Timeline) throws -> [Int] {
      let format = try RenderPlan(timeline).audioFormat()
      return [format.rate, format.channels, Int(format.channelMask)]
    }
    #expect(try format(Timeline { $0.items = [clip(mono)] }) == [44100, 1, 0])
    let muted = Timeline.Item.clip(
      .init {
        $0.clip = .location(silent.location); $0.volume = .constant(Gain(factor: 0))
      })
    let nested = Timeline.Item.clip(.init { $0.clip = .timeline(Timeline { $0.items = [clip(stereo)] }) })
    let edit = Timeline {
      $0.items = [clip(mono), muted]; $0.layers = [.init { $0.items = [nested] }]
    }
    #expect(try format(edit) == [44100, 2, 3])
    var told = edit
    (told.sampleRate, told.channels) = (22050, 6)
    #expect(try format(told) == [22050, 6, 0x3F])
    #expect(try format(Timeline { $0.items = [.gap(.init { $0.gap = .seconds(1) })] }) == [48000, 2, 3])
  }

  @Test func transitionsOverlapTheirClips_andSpansShowWhatIsUnchanged() throws {
    let sound = try TestSound("a.wav", in: folder, seed: 50, seconds: 4, rate: 8000)
    var timeline = Timeline()
    timeline.items = [
      .clip(.init { $0.clip = .location(sound.location) }),
      .transition(
        .init {
          $0.transition = .wipe; $0.duration = .seconds(1)
        }),
      .clip(
        .init {
          $0.clip = .location(sound.location); $0.duration = .seconds(2)
        }),
    ]
    timeline.layers = [
      .init {
        $0.items = [
          .clip(
            .init {
              $0.clip = .location(sound.location); $0.at = .seconds(1); $0.to = .seconds(1)
            })
        ]
      }
    ]
    let plan = try RenderPlan(timeline)
    let clips = plan.layers[0].clips
    #expect(clips.map(\.range.start) == [.zero, seconds(3)] && plan.duration == seconds(5))
    #expect(clips[0].exit == clips[1].entry && clips[0].exit?.range == CMTimeRange(start: seconds(3), end: seconds(4)))
    #expect(clips[0].exit?.direction == .right && clips[0].exit?.progress(at: seconds(7, 2)) == 0.5)
    #expect(plan.spans.map(\.range.start) == [.zero, seconds(1), seconds(2), seconds(3), seconds(4)])
    #expect(plan.spans.map(\.clips.count) == [1, 2, 1, 2, 1])
    #expect(
      plan.explanation == [
        "layer 0:", "  0s to 4s: '\(folder.file("a.wav"))' from 0s", "  3s to 4s: wipe to the next clip",
        "  3s to 5s: '\(folder.file("a.wav"))' from 0s at 2 times its speed", "layer 1:",
        "  1s to 2s: '\(folder.file("a.wav"))' from 0s",
      ])
  }

  @Test func rampsHaveTheTimesOfTheTimeline() throws {
    var timeline = Timeline()
    timeline.frameRate = FrameRate(25)
    timeline.background = .keys([.init(at: .seconds(1), .white), .init(at: .seconds(2), RGBColor())])
    timeline.items = [
      .gap(.init { $0.gap = .seconds(3) }),
      .clip(
        .init {
          $0.clip = "a.mov"
          $0.to = .seconds(2)
          $0.opacity = .keys([
            .init(at: .frames(25), 0.0), .init(at: .frames(50), 1.0), .init(at: .frames(60), 0.0, jump: true),
          ])
        }),
    ]
    timeline.size = PixelSize(width: 16, height: 16)
    let plan = try RenderPlan(timeline)
    let opacity = plan.layers[0].clips[0].opacity
    #expect([7, 8, 9, 10, 11].map { opacity.value(at: seconds($0, 2)) } == [0, 0, 0.5, 1, 0])
    #expect(!opacity.isConstant(in: CMTimeRange(start: seconds(3), end: seconds(9, 2))))
    #expect(opacity.isConstant(in: CMTimeRange(start: seconds(5), end: seconds(27, 5))))
    #expect(plan.background.value(at: seconds(3, 2)) == RGBColor(red: 128, green: 128, blue: 128))
  }

  @Test func canvasAndRate_areThoseOfTheFirstClipThatIsSeen() throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30000/1001", "-frames:v", "5", "-c:v", "libx264", "-pix_fmt",
      "yuv420p", folder.file("a.mp4"),
    ])
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", folder.file("b.png")])
    let sound = try TestSound("a.wav", in: folder, seed: 51, seconds: 1, rate: 8000)
    let video = Timeline.Item.clip(.init { $0.clip = .location(Location(folder.file("a.mp4"))) })
    let still = Timeline.Item.clip(
      .init {
        $0.clip = .location(Location(folder.file("b.png"))); $0.duration = .seconds(2)
      })
    let audio = Timeline.Item.clip(.init { $0.clip = .location(sound.location) })
    let plan = try RenderPlan(Timeline { $0.items = [audio, video, still] })
    #expect(plan.size == PixelSize(width: 160, height: 96) && plan.frameRate == FrameRate(30000, 1001))
    #expect(plan.layers[0].clips[1].range.duration == seconds(5005, 30000))
    let pictures = try RenderPlan(Timeline { $0.items = [still, video] })
    #expect(pictures.size == PixelSize(width: 64, height: 48) && pictures.frameRate == FrameRate(30000, 1001))
    #expect(pictures.layers[0].clips[0].range.duration == seconds(2) && pictures.layers[0].clips[0].map.keepsSpeed)
  }

  /// Frames of which some were left out: the mean rate is none at which the others are shown.
  @Test(arguments: [
    ("25", "mp4", FrameRate(25)), ("30000/1001", "mp4", FrameRate(30000, 1001)), ("30", "mkv", FrameRate(30)),
  ])
  func aVariableRate_isThatOfFramesThatFollowEachOther(_ rate: String, _ type: String, _ expected: FrameRate?) throws {
    let path = folder.file("a.\(type)")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=\(rate):duration=3", "-vf", "select='not(between(mod(n,10),3,6))'",
      "-fps_mode", "vfr", "-c:v", "libx264", "-pix_fmt", "yuv420p", path,
    ])
    let plan = try RenderPlan(Timeline { $0.items = [.clip(.init { $0.clip = .location(Location(path)) })] })
    #expect(plan.frameRate == expected, "\(plan.frameRate.text)")
  }

  @Test func aNestedTimelineWithoutARate_hasThatOfItsClip() throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=50", "-frames:v", "5", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      folder.file("a.mp4"),
    ])
    var inner = Timeline()
    inner.items = [.clip(.init { $0.clip = .location(Location(folder.file("a.mp4"))) })]
    var outer = Timeline { $0.items = [.clip(.init { $0.clip = .timeline(inner) })] }
    func rates() throws -> [FrameRate?] {
      let plan = try RenderPlan(outer)
      guard case .timeline(let nested) = plan.layers[0].clips[0].source else { return [] }
      return [plan.frameRate, nested.frameRate]
    }
    #expect(try rates() == [FrameRate(50), FrameRate(50)])
    outer.frameRate = FrameRate(25)
    #expect(try rates() == [FrameRate(25), FrameRate(25)])
  }

  @Test(arguments: [
    ("{ clip: a.wav, from: 3s }", "a clip begins behind the end of its source"),
    ("{ clip: { items: [{ clip: a.wav }] }, from: 3s, to: 4s }", "a clip begins behind the end of its source"),
    ("{ clip: a.wav }, { clip: a.wav, at: 1s }", "clips overlap at 1s"),
    (
      "{ clip: a.wav }, { transition: wipe, duration: 3s }, { clip: a.wav }",
      "a transition is longer than what the clip before has left"
    ),
    ("{ clip: b.png }", "the length of a picture is missing"),
    ("{ clip: { program: camera }, to: 1s }", "a clip cannot be the program's source 'camera'"),
    ("{ clip: a.wav, audio: \"id:7\" }", "cannot read 'FOLDER/a.wav'"),
  ])
  func whatOnlyFilesTell_isAnErrorWithItsPlace(_ items: String, _ message: String) throws {
    _ = try TestSound("a.wav", in: folder, seed: 52, seconds: 2, rate: 8000)
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", folder.file("b.png")])
    let text = """
      format: 1
      nodes:
        edit: { use: timeline, with: { items: [\(items)] } }
        null: { use: "null", in: edit.audio }
      """.replacing("clip: a", with: "clip: \(folder.path)/a").replacing("clip: b", with: "clip: \(folder.path)/b")
    let (graph, problems) = DescriptionLoader().load(text: text, path: "test.yaml")
    #expect(problems.isEmpty)
    let checked = GraphChecker().check(graph)
    let edit = try #require(checked.graph["edit"])
    let node = try #require(try Registry.shared.component(for: edit) as? TimelineNode)
    let error = #expect(throws: Diagnostic.self) { try RenderPlan(node.timeline) }
    #expect(error?.message == message.replacing("FOLDER", with: folder.path))
    #expect(error?.notes.contains { $0.hasPrefix("in items[") } == true)
  }
}
