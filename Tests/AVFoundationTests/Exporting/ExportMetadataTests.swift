import AVFoundation
import Foundation
import MediaEngine
import MediaGraph
import Testing

/// The metadata of exported files.
@Suite(.timeLimit(.minutes(10))) struct ExportMetadataTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data(
      Oracle.marks(tags: ["title=Given", "artist=Someone"], chapters: [(0, 500, "One"), (500, 1000, "Two")]).utf8
    )
    .write(to: folder.url("marks.txt"))
    try Oracle.make([
      "-i", SharedClip.movie.path, "-i", folder.file("marks.txt"), "-map_metadata", "1", "-map_chapters", "1", "-c",
      "copy", "-metadata", "location=+52.5+013.4/", folder.file("in.mp4"),
    ])
  }

  private func export(
    _ preset: String, _ type: AVFileType, _ set: (AVAssetExportSession) -> Void = { _ in }
  ) async throws -> AVURLAsset {
    let url = folder.url("out-\(UUID().uuidString)")
    let session = try AVAssetExportSession.of(folder.url("in.mp4"), preset)
    set(session)
    try await session.make(url, type)
    return AVURLAsset(url: url)
  }

  private func text(_ asset: AVAsset, _ key: AVMetadataKey) -> String? {
    asset.commonMetadata.first { $0.commonKey == key }?.stringValue
  }

  static let presets = [AVAssetExportPresetLowQuality, AVAssetExportPresetPassthrough]

  @Test(arguments: presets) func metadata_areCarriedAndTranslated(_ preset: String) async throws {
    for type in [AVFileType.mp4, .mov] {
      let asset = try await export(preset, type) { $0.timeRange = CMTimeRange(start: ticks(120), end: ticks(600)) }
      #expect(text(asset, .commonKeyTitle) == "Given" && text(asset, .commonKeyArtist) == "Someone")
      let chapters = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
      #expect(chapters.count == 2)
      let start = chapters.last?.timeRange.start.seconds ?? 0
      #expect(abs(start - 0.3) < 0.01, "\(start)")
    }
  }

  @Test(arguments: presets) func emptyMetadata_areNone(_ preset: String) async throws {
    let asset = try await export(preset, .mp4) { $0.metadata = [] }
    #expect(text(asset, .commonKeyTitle) == nil && text(asset, .commonKeyArtist) == nil)
  }

  @Test(arguments: presets) func givenMetadata_replaceTheAssets(_ preset: String) async throws {
    let title = AVMutableMetadataItem()
    (title.keySpace, title.key) = (.common, AVMetadataKey.commonKeyTitle as NSString)
    title.value = "Replaced" as NSString
    let place = AVMutableMetadataItem()
    place.identifier = .quickTimeMetadataLocationISO6709
    place.value = "+48.8-002.3/" as NSString
    let asset = try await export(preset, .mov) { $0.metadata = [title, place] }
    #expect(text(asset, .commonKeyTitle) == "Replaced" && text(asset, .commonKeyArtist) == nil)
    #expect(text(asset, .commonKeyLocation)?.hasPrefix("+48.8-002.3") == true)
  }

  @Test(arguments: presets) func filterForSharing_leavesOutPlaces(_ preset: String) async throws {
    #expect(text(AVURLAsset(url: folder.url("in.mp4")), .commonKeyLocation) != nil)
    let asset = try await export(preset, .mp4) { $0.metadataItemFilter = .forSharing() }
    #expect(text(asset, .commonKeyTitle) == "Given" && text(asset, .commonKeyLocation) == nil)
  }

  private static let trackName = AVMetadataIdentifier(rawValue: "udta/name")

  /// Writes a movie whose track has a name, a language and a place.
  private func writeTracks() async throws {
    func item(_ identifier: AVMetadataIdentifier, _ text: String) -> AVMetadataItem {
      let item = AVMutableMetadataItem()
      (item.identifier, item.value) = (identifier, text as NSString)
      return item
    }
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    input.metadata = [
      item(.quickTimeMetadataLocationISO6709, "+46.0037+008.9511+273.000/"), item(Self.trackName, "Angle 2"),
    ]
    (input.languageCode, input.extendedLanguageTag) = ("deu", "de-CH")
    let writer = try AVAssetWriter(outputURL: folder.url("tracks.mov"), fileType: .mov)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    await input.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(4800), at: 0))
    await writer.finishWriting()
  }

  /// A pass-through keeps what tracks say, but not where they were made; without a filter, only the file's own are replaced.
  @Test(arguments: [true, false]) func filterForSharing_leavesOutPlacesOfTracks(_ isFiltered: Bool) async throws {
    try await writeTracks()
    let session = try AVAssetExportSession.of(folder.url("tracks.mov"), AVAssetExportPresetPassthrough)
    if isFiltered { session.metadataItemFilter = .forSharing() } else { session.metadata = [] }
    try await session.make(folder.url("shared.mov"), .mov)
    let bytes = try Data(contentsOf: folder.url("shared.mov"))
    #expect((bytes.range(of: Data("+46.0037".utf8)) == nil) == isFiltered)
    let track = try AVURLAsset(url: folder.url("shared.mov")).track(.audio)
    #expect(try await track.load(.metadata).first { $0.identifier == Self.trackName }?.stringValue == "Angle 2")
    #expect(track.extendedLanguageTag == "de-CH")
  }

  /// The node alone, which copies the whole file.
  @Test func copyWithoutPrivateMetadata_leavesOutPlacesOfTracks() async throws {
    try await writeTracks()
    var graph = Graph()
    let copy = graph.add(
      "copy",
      AssetCopy {
        ($0.url, $0.fileType) = (Location(folder.file("tracks.mov")), .mov)
        $0.keepPrivateTrackMetadata = false
      })
    let file = graph.add("file", FileWrite { $0.url = Location(folder.file("shared.mov")) })
    graph.connect(copy.output, to: file.input)
    _ = try await graph.run()
    #expect(try Data(contentsOf: folder.url("shared.mov")).range(of: Data("+46.0037".utf8)) == nil)
    let track = try AVURLAsset(url: folder.url("shared.mov")).track(.audio)
    #expect(try await track.load(.metadata).first { $0.identifier == Self.trackName }?.stringValue == "Angle 2")
  }

  /// Chapters are times of the media, not what is said about them.
  @Test(arguments: presets + [AVAssetExportPresetSmartRendering])
  func replacedMetadata_leaveTheChapters(_ preset: String) async throws {
    for isFiltered in [false, true] {
      let asset = try await export(preset, .mp4) { session in
        session.timeRange = CMTimeRange(start: ticks(120), end: ticks(600))
        if isFiltered { session.metadataItemFilter = .forSharing() } else { session.metadata = [] }
      }
      #expect(text(asset, .commonKeyTitle) == (isFiltered ? "Given" : nil))
      let chapters = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
      #expect(chapters.count == 2)
      let start = chapters.last?.timeRange.start.seconds ?? 0
      #expect(abs(start - 0.3) < 0.01, "\(start)")
    }
  }

  @Test func m4a_saysWhatOfItIsHeard() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=if(lt(mod(n\\,4410)\\,44)\\,0.8\\,0):s=44100:d=1.37", folder.file("in.wav"),
    ])
    let session = try AVAssetExportSession.of(folder.url("in.wav"), AVAssetExportPresetAppleM4A)
    try await session.make(folder.url("out.m4a"), .m4a)
    try expectAudio(folder.url("out.m4a"), 60_417)
    let brand = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags=major_brand", "-of", "csv=p=0", folder.file("out.m4a")])
    #expect(brand.hasPrefix("M4A"))
  }

  @Test func networkUse_putsTheIndexFirst() async throws {
    for isOptimized in [true, false] {
      for preset in Self.presets {
        let asset = try await export(preset, .mp4) { $0.shouldOptimizeForNetworkUse = isOptimized }
        let types = try Oracle.boxes(asset.url.path).map(\.path)
        let (index, media) = (types.firstIndex(of: "moov"), types.firstIndex(of: "mdat"))
        let isFirst = try #require(index) < #require(media)
        #expect(isFirst == isOptimized, "\(types)")
      }
    }
  }
}
