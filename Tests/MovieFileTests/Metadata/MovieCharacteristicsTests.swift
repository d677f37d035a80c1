import MovieExercise
import Testing

@testable import MovieFile

/// A track's media characteristics, including tagged ones.
@Suite struct MovieCharacteristicsTests {
  typealias B = MovieBytes

  private func characteristics(_ track: TrackBytes, tags: [String] = [], excluded: Bool = false) throws -> [String] {
    var track = track
    if excluded { track.extra += B.box("txas") }
    if !tags.isEmpty { track.extra += B.box("udta", tags.reduce(into: []) { $0 += B.box("tagc", .text($1)) }) }
    let movie = try Movie(source: MemoryByteSource(TrackBytes.movie([track], brand: "qt  ")))
    return try movie.characteristics(of: movie.tracks[0])
  }

  private let audio = Self.track("soun", alternateGroup: 1)

  private static func track(_ handler: String, alternateGroup: Int = 0) -> TrackBytes {
    var track = TrackBytes()
    (track.handler, track.alternateGroup) = (handler, alternateGroup)
    return track
  }

  @Test func kind_isInferred_andTheProgramIsTheMainOne() throws {
    #expect(
      try characteristics(TrackBytes()) == [
        "AVMediaCharacteristicVisual", "AVMediaCharacteristicFrameBased", "public.main-program-content",
      ])
    #expect(try characteristics(audio) == ["AVMediaCharacteristicAudible", "public.main-program-content"])
  }

  @Test func tags_areAdded_eachOnce() throws {
    let describes = "public.accessibility.describes-video"
    #expect(
      try characteristics(audio, tags: [describes, describes, "org.example.own"]) == [
        "AVMediaCharacteristicAudible", describes, "org.example.own", "public.main-program-content",
      ])
  }

  @Test func tag_neverMakesAudioTracksVisual() throws {
    #expect(
      try characteristics(audio, tags: ["AVMediaCharacteristicVisual"]) == [
        "AVMediaCharacteristicAudible", "public.main-program-content",
      ])
  }

  @Test func auxiliaryContent_isTagged_orLeftOutOfItsGroupsSelection() throws {
    let auxiliary = ["AVMediaCharacteristicAudible", "public.auxiliary-content"]
    #expect(try characteristics(audio, tags: ["public.auxiliary-content"]) == auxiliary)
    #expect(try characteristics(audio, tags: ["public.auxiliary-content", "public.main-program-content"]) == auxiliary)
    #expect(try characteristics(audio, excluded: true) == auxiliary)
    // Without a group there is no selection.
    #expect(
      try characteristics(Self.track("soun"), excluded: true) == [
        "AVMediaCharacteristicAudible", "public.main-program-content",
      ])
  }

  @Test(arguments: [(0x8000_0000, true), (0xc000_0000, true), (0x4000_0000, false), (0, false)])
  func forcedSubtitles_areKnownByTheirDescription(flags: Int, isForced: Bool) throws {
    let entry = B.box(
      "tx3g", B.zeros(6), B.u16(1), B.u32(flags), [1, 0xff], B.zeros(4), B.zeros(8), B.zeros(12),
      B.box("ftab", B.u16(1, 1), [5], .text("Serif")))
    var track = Self.track("sbtl")
    track.sampleDescriptions = [entry]
    #expect(try characteristics(track).contains("public.subtitles.forced-only") == isForced)
  }
}
