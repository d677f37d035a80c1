import Foundation
import MediaGraph
import MediaTimeline
import Testing

/// The ranges and effects of OpenTimelineIO's tracks and stacks.
@Suite struct OpenTimelineRangeTests {
  private static func time(_ frames: Int) -> String {
    #"{"OTIO_SCHEMA":"RationalTime.1","value":\#(frames),"rate":25}"#
  }

  private static func range(_ frames: Range<Int>?) -> String {
    guard let frames else { return "null" }
    return
      #"{"OTIO_SCHEMA":"TimeRange.1","start_time":\#(time(frames.lowerBound)),"duration":\#(time(frames.count))}"#
  }

  private static func clip(_ frames: Range<Int>?, _ effects: String = "") -> String {
    #"{"OTIO_SCHEMA":"Clip.1","source_range":\#(range(frames)),"effects":[\#(effects)],"#
      + #""media_reference":{"OTIO_SCHEMA":"ExternalReference.1","target_url":"a.mp4"}}"#
  }

  private static func transition(_ before: Int, _ after: Int) -> String {
    #"{"OTIO_SCHEMA":"Transition.1","in_offset":\#(time(before)),"out_offset":\#(time(after))}"#
  }

  private static func effect(_ schema: String, _ fields: String = "") -> String {
    #"{"OTIO_SCHEMA":"\#(schema).1"\#(fields)}"#
  }

  private static func track(_ children: [String], _ frames: Range<Int>? = nil, effects: String = "") -> String {
    #"{"OTIO_SCHEMA":"Track.1","kind":"Video","source_range":\#(range(frames)),"effects":[\#(effects)],"#
      + #""children":[\#(children.joined(separator: ","))]}"#
  }

  private static func stack(_ children: [String], _ frames: Range<Int>? = nil) -> String {
    #"{"OTIO_SCHEMA":"Stack.1","source_range":\#(range(frames)),"children":[\#(children.joined(separator: ","))]}"#
  }

  private static func file(_ json: String) throws -> OpenTimeline {
    try OpenTimeline(json: Data(json.utf8), of: "edit", relativeTo: URL(fileURLWithPath: "/"))
  }

  /// The items in words: `1.4s-2s`, with a length where the speed is another.
  private static func words(_ items: [Timeline.Item]) -> [String] {
    items.map { item in
      switch item {
      case .clip(let clip):
        if case .timeline(let inner) = clip.clip { return "(\(words(inner.items).joined(separator: " ")))" }
        let length = clip.duration.map { " in \($0.text)" } ?? ""
        return "\(clip.reverse ? "back " : "")\(clip.from.text)-\(clip.to?.text ?? "")\(length)"
      case .gap(let gap): return "gap \(gap.gap.text)"
      case .transition(let transition): return "transition \(transition.duration.text)"
      }
    }
  }

  private let clips = [clip(25..<50), clip(0..<25)]

  @Test func rangeOfATrack_trimsItsClips() throws {
    let timeline = try Self.file(Self.stack([Self.track(clips, 10..<40)])).timeline
    #expect(Self.words(timeline.items) == ["1.4s-2s", "0s-600ms"])
  }

  @Test func rangeOfATrackThatIsAlone_trimsItsClips() throws {
    #expect(Self.words(try Self.file(Self.track(clips, 30..<35)).timeline.items) == ["200ms-400ms"])
  }

  @Test func rangeOfTheStack_trimsEveryTrack_withinItsOwnRange() throws {
    let json = Self.stack([Self.track(clips), Self.track(clips, 5..<45)], 5..<35)
    let timeline = try Self.file(json).timeline
    #expect(Self.words(timeline.items) == ["1.2s-2s", "0s-400ms"])
    #expect(timeline.layers.map { Self.words($0.items) } == [["1.4s-2s", "0s-600ms"]])
  }

  @Test func rangesOfNestedTracks_areTheirOwn() throws {
    let inner = Self.stack([Self.track(clips, 10..<40)])
    #expect(Self.words(try Self.file(Self.track([inner])).timeline.items) == ["(1.4s-2s 0s-600ms)"])
    // The range of a track in the place of a clip is that of the clip.
    let timeline = try Self.file(Self.track([Self.track(clips, 10..<40)])).timeline
    guard case .clip(let clip)? = timeline.items.first else {
      Issue.record("\(timeline.items)")
      return
    }
    #expect(clip.from.text == "400ms" && clip.to?.text == "1.6s")
    #expect(Self.words(timeline.items) == ["(1s-2s 0s-1s)"])
  }

  @Test func rangeBeyondATrack_endsWithAGap() throws {
    let timeline = try Self.file(Self.track(clips, 40..<60)).timeline
    #expect(Self.words(timeline.items) == ["600ms-1s", "gap 400ms"])
  }

  @Test func clipsWithASpeed_areTrimmedInTheirMedia() throws {
    let fast = Self.clip(50..<75, Self.effect("LinearTimeWarp", #","time_scalar":2"#))
    let backwards = Self.clip(50..<75, Self.effect("LinearTimeWarp", #","time_scalar":-2"#))
    #expect(Self.words(try Self.file(Self.track([fast], 5..<20)).timeline.items) == ["2.4s-3.6s in 600ms"])
    #expect(Self.words(try Self.file(Self.track([backwards], 5..<20)).timeline.items) == ["back 2.4s-3.6s in 600ms"])
    #expect(Self.words(try Self.file(Self.track([backwards], 10..<25)).timeline.items) == ["back 2s-3.2s in 600ms"])
  }

  @Test func transitions_areInTheRangeOrOutside() throws {
    let children = [clips[0], Self.transition(5, 5), clips[1]]
    let children25 = [Self.clip(25..<50), Self.transition(5, 5), Self.clip(10..<35)]
    #expect(
      Self.words(try Self.file(Self.track(children25, 10..<40)).timeline.items)
        == ["1.4s-2.2s", "transition 400ms", "200ms-1s"])
    #expect(Self.words(try Self.file(Self.track(children25, 0..<20)).timeline.items) == ["1s-1.8s"])
    let error = #expect(throws: Diagnostic.self) { try Self.file(Self.track(children, 0..<22)) }
    #expect(error?.message == "a source_range cuts a transition" && error?.help != nil)
  }

  @Test func clipsWithoutALength_cannotBeTrimmed() {
    let error = #expect(throws: Diagnostic.self) { try Self.file(Self.track([Self.clip(nil)], 0..<5)) }
    #expect(error?.message == "a clip's length is missing")
  }

  @Test func markers_moveWithTheRange() throws {
    let marker =
      #"{"OTIO_SCHEMA":"Marker.2","name":"NAME","marked_range":\#(Self.range(15..<15))}"#
    let track = Self.track(clips, 10..<40).dropLast() + #","markers":[\#(marker)]}"#
    #expect(try Self.file(String(track)).timeline.markers.map(\.at.text) == ["200ms"])
  }

  @Test func effectsOfAnotherKind_areLeftOutByName() throws {
    let blur = Self.effect("Effect", #","effect_name":"GaussianBlur""#)
    let disabled = Self.effect("Effect", #","effect_name":"Glow","enabled":false"#)
    let file = try Self.file(
      Self.track([Self.clip(0..<25, blur), Self.clip(0..<25, blur + "," + disabled)], effects: Self.effect("Effect")))
    #expect(
      file.notes.map { $0.prefix { $0 != "(" } } == [
        "the effect 'Effect' is left out: a timeline has none of this kind ",
        "the effect 'GaussianBlur' is left out: a timeline has none of this kind ",
      ])
    #expect(file.notes[1].hasSuffix("(edit.children[0].effects[0], and 1 more)"), "\(file.notes)")
  }

  @Test(arguments: [
    (track([clip(0..<25)], effects: effect("LinearTimeWarp", #","time_scalar":2"#)), "a track has a LinearTimeWarp"),
    (stack([track([clip(0..<25)], effects: effect("FreezeFrame"))]), "a track has a FreezeFrame"),
    (track([clip(0..<25, effect("FreezeFrame"))]), "a clip holds a frame"),
    (track([clip(0..<25)], -5..<10), "the range of a track begins before it"),
  ])
  func whatATimelineCannotDo_isRefusedWithARemedy(_ json: String, _ message: String) {
    let error = #expect(throws: Diagnostic.self) { try Self.file(json) }
    #expect(error?.message == message && error?.help != nil, "\(error.map { "\($0)" } ?? "")")
  }
}
