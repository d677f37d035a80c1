@testable import MediaSource
import AVFoundation
import MovieExercise
import Testing

private typealias B = MovieBytes

/// A movie with a video track, chapter names in several languages, and chapter images.
private struct ChapteredMovie {
  /// Names in a language, each with its length in milliseconds.
  var names: [(language: String, titles: [(String, Int)])] = []
  /// Images with their durations in milliseconds.
  var pictures: [([UInt8], Int)] = []
  var extra: [UInt8] = []

  var bytes: [UInt8] {
    // The tables contain the samples' offsets; the tables' size does not depend on them.
    let size = bytes(dataAt: 0).count - data.count
    return bytes(dataAt: size)
  }

  private var samples: [[[UInt8]]] {
    names.map { list in list.titles.map { B.u16($0.0.utf8.count) + B.text($0.0) } } + [pictures.map(\.0)]
  }

  private var data: [UInt8] { samples.flatMap { $0.flatMap { $0 } } }

  private func bytes(dataAt start: Int) -> [UInt8] {
    var position = start
    var tracks: [TrackBytes] = []
    var main = TrackBytes()
    let ids = (2..<2 + names.count).map { $0 } + (pictures.isEmpty ? [] : [20])
    main.extra = B.box("tref", B.box("chap", B.u32(ids)))
    main.duration = 3000
    tracks.append(main)
    for (index, list) in names.enumerated() {
      var track = TrackBytes()
      (track.id, track.handler, track.language) = (2 + index, "text", B.language(list.language))
      track.sampleDescriptions = [B.box("text", B.zeros(6), B.u16(1), B.zeros(51))]
      let lengths = list.titles.map(\.1)
      track.duration = lengths.reduce(0, +)
      track.tables = TrackBytes.tables(
        durations: lengths.map { (1, $0) }, sizes: samples[index].map(\.count), offset: position)
      position += samples[index].reduce(0) { $0 + $1.count }
      tracks.append(track)
    }
    if !pictures.isEmpty {
      var track = TrackBytes()
      (track.id, track.duration) = (20, pictures.reduce(0) { $0 + $1.1 })
      track.tables = TrackBytes.tables(
        durations: pictures.map { (1, $0.1) }, sizes: pictures.map(\.0.count), offset: position)
      tracks.append(track)
    }
    return TrackBytes.movie(tracks, brand: "qt  ", extra: extra, data: data)
  }
}

private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
  CMTimeRange(start: CMTime(value: start, timescale: 1000), end: CMTime(value: end, timescale: 1000))
}

@Suite struct ChapterGroupTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func asset(_ movie: ChapteredMovie) throws -> AVURLAsset {
    AVURLAsset(url: try folder.write(movie.bytes, to: "\(UUID().uuidString).mov"))
  }

  private static let two = ChapteredMovie(names: [
    ("eng", [("Beginning", 1000), ("End", 2000)]), ("deu", [("Anfang", 1000), ("Ende", 2000)]),
  ])

  @Test func everyLanguage_hasItsChapters() throws {
    let asset = try asset(Self.two)
    #expect(asset.availableChapterLocales == [Locale(identifier: "en"), Locale(identifier: "de")])
    let german = asset.chapterMetadataGroups(
      withTitleLocale: Locale(identifier: "de_AT"), containingItemsWithCommonKeys: nil)
    #expect(german.map { $0.items.map(\.stringValue) } == [["Anfang"], ["Ende"]])
    #expect(german.map(\.timeRange) == [range(0, 1000), range(1000, 3000)])
    let title = german[1].items[0]
    #expect(title.commonKey == .commonKeyTitle && title.extendedLanguageTag == "de")
    #expect(title.time == german[1].timeRange.start && title.duration == german[1].timeRange.duration)
    #expect(asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "fr")).isEmpty)
  }

  @Test func preferredLanguages_chooseTheChapters() async throws {
    let asset = try asset(Self.two)
    func first(_ languages: String...) -> String? {
      asset.chapterMetadataGroups(bestMatchingPreferredLanguages: languages).first?.items.first?.stringValue
    }
    #expect(first("fr", "de") == "Anfang" && first("en-GB", "de") == "Beginning")
    // Chapters in another language are better than none.
    #expect(first("fr") == "Beginning")
    let loaded = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["de"])
    #expect(loaded.count == 2)
  }

  @Test func pictures_joinTheChaptersThatTheyOverlap_whateverTheLanguage() throws {
    var movie = Self.two
    let (one, two) = ([0xff, 0xd8, 0xff, 1] as [UInt8], [0xff, 0xd8, 0xff, 2] as [UInt8])
    movie.pictures = [(one, 500), (two, 2500)]
    let asset = try asset(movie)
    let groups = asset.chapterMetadataGroups(
      withTitleLocale: Locale(identifier: "en"), containingItemsWithCommonKeys: [.commonKeyArtwork])
    #expect(groups.map { $0.items.count } == [3, 2])
    #expect(groups[0].items[1...].map(\.dataValue) == [Data(one), Data(two)])
    #expect(groups[1].items[1].dataValue == Data(two))
    #expect(
      groups[0].items[2].commonKey == .commonKeyArtwork && groups[0].items[2].time == CMTime(value: 1, timescale: 2))
    #expect(groups[0].items[2].locale == nil)
  }

  @Test func onlyArtwork_isHonoured() throws {
    var movie = Self.two
    movie.pictures = [([0xff, 0xd8, 0xff, 1], 3000)]
    movie.extra = B.quickTimeMetadata([("com.apple.quicktime.artist", "A. Nobody", 0)])
    let asset = try asset(movie)
    for keys in [[.commonKeyArtist], [.commonKeyTitle], []] as [[AVMetadataKey]] {
      let groups = asset.chapterMetadataGroups(
        withTitleLocale: Locale(identifier: "en"), containingItemsWithCommonKeys: keys)
      #expect(groups.map { $0.items.count } == [1, 1])
    }
  }

  private static let marks = Oracle.marks(chapters: [(0, 400, "Eins"), (400, 1000, "Zwei")])

  @Test func chaptersOfFFmpeg_areThere_onceAndInOrder() async throws {
    try Data(Self.marks.utf8).write(to: folder.url("chapters.txt"))
    for name in ["a.mp4", "a.mp3"] {
      try Oracle.make([
        "-f", "lavfi", "-i", "sine=duration=1", "-i", folder.file("chapters.txt"), "-map", "0", "-map_metadata", "1",
        folder.file(name),
      ])
      let asset = AVURLAsset(url: folder.url(name))
      let locales = try await asset.load(.availableChapterLocales)
      #expect(locales.count == 1, "\(name)")
      let groups = asset.chapterMetadataGroups(withTitleLocale: locales[0])
      #expect(groups.map { $0.items[0].stringValue } == ["Eins", "Zwei"], "\(name)")
      #expect(groups.map(\.timeRange.start.seconds) == [0, 0.4], "\(name)")
    }
  }

  @Test func fileWithoutChapters_hasNone() throws {
    let asset = AVURLAsset(url: try folder.write(TrackBytes.movie([TrackBytes()]), to: "none.mp4"))
    #expect(asset.availableChapterLocales.isEmpty)
    #expect(asset.chapterMetadataGroups(withTitleLocale: .current).isEmpty)
    #expect(asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"]).isEmpty)
  }

  /// Comments give the chapters' start times; the last chapter lasts until the audio ends.
  @Test(arguments: ["a.flac", "a.ogg", "a.opus", "a.mka", "a.mp3"])
  func chaptersOfAudio_reachToItsEnd(name: String) async throws {
    try Data(Self.marks.utf8).write(to: folder.url("chapters.txt"))
    let comments = [
      "CHAPTER000=00:00:00.000", "CHAPTER000NAME=Eins", "CHAPTER001=00:00:00.400", "CHAPTER001NAME=Zwei",
    ]
    let options =
      switch name {
      case "a.flac": comments.flatMap { ["-metadata", $0] }
      case "a.ogg": ["-c:a", "libvorbis"] + comments.flatMap { ["-metadata:s:a", $0] }
      case "a.opus": comments.flatMap { ["-metadata:s:a", $0] }
      default: ["-i", folder.file("chapters.txt"), "-map_chapters", "1"]
      }
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=1:sample_rate=48000"] + options + [folder.file(name)])
    let asset = AVURLAsset(url: folder.url(name))
    let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    #expect(groups.map { $0.items.first?.stringValue } == ["Eins", "Zwei"])
    #expect(groups.first?.timeRange == range(0, 400) && groups.last?.timeRange.start == CMTime(value: 2, timescale: 5))
    #expect(abs((groups.last?.timeRange.end.seconds ?? 0) - 1) < 0.03)
  }
}
