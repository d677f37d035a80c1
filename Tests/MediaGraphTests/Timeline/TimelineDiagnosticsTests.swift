import MediaGraph
import Testing

/// Errors in timelines, with carets below the values in them.
@Suite struct TimelineDiagnosticsTests {
  /// Returns the problems of a timeline of these items, without the lines that are the same each time.
  private static func lines(_ items: String..., rate: String? = "frame_rate: 25") -> [String] {
    let rate = rate.map { ", \($0)" } ?? ""
    let text = """
      format: 1
      parameters: { input: { type: url, required: true }, length: { type: time, default: 2s } }
      nodes:
        edit:
          use: timeline
          with: { size: 64x48\(rate), items: [
      \(items.joined(separator: ",\n"))
          ] }
        video: { use: null, in: edit.video }
      """
    return problems(text).split(separator: "\n").map(String.init)
      .filter { !$0.trimmingPrefix { $0 == " " }.hasPrefix("--> ") && $0.trimmingPrefix { $0 == " " } != "|" }
  }

  @Test func severalErrors_inOnePass() {
    #expect(
      problems(
        """
        format: 1
        parameters: { first: { type: url, required: true } }
        nodes:
          edit:
            use: timeline
            with:
              frame_rate: 29.97
              items:
                - { clip: $first, form: 2s, to: 10x }
                - { clip: b.mov, opacity: { 0s: 2, soon: 1 } }
                - { transition: dissolve, duration: 30f }
                - { cilp: c.mov }
              layers:
                - items:
                    - { clip: { items: [{ clip: d.mov, volume: loud }] } }
          video: { use: null, in: edit.video }
        """)
          == """
          error: frame_rate must be exact
           --> test.yaml:7:19
            |
          7 |       frame_rate: 29.97
            |                   ^^^^^ is not a rational
            |
            = help: write 30000/1001

          error: items has an unknown field 'form'
           --> test.yaml:9:27
            |
          9 |         - { clip: $first, form: 2s, to: 10x }
            |                           ^^^^ is no field of a clip
            |
            = help: did you mean 'from'? a clip has: clip, from, to, at, duration, reverse, video, audio, samples, fit, opacity, transform, crop, volume, pitch, name, markers

          error: to must be a time such as 2s
           --> test.yaml:9:41
            |
          9 |         - { clip: $first, form: 2s, to: 10x }
            |                                         ^^^ is not a time

          error: opacity must be from 0 to 1
            --> test.yaml:10:41
             |
          10 |         - { clip: b.mov, opacity: { 0s: 2, soon: 1 } }
             |                                         ^ is out of range

          error: opacity must have times, such as 2s, in front of its values
            --> test.yaml:10:44
             |
          10 |         - { clip: b.mov, opacity: { 0s: 2, soon: 1 } }
             |                                            ^^^^ is not a time

          error: transition must be one of: crossfade, push, wipe, slide, fade
            --> test.yaml:11:25
             |
          11 |         - { transition: dissolve, duration: 30f }
             |                         ^^^^^^^^ is none of them

          error: items must be a clip, a gap or a transition
            --> test.yaml:12:11
             |
          12 |         - { cilp: c.mov }
             |           ^ is none of them
             |
             = help: write { clip: FILE, … }, { gap: TIME } or { transition: KIND, … }

          error: volume must be a gain such as -6dB
            --> test.yaml:15:56
             |
          15 |             - { clip: { items: [{ clip: d.mov, volume: loud }] } }
             |                                                        ^^^^ is not a gain

          8 errors in 1 file
          """)
  }

  @Test func aTransitionLongerThanItsClips() {
    #expect(
      Self.lines(
        "{ clip: a.mov, to: 2s }", "{ transition: crossfade, duration: 3s }", "{ clip: $input, from: 1s, to: 50f }")
        == [
          "error: duration must be at most 2s",
          "8 | { transition: crossfade, duration: 3s },",
          "  |                                    ^^ is longer than what the clip before has left",
          "error: duration must be at most 1s",
          "8 | { transition: crossfade, duration: 3s },",
          "  |                                    ^^ is longer than the clip behind it",
          "2 errors in 1 file",
        ])
  }

  @Test func transitionsThatOverlapEachOther() {
    #expect(
      Self.lines(
        "{ clip: a.mov, to: 4s }", "{ transition: wipe, duration: 1s }", "{ clip: b.mov, to: 2s }",
        "{ transition: wipe, duration: 1500ms }", "{ clip: c.mov, to: 2s }")
        == [
          "error: duration must be at most 1s",
          "10 | { transition: wipe, duration: 1500ms },",
          "   |                               ^^^^^^ is longer than what the clip before has left",
        ])
  }

  @Test func transitionsWithoutClips() {
    #expect(
      Self.lines(
        "{ transition: wipe, duration: 1s }", "{ transition: wipe, duration: 0s }", "{ gap: 1s }",
        "{ clip: a.mov }", "{ transition: push, duration: 1s }")
        == [
          "error: transition needs a clip before it",
          "7 | { transition: wipe, duration: 1s },",
          "  |               ^^^^ follows none",
          "error: transition needs a clip behind it",
          "7 | { transition: wipe, duration: 1s },",
          "  |               ^^^^ leads to none",
          "error: transition needs a clip before it",
          "8 | { transition: wipe, duration: 0s },",
          "  |               ^^^^ follows none",
          "error: transition needs a clip behind it",
          "8 | { transition: wipe, duration: 0s },",
          "  |               ^^^^ leads to none",
          "error: duration must be more than 0s",
          "8 | { transition: wipe, duration: 0s },",
          "  |                               ^^ is no time at all",
          "error: transition needs a clip behind it",
          "11 | { transition: push, duration: 1s }",
          "   |               ^^^^ leads to none",
          "6 errors in 1 file",
        ])
  }

  @Test func overlaps() {
    #expect(
      Self.lines(
        "{ clip: a.mov, to: $length }", "{ clip: b.mov, at: 1999ms, to: 1s }", "{ clip: c.mov, to: 1s, at: 3s }")
        == [
          "error: at must be at least 2s",
          "8 | { clip: b.mov, at: 1999ms, to: 1s },",
          "  |                    ^^^^^^ overlaps the item before",
          "  = help: put a transition between them, or the clip into a layer",
        ])
  }

  @Test func nestedTimelines_haveTheRateAroundThem() {
    #expect(
      Self.lines(
        "{ clip: { items: [{ clip: a.mov, to: 50f }, { transition: wipe, duration: 51f }, { clip: b.mov }] } }")
        == [
          "error: duration must be at most 2s",
          "7 | { clip: { items: [{ clip: a.mov, to: 50f }, { transition: wipe, duration: 51f }, { clip: b.mov }] } }",
          "  |                                                                           ^^^ is longer than what the clip before has left",
        ])
  }

  @Test func requiredFields() {
    #expect(
      Self.lines("{ transition: wipe }", "{ clip: b.mov, crop: { x: 1, height: $length } }", "{ clip: [a.mov] }")
        == [
          "error: items needs 'duration'",
          "7 | { transition: wipe },",
          "  | ^ has no duration",
          "  = help: duration is a time such as 2s",
          "error: crop needs 'width'",
          "8 | { clip: b.mov, crop: { x: 1, height: $length } },",
          "  |                      ^ has no width",
          "  = help: width is a number",
          "error: clip must be a source such as movie.mp4",
          "9 | { clip: [a.mov] }",
          "  |         ^ is not a source",
          "  = help: write a file, { items: … }, { text: … } or { program: NAME }",
          "3 errors in 1 file",
        ])
  }

  @Test func rangesAndRamps() {
    #expect(
      Self.lines(
        "{ clip: a.mov, from: 2s, to: 50f, opacity: { 1s: 0, 20f: 1 } }", "{ gap: 0s }",
        "{ clip: b.mov, volume: [{ at: 1s, value: 0 }, { at: 1s, value: 1 }] }")
        == [
          "error: to must be after 2s",
          "7 | { clip: a.mov, from: 2s, to: 50f, opacity: { 1s: 0, 20f: 1 } },",
          "  |                              ^^^ is where the clip begins, or before",
          "error: opacity must be in the order of its times",
          "7 | { clip: a.mov, from: 2s, to: 50f, opacity: { 1s: 0, 20f: 1 } },",
          "  |                                                     ^^^ is not after 1s",
          "error: gap must be more than 0s",
          "8 | { gap: 0s },",
          "  |        ^^ is no time at all",
          "error: at must be after 1s",
          "9 | { clip: b.mov, volume: [{ at: 1s, value: 0 }, { at: 1s, value: 1 }] }",
          "  |                                                     ^^ is not after 1s",
          "4 errors in 1 file",
        ])
  }

  @Test func framesWithoutRate() {
    #expect(
      Self.lines("{ clip: a.mov, to: 50f }", "{ gap: 00:00:01:10 }", rate: nil)
        == [
          "error: to counts frames, and the timeline has no frame_rate",
          "7 | { clip: a.mov, to: 50f },",
          "  |                    ^^^ how long is a frame?",
          "  = help: write frame_rate: 25/1, or the time in seconds",
          "error: gap counts frames, and the timeline has no frame_rate",
          "8 | { gap: 00:00:01:10 }",
          "  |        ^^^^^^^^^^^ how long is a frame?",
          "  = help: write frame_rate: 25/1, or the time in seconds",
          "2 errors in 1 file",
        ])
  }

  @Test func timeCodesWithTooManyFrames() {
    #expect(
      Self.lines("{ clip: a.mov, to: 00:00:01:30 }", "{ gap: 00:00:00:25 }", "{ clip: b.mov, to: 00:00:01:24 }")
        == [
          "error: to must have frames from 0 to 24",
          "7 | { clip: a.mov, to: 00:00:01:30 },",
          "  |                    ^^^^^^^^^^^ has 30, and a second 25",
          "  = help: write 00:00:02:05",
          "error: gap must have frames from 0 to 24",
          "8 | { gap: 00:00:00:25 },",
          "  |        ^^^^^^^^^^^ has 25, and a second 25",
          "  = help: write 00:00:01:00",
          "2 errors in 1 file",
        ])
    #expect(Self.lines("{ clip: a.mov, to: 00:00:01:29 }", rate: "frame_rate: 30000/1001") == [])
  }

  @Test func cropsOfNothing() {
    #expect(
      Self.lines(
        "{ clip: a.mov, crop: { width: 0, height: -1 } }",
        "{ clip: b.mov, crop: { 0s: { width: 0, height: 8 }, 1s: { width: 8, height: 8 } } }")
        == [
          "error: width must be more than 0",
          "7 | { clip: a.mov, crop: { width: 0, height: -1 } },",
          "  |                               ^ leaves nothing of the picture",
          "error: height must be more than 0",
          "7 | { clip: a.mov, crop: { width: 0, height: -1 } },",
          "  |                                          ^^ leaves nothing of the picture",
          "2 errors in 1 file",
        ])
  }

  @Test(arguments: [
    ("from: 2s, to: 1s", "2s", "1s"), ("from: 50f, to: 00:00:02:00", "50f", "00:00:02:00"), ("to: 0s", "0s", "0s"),
  ])
  func partsThatEndBeforeTheyBegin(_ part: String, _ from: String, _ to: String) throws {
    let lines = Self.lines("{ clip: a.mov }", rate: "frame_rate: 25, \(part)")
    #expect(lines.first == "error: to must be after \(from)")
    let caret = try #require(lines.last)
    #expect(caret.hasSuffix(String(repeating: "^", count: to.count) + " is where rendering begins, or before"))
  }

  @Test func swift_namesTheWay() {
    var graph = Graph()
    var timeline = Timeline()
    timeline.items = [
      .clip(
        Timeline.Clip {
          $0.clip = "a.mov"; $0.from = .seconds(2); $0.to = .seconds(1)
        })
    ]
    let edit = graph.add("edit", TimelineNode { $0.timeline = timeline })
    graph.connect(edit.video, to: graph.add("video", Null()).input)
    #expect(
      Diagnostics(GraphChecker(registry: Registry()).check(graph).problems).description == """
        error: items[0].to must be after 2s
           = note: in node 'edit' (timeline)
        """)
  }
}
