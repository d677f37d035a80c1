import AVFoundation
import MovieExercise
import TestSupport
import Testing

@Suite struct GroupTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func alternatives_areGroupsOfTracks_andSelectionsAreTheirCombinations() async throws {
    let tracks = [
      AlternativeTrack(language: "eng", group: 1, isEnabled: true), AlternativeTrack(language: "deu", group: 1),
      AlternativeTrack(handler: "sbtl", language: "eng", group: 2),
      AlternativeTrack(handler: "sbtl", language: "deu", group: 2),
    ]
    try Data(AlternativeTrack.movie(tracks)).write(to: folder.url("a.mov"))
    let asset = AVURLAsset(url: folder.url("a.mov"))
    #expect(try await asset.load(.trackGroups).map { $0.trackIDs.map(\.intValue) } == [[1, 2], [3, 4]])
    let selections = try await asset.load(.allMediaSelections)
    let audible = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .audible))
    let legible = try #require(asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
    let expected = audible.options.count * (legible.options.count + (legible.allowsEmptySelection ? 1 : 0))
    let names = Set(
      selections.map { selection in
        [audible, legible].map { selection.selectedMediaOption(in: $0)?.extendedLanguageTag ?? "-" }.joined(
          separator: "+")
      })
    #expect(selections.count == expected && names.count == expected && names.contains("de+-"))
  }

  @Test func assetsWithoutAlternatives_haveOneSelectionAndNoGroups() async throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    #expect(try await asset.load(.trackGroups).allSatisfy { $0.trackIDs.count == 1 })
    #expect(try await asset.load(.allMediaSelections).count == 1)
  }

  @Test func groupsOfDates_keepItemsAndChange() throws {
    let item = AVMutableMetadataItem()
    (item.identifier, item.value) = (.commonIdentifierTitle, "one" as NSString)
    let start = Date(timeIntervalSince1970: 1000)
    let group = AVMutableDateRangeMetadataGroup(items: [item], start: start, end: nil)
    item.value = "other" as NSString
    #expect(group.items.first?.stringValue == "one" && group.startDate == start && group.endDate == nil)
    let fixed = try #require(group.copy() as? AVDateRangeMetadataGroup)
    group.endDate = start + 5
    group.items = []
    #expect(fixed.endDate == nil && fixed.items.count == 1 && !(fixed is AVMutableDateRangeMetadataGroup))
    #expect(group.classifyingLabel == nil && group.uniqueID == nil)
    #expect((fixed.mutableCopy() as? AVMutableDateRangeMetadataGroup)?.items.count == 1)
  }

  @Test(arguments: [
    (["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"], [true, true]),
    (["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"], [false, false]),
    (["-color_primaries", "smpte432", "-color_trc", "iec61966-2-1", "-colorspace", "bt709"], [false, true]),
  ])
  func formatsTell_dynamicRangeAndGamut(arguments: [String], expected: [Bool]) async throws {
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1", "-c:v", "libx264", "-preset", "ultrafast",
        "-pix_fmt", "yuv420p",
      ] + arguments + [folder.file("a.mp4")])
    let asset = AVURLAsset(url: folder.url("a.mp4"))
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let has = try await track.load(.mediaCharacteristics)
    #expect([has.contains(.containsHDRVideo), has.contains(.usesWideGamutColorSpace)] == expected)
    #expect(!has.contains(.containsAlphaChannel))
    #expect(try await asset.loadTracks(withMediaCharacteristic: .containsHDRVideo).count == (expected[0] ? 1 : 0))
  }

  @Test func alpha_isToldByTheFormat() async throws {
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1,format=yuva444p10le", "-c:v", "prores_ks",
        "-profile:v", "4444", folder.file("a.mov"),
      ])
    let asset = AVURLAsset(url: folder.url("a.mov"))
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    #expect(track.hasMediaCharacteristic(.containsAlphaChannel))
  }

  @Test func errorsOfObjects_haveTheirCodes() {
    let object = NSError(domain: AVFoundationErrorDomain, code: -11807, userInfo: [AVErrorFileSizeKey: 5])
    let error = AVError(_nsError: object)
    #expect(error.code == .diskFull && error.fileSize == 5 && error._nsError.code == -11807)
    let foreign = AVError(_nsError: NSError(domain: NSPOSIXErrorDomain, code: 2))
    #expect(foreign.code == .unknown && (foreign.underlyingError as NSError?)?.code == 2)
  }
}
