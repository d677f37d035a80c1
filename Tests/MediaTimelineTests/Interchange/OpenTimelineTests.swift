import CoreMedia
import Foundation
import MediaGraph
import MediaTimeline
import TestSupport
import Testing

/// Timelines as OpenTimelineIO files.
///
/// `edit.otio` was written by the OpenTimelineIO package for Python, 0.18.1.
@Suite struct OpenTimelineTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static var golden: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("edit.otio").path
  }

  private func clips(_ items: [Timeline.Item]) -> [Timeline.Clip] {
    items.compactMap { if case .clip(let clip) = $0 { clip } else { nil } }
  }

  @Test func aFileOfThePackage_isReadWithEverything() throws {
    let timeline = try OpenTimeline(contentsOf: Self.golden).timeline
    #expect(timeline.frameRate == FrameRate(25))
    #expect(timeline.markers.map(\.name) == ["start"])
    // The first audio track is that of the pictures; the second has a song.
    #expect(timeline.layers.count == 2)
    let clips = clips(timeline.items)
    #expect(clips.map(\.name) == ["one", "two", "fast"] && clips.allSatisfy { $0.video == $0.audio })
    // Each has the part of the transition that is its own.
    #expect(clips.map(\.from.text) == ["2s", "400ms", "0s"] && clips.map { $0.to?.text } == ["6.6s", "2.8s", "4s"])
    #expect(clips.map { $0.duration?.text } == [nil, nil, "2s"])
    #expect(
      clips[0].markers.map { "\($0.name) \($0.at.text) \($0.duration.text) \($0.color)" } == ["look 400ms 200ms red"])
    guard case .transition(let transition) = timeline.items[1], case .gap(let gap) = timeline.items[3] else {
      Issue.record("\(timeline.items)")
      return
    }
    #expect(transition.transition == .crossfade && transition.duration == .seconds(1) && gap.gap == .seconds(1))
    let (inner, song) = (self.clips(timeline.layers[0].items), self.clips(timeline.layers[1].items))
    #expect(inner.map(\.from.text) == ["200ms"] && song.map { $0.to?.text } == ["144001/48000s"])
    #expect(
      song[0].video.rule == .none
        && song[0].clip.argument
          == .text(URL(fileURLWithPath: Self.golden).deletingLastPathComponent().path + "/song.wav")
    )
    guard case .timeline(let nested) = inner.first?.clip else {
      Issue.record("\(inner)")
      return
    }
    #expect(self.clips(nested.items).map(\.name) == ["deep"])
  }

  @Test(arguments: ["25/1", "30000/1001", nil]) func whatIsWritten_comesBackAsTheSamePlan(_ rate: String?) throws {
    let sound = try TestSound("a.wav", in: folder, seed: 60, seconds: 4, rate: 8000, channels: 1)
    let source = Timeline.Source.location(sound.location)
    var inner = Timeline()
    inner.items = [.clip(.init { ($0.clip, $0.to, $0.name) = (source, .seconds(3), "inner") })]
    inner.markers = [.init { $0.at = .seconds(1) }]
    var timeline = Timeline()
    timeline.frameRate = try rate.map { try FrameRate(parsing: $0) }
    (timeline.size, timeline.sampleRate) = (PixelSize(width: 64, height: 48), 44100)
    timeline.markers = [
      .init { ($0.at, $0.duration, $0.name, $0.comment) = (.seconds(1), .milliseconds(200), "a", "b") }
    ]
    timeline.items = [
      .clip(
        .init {
          ($0.clip, $0.from, $0.name) = (source, .rational(1, 3), "first")
          $0.volume = .keys(
            [.init(at: .seconds(1), Gain(factor: 0.5)), .init(at: .milliseconds(500), Gain(), jump: true)].reversed())
          $0.markers = [.init { $0.at = .seconds(1) }]
        }),
      .transition(.init { ($0.transition, $0.duration, $0.direction) = (.wipe, .rational(1001, 1000), .up) }),
      .clip(
        .init {
          ($0.clip, $0.from, $0.to) = (source, .seconds(1), .seconds(4)); $0.fit = .cover
        }),
      .clip(.init { ($0.clip, $0.to, $0.duration, $0.pitch) = (source, .seconds(2), .seconds(3), .varispeed) }),
    ]
    timeline.layers = [
      .init {
        $0.items = [.gap(.init { $0.gap = .seconds(1) }), .clip(.init { $0.clip = .timeline(inner) })]
        ($0.volume, $0.tap) = (Ramp(Gain(factor: 0.5)), "room")
      },
      .init {
        $0.items = [
          .clip(
            .init {
              ($0.clip, $0.at, $0.to) = (source, .milliseconds(250), .seconds(1)); $0.video = TrackChoice(.none)
            })
        ]
      },
    ]
    let text = try OpenTimeline(timeline).text(name: "edit")
    let back = try OpenTimeline(json: Data(text.utf8), of: "edit", relativeTo: URL(fileURLWithPath: folder.path))
      .timeline
    let (plan, again) = (try RenderPlan(timeline), try RenderPlan(back))
    #expect(again.explanation == plan.explanation, "\(text)")
    #expect(again.layers.flatMap(\.clips).map(\.map) == plan.layers.flatMap(\.clips).map(\.map))
    #expect(again.layers.flatMap(\.clips).map(\.volume) == plan.layers.flatMap(\.clips).map(\.volume))
    #expect(again.layers[0].clips[0].exit == plan.layers[0].clips[0].exit)
    #expect(back.layers[0].volume == timeline.layers[0].volume && back.layers[0].tap == "room")
    #expect(back.markers == timeline.markers && back.size == timeline.size && back.sampleRate == 44100)
    #expect(clips(back.items)[0].markers == clips(timeline.items)[0].markers)
    #expect(clips(back.items)[1].fit == .cover && clips(back.layers[1].items)[0].video.rule == .none)
    // A second time, it is the same to the letter.
    #expect(try OpenTimeline(back).text(name: "edit").split(separator: "\n") == text.split(separator: "\n"))
  }

  @Test func locationsAreWrittenFromTheFolder_withEscapes() throws {
    let sound = try TestSound("a 100%.wav", in: folder, seed: 61, seconds: 1, rate: 8000, channels: 1)
    let timeline = Timeline { $0.items = [.clip(.init { $0.clip = .location(sound.location) })] }
    let url = URL(fileURLWithPath: folder.path)
    let text = try OpenTimeline(timeline).text(name: "edit", relativeTo: url)
    #expect(text.contains("a%20100%25.wav"))
    let back = try OpenTimeline(json: Data(text.utf8), of: "edit", relativeTo: url).timeline
    #expect(clips(back.items).map(\.clip.argument) == [.text(sound.location.text)])
  }

  @Test(arguments: [
    (#"{}"#, "it has no OTIO_SCHEMA"), ("nonsense", "'edit' is no JSON"),
    (#"{"OTIO_SCHEMA":"Clip.2"}"#, "its schema is Clip.2"),
    (
      #"{"OTIO_SCHEMA":"Track.1","kind":"Video","children":[{"OTIO_SCHEMA":"Clip.2","media_references":{}}]}"#,
      "a clip has no file"
    ),
    (
      #"{"OTIO_SCHEMA":"Track.1","kind":"Video","children":[{"OTIO_SCHEMA":"Transition.1"}]}"#,
      "a transition needs a clip on both sides"
    ),
    (
      #"{"OTIO_SCHEMA":"Track.1","children":[{"OTIO_SCHEMA":"Gap.1","source_range":{"OTIO_SCHEMA":"TimeRange.1","duration":{"OTIO_SCHEMA":"RationalTime.1","value":1,"rate":0}}}]}"#,
      "is no time"
    ),
    (
      #"{"OTIO_SCHEMA":"Track.1","children":[{"OTIO_SCHEMA":"Gap.1","source_range":{"OTIO_SCHEMA":"TimeRange.1","duration":{"OTIO_SCHEMA":"RationalTime.1","value":1,"rate":1e-12}}}]}"#,
      "a rate from"
    ),
  ])
  func whatIsNoTimeline_saysWhy(_ json: String, _ message: String) throws {
    let error = #expect(throws: Diagnostic.self) {
      try OpenTimeline(json: Data(json.utf8), of: "edit", relativeTo: URL(fileURLWithPath: "/"))
    }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }

  /// A file without pictures is in an audio track alone.
  @Test func audioFiles_areInAudioTracks() throws {
    let sound = try TestSound("song.wav", in: folder, seed: 61, seconds: 1, rate: 8000, channels: 1)
    let timeline = Timeline { $0.items = [.clip(.init { $0.clip = .location(sound.location) })] }
    let text = try OpenTimeline(timeline).text(name: "edit")
    #expect(text.contains("\"Audio\"") && !text.contains("\"Video\""), "\(text)")
    let back = try OpenTimeline(json: Data(text.utf8), of: "edit", relativeTo: URL(fileURLWithPath: folder.path))
      .timeline
    #expect(clips(back.items).first?.video.rule == TrackChoice.Rule.none && clips(back.items).count == 1)
    #expect(try OpenTimeline(back).text(name: "edit") == text)
  }

  @Test func reversedClips_haveANegativeTimeScalar() throws {
    let sound = try TestSound("song.wav", in: folder, seed: 62, seconds: 3, rate: 8000, channels: 1)
    let source = Timeline.Source.location(sound.location)
    let timeline = Timeline {
      $0.frameRate = FrameRate(25)
      $0.items = [
        .clip(.init { ($0.clip, $0.to) = (source, .seconds(2)) }),
        .transition(.init { ($0.transition, $0.duration) = (.crossfade, .milliseconds(400)) }),
        .clip(
          .init {
            ($0.clip, $0.from, $0.to, $0.duration, $0.reverse) = (source, .seconds(1), .seconds(3), .seconds(1), true)
          }),
      ]
    }
    let text = try OpenTimeline(timeline).text(name: "edit")
    #expect(text.contains("\"time_scalar\" : -2") || text.contains("\"time_scalar\": -2"), "\(text)")
    let back = try OpenTimeline(json: Data(text.utf8), of: "edit", relativeTo: URL(fileURLWithPath: folder.path))
      .timeline
    let (plan, again) = (try RenderPlan(timeline), try RenderPlan(back))
    #expect(again.layers.flatMap(\.clips).map(\.map) == plan.layers.flatMap(\.clips).map(\.map), "\(text)")
    #expect(plan.explanation.contains { $0.contains("backwards from 3s at 2 times its speed") }, "\(plan.explanation)")
  }
}
