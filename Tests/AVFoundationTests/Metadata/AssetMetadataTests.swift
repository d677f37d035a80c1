import AVFoundation
import MovieExercise
import Testing

private typealias B = MovieBytes

/// Makes a tenth of a second of audio with these tags.
private func tagged(_ name: String, in folder: TemporaryFolder, _ options: [String]) throws -> AVURLAsset {
  try Oracle.make(["-f", "lavfi", "-i", "sine=duration=0.1:sample_rate=44100"] + options + [folder.file(name)])
  return AVURLAsset(url: folder.url(name))
}

extension AVAsset {
  /// The common keys and their texts, sorted.
  fileprivate var commonTexts: [String] {
    commonMetadata.map { "\($0.commonKey?.rawValue ?? "?")=\($0.stringValue ?? "?")" }.sorted()
  }
}

@Suite struct AssetMetadataTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let tags = [
    "-metadata", "title=Spring", "-metadata", "artist=A. Nobody", "-metadata", "album=Seasons", "-metadata",
    "date=2004-03-01",
    "-metadata", "genre=Rock", "-metadata", "copyright=me", "-metadata", "composer=C. Omposer", "-metadata",
    "track=3/12",
  ]

  static let common = [
    "albumName=Seasons", "artist=A. Nobody", "copyrights=me", "creationDate=2004-03-01", "creator=C. Omposer",
    "title=Spring",
    "type=Rock",
  ]

  /// As AVFoundation has them from Core Audio: with a key space, and without a format.
  @Test(arguments: ["a.wav", "a.aiff", "a.caf"]) func textsOfAudioFiles_areOfTheirOwnKeySpace(name: String) throws {
    let asset = try tagged(name, in: folder, ["-metadata", "title=Spring"])
    #expect(asset.availableMetadataFormats == [.unknown])
    let item = try #require(asset.metadata(forFormat: .unknown).first { $0.commonKey == .commonKeyTitle })
    #expect(item.keySpace == .audioFile && item.identifier?.rawValue == "caaf/info-title")
    #expect(item.stringValue == "Spring")
  }

  @Test(arguments: [
    ("a.m4a", ["-c:a", "aac"], AVMetadataFormat.iTunesMetadata, AVMetadataKeySpace.iTunes),
    ("a.mp3", ["-id3v2_version", "4"], .id3Metadata, .id3),
    ("b.mp3", ["-id3v2_version", "3"], .id3Metadata, .id3),
  ])
  func tagsOfEveryFormat_haveTheSameCommonKeys(
    name: String, options: [String], format: AVMetadataFormat, keySpace: AVMetadataKeySpace
  ) async throws {
    let asset = try tagged(name, in: folder, options + Self.tags)
    let found = asset.commonTexts.filter { !$0.hasPrefix("software") }
    // ID3v2.3 has the year only in that frame.
    #expect(found == Self.common.map { name == "b.mp3" ? $0.replacing("2004-03-01", with: "2004") : $0 })
    #expect(asset.availableMetadataFormats == [format])
    let items = asset.metadata(forFormat: format)
    #expect(items.count == asset.metadata.count && items.allSatisfy { $0.keySpace == keySpace })
    #expect(items.contains { $0.numberValue == 3 && $0.stringValue == "3/12" })
    #expect(items.allSatisfy { !$0.time.isValid && !$0.duration.isValid })
    #expect(asset.metadata(forFormat: .quickTimeMetadata).isEmpty)
    #expect(try await asset.loadMetadata(for: format).count == items.count)
    let date = try #require(asset.creationDate)
    #expect(date.stringValue == "2004-03-01" && date.commonKey == .commonKeyCreationDate)
    #expect(date.dateValue == ISO8601DateFormatter().date(from: "2004-03-01T00:00:00Z"))
  }

  @Test(arguments: [
    ("a.flac", [], AVMetadataFormat.vorbisComment), ("a.ogg", ["-c:a", "libvorbis"], .vorbisComment),
    ("a.opus", ["-c:a", "libopus"], .vorbisComment), ("a.mka", ["-c:a", "libopus"], .matroska),
    ("a.webm", ["-c:a", "libopus"], .matroska),
  ])
  func tagsOfOtherContainers_haveCommonKeysToo(name: String, options: [String], format: AVMetadataFormat) async throws {
    let asset = try tagged(name, in: folder, options + Self.tags)
    let found = asset.commonTexts.filter { !$0.hasPrefix("software") }
    #expect(found == Self.common)
    #expect(asset.availableMetadataFormats == [format])
    #expect(try await asset.loadMetadata(for: format).count == asset.metadata.count)
    #expect(asset.creationDate?.stringValue == "2004-03-01")
  }

  @Test func coverOfAFLACFile_isReadWhenItIsAskedFor() throws {
    try Oracle.make(["-f", "lavfi", "-i", "mandelbrot=size=128x128", "-frames:v", "1", folder.file("cover.png")])
    let asset = try tagged(
      "cover.flac", in: folder,
      ["-i", folder.file("cover.png"), "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-disposition:v", "attached_pic"])
    let cover = try #require(
      AVMetadataItem.metadataItems(from: asset.metadata, filteredByIdentifier: .commonIdentifierArtwork).first)
    #expect(cover.statusOfValue(forKey: "value", error: nil) == .unknown)
    #expect(cover.dataValue == (try Data(contentsOf: folder.url("cover.png"))))
  }

  @Test func quickTimesKeys_andItsUserData_areFormatsOfTheirOwn() throws {
    let mdta = try tagged("a.mov", in: folder, ["-c:a", "aac", "-movflags", "use_metadata_tags"] + Self.tags)
    #expect(mdta.availableMetadataFormats == [.quickTimeMetadata])
    #expect(mdta.commonTexts.contains("title=Spring") && mdta.commonTexts.contains("artist=A. Nobody"))
    let userData = try tagged("b.mov", in: folder, ["-c:a", "aac"] + Self.tags)
    #expect(userData.availableMetadataFormats == [.quickTimeUserData])
    let titles = AVMetadataItem.metadataItems(
      from: userData.metadata, withKey: AVMetadataKey.quickTimeUserDataKeyFullName, keySpace: .quickTimeUserData)
    #expect(titles.map(\.stringValue) == ["Spring"])
    let mobile = try tagged("c.3gp", in: folder, ["-c:a", "aac"] + Self.tags)
    #expect(mobile.availableMetadataFormats.contains(.isoUserData))
    #expect(mobile.commonTexts.contains("title=Spring") && mobile.commonTexts.contains("artist=A. Nobody"))
  }

  @Test func everyLanguageOfACommonKey_isThere_once() throws {
    let url = try folder.write(
      TrackBytes.movie(
        [TrackBytes()], brand: "qt  ",
        extra: B.quickTimeMetadata([
          ("com.apple.quicktime.title", "Titel", B.language("deu")),
          ("com.apple.quicktime.title", "Title", B.language("eng")),
          ("com.apple.quicktime.displayname", "Other title", B.language("eng")),
          ("com.example.private", "secret", 0),
        ])), to: "languages.mov")
    let asset = AVURLAsset(url: url)
    #expect(asset.metadata.count == 4)
    #expect(asset.commonMetadata.map(\.stringValue) == ["Titel", "Title"])
    #expect(asset.commonMetadata.map(\.extendedLanguageTag) == ["de", "en"])
    let german = AVMetadataItem.metadataItems(from: asset.commonMetadata, with: Locale(identifier: "de_AT"))
    #expect(german.map(\.stringValue) == ["Titel"])
    #expect(asset.metadata.map { $0.identifier?.rawValue }.last == "mdta/com.example.private")
  }

  @Test func largeValues_areReadWhenTheyAreAskedFor_oneByOne() async throws {
    let cover = [0xff, 0xd8, 0xff] + [UInt8](repeating: 7, count: 100_000)
    let other = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + [UInt8](repeating: 9, count: 100_000)
    let url = try folder.write(
      TrackBytes.movie(
        [TrackBytes()], brand: "M4A ",
        extra: B.iTunesList(
          B.box("©nam", B.data(1, B.text("Spring"))), B.box("covr", B.data(13, cover), B.data(14, other)))),
      to: "covers.m4a")
    let asset = AVURLAsset(url: url)
    let items = asset.metadata
    #expect(items.map { $0.statusOfValue(forKey: "value", error: nil) } == [.loaded, .unknown, .unknown])
    #expect(items.map(\.dataType)[1...] == ["com.apple.metadata.datatype.JPEG", "com.apple.metadata.datatype.PNG"])
    #expect(items[1].extraAttributes?[AVMetadataExtraAttributeKey("dataType")] as? Int == 13)
    #expect(try await items[1].load(.dataValue) == Data(cover))
    #expect(items.map { $0.statusOfValue(forKey: "dataValue", error: nil) } == [.loaded, .loaded, .unknown])
    #expect(items[2].dataValue == Data(other))
    #expect(asset.commonMetadata.map(\.commonKey) == [.commonKeyTitle, .commonKeyArtwork])
    // The same objects, with the values they have loaded.
    #expect(asset.metadata[1] === items[1])
  }

  @Test func valueInAFileThatWasCut_fails_andTheOthersStand() throws {
    let cover = [0xff, 0xd8, 0xff] + [UInt8](repeating: 7, count: 100_000)
    let bytes = TrackBytes.movie(
      [TrackBytes()], brand: "M4A ",
      extra: B.iTunesList(B.box("©nam", B.data(1, B.text("Spring"))), B.box("covr", B.data(13, cover))))
    let url = try folder.write(bytes, to: "cut.m4a")
    let asset = AVURLAsset(url: url)
    let items = asset.metadata
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: UInt64(bytes.count - 1000))
    try file.close()
    #expect(items[1].value == nil && items[1].dataValue == nil && items[0].stringValue == "Spring")
    var error: NSError?
    items[1].loadValuesAsynchronously(forKeys: ["value"])
    #expect(items[1].statusOfValue(forKey: "value", error: &error) == .failed)
    #expect(error?.localizedFailureReason != nil)
  }

  @Test func creationDate_isTheMoviesOwn_ifNoTagSaysIt() throws {
    // 2,082,844,800 seconds lie between 1904 and 1970.
    let seconds = 2_082_844_800 + 1_000_000_000
    var bytes = TrackBytes.movie([TrackBytes()])
    let header = try #require(bytes.firstRange(of: Array("mvhd".utf8)))
    bytes.replaceSubrange(header.upperBound + 4..<header.upperBound + 8, with: B.u32(seconds))
    let item = try #require(AVURLAsset(url: try folder.write(bytes, to: "header.mp4")).creationDate)
    #expect(item.dateValue == Date(timeIntervalSince1970: 1_000_000_000))
    #expect(item.stringValue == "2001-09-09T01:46:40Z" && item.identifier == .commonIdentifierCreationDate)
    #expect(AVURLAsset(url: try folder.write(TrackBytes.movie([TrackBytes()]), to: "none.mp4")).creationDate == nil)
  }

  @Test func creationDate_thatIsNoDate_isText() throws {
    let url = try folder.write(
      TrackBytes.movie(
        [TrackBytes()], brand: "M4A ", extra: B.iTunesList(B.box("©day", B.data(1, B.text("Summer of 69"))))),
      to: "summer.m4a")
    let item = try #require(AVURLAsset(url: url).creationDate)
    #expect(item.stringValue == "Summer of 69" && item.dateValue == nil)
  }

  @Test func creationDateOfID3v23_isPutTogether() throws {
    func frame(_ id: String, _ text: String) -> [UInt8] {
      B.text(id) + B.u32(text.utf8.count + 1) + B.u16(0) + [0] + B.text(text)
    }
    let frames =
      frame("TYER", "2004") + frame("TDAT", "0103") + frame("TIME", "1230") + frame("IPLS", "producer\0P. Roducer")
    let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7f) }
    let audio = try tagged("plain.mp3", in: folder, ["-id3v2_version", "0", "-write_id3v1", "0"])
    let url = try folder.write(
      B.text("ID3") + [3, 0, 0] + size + frames + Array(try Data(contentsOf: audio.url)), to: "frames.mp3")
    let asset = AVURLAsset(url: url)
    #expect(asset.creationDate?.stringValue == "2004-03-01T12:30")
    #expect(asset.creationDate?.dateValue == ISO8601DateFormatter().date(from: "2004-03-01T12:30:00Z"))
    let people = AVMetadataItem.metadataItems(
      from: asset.metadata, withKey: AVMetadataKey.id3MetadataKeyInvolvedPeopleList_v23, keySpace: .id3)
    #expect(people.map(\.stringValue) == ["P. Roducer"] && people[0].extraAttributes?[.info] as? String == "producer")
  }

  @Test func lyrics_areInTheUsersLanguage() throws {
    func lyrics(_ language: String, _ text: String) -> [UInt8] {
      let body = [3] + B.text(language) + [0] + B.text(text)
      return B.text("USLT") + B.u32(body.count) + B.u16(0) + body
    }
    let preferred = Locale.preferredLanguages.first.flatMap {
      Locale(identifier: $0).language.languageCode?.identifier(.alpha3)
    }
    let frames = lyrics("xho", "Molo") + lyrics(preferred ?? "eng", "Hello")
    let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7f) }
    let audio = try tagged("plain.mp3", in: folder, ["-id3v2_version", "0", "-write_id3v1", "0"])
    let url = try folder.write(
      B.text("ID3") + [4, 0, 0] + size + frames + Array(try Data(contentsOf: audio.url)), to: "song.mp3")
    let asset = AVURLAsset(url: url)
    #expect(asset.lyrics == "Hello")
    let items = AVMetadataItem.metadataItems(
      from: asset.metadata, withKey: AVMetadataKey.id3MetadataKeyUnsynchronizedLyric, keySpace: .id3)
    #expect(items.first?.extraAttributes?[AVMetadataExtraAttributeKey("language")] as? String == "xho")
    #expect(audio.lyrics == nil)
    let list = AVURLAsset(
      url: try folder.write(
        TrackBytes.movie([TrackBytes()], brand: "M4A ", extra: B.iTunesList(B.box("©lyr", B.data(1, B.text("La"))))),
        to: "song.m4a"))
    #expect(list.lyrics == "La")
  }

  @Test func artwork_hasItsPictureType() throws {
    try Oracle.make(["-f", "lavfi", "-i", "color=red:size=8x8:duration=0.04", "-frames:v", "1", folder.file("red.png")])
    let asset = try tagged(
      "cover.mp3", in: folder,
      [
        "-i", folder.file("red.png"), "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-disposition:v", "attached_pic",
        "-metadata:s:v", "comment=Cover (front)",
      ])
    let cover = try #require(
      AVMetadataItem.metadataItems(
        from: asset.commonMetadata, withKey: AVMetadataKey.commonKeyArtwork, keySpace: .common
      )
      .first)
    #expect(cover.dataValue == (try Data(contentsOf: folder.url("red.png"))))
    #expect(cover.extraAttributes?[AVMetadataExtraAttributeKey("pictureType")] as? String == "Cover (front)")
    #expect(cover.extraAttributes?[AVMetadataExtraAttributeKey("dataType")] as? String == "image/png")
    #expect(cover.dataType == "com.apple.metadata.datatype.PNG" && cover.stringValue == nil)
  }

  @Test func location_isFoundByItsCommonKey() throws {
    let url = try folder.write(
      TrackBytes.movie(
        [TrackBytes()], brand: "qt  ",
        extra: B.quickTimeMetadata([("com.apple.quicktime.location.ISO6709", "+48.2082+016.3738+171.000/", 0)])),
      to: "place.mov")
    let places = AVMetadataItem.metadataItems(
      from: AVURLAsset(url: url).commonMetadata, filteredByIdentifier: .commonIdentifierLocation)
    #expect(places.map(\.stringValue) == ["+48.2082+016.3738+171.000/"])
  }

  @Test func tracks_haveMetadataOfTheirOwn() async throws {
    var track = TrackBytes()
    track.extra = B.box(
      "udta", B.box("name", B.text("Director's comments")), B.box("tagc", B.text("public.auxiliary-content")))
    let url = try folder.write(
      TrackBytes.movie([track], brand: "qt  ", extra: B.quickTimeMetadata([("com.apple.quicktime.title", "Movie", 0)])),
      to: "track.mov")
    let asset = AVURLAsset(url: url)
    let (movie, tracks) = try await asset.load(.commonMetadata, .tracks)
    #expect(movie.map(\.stringValue) == ["Movie"])
    let own = try await tracks[0].load(.metadata)
    #expect(own.map(\.stringValue) == ["Director's comments", "public.auxiliary-content"])
    #expect(tracks[0].commonMetadata.map(\.stringValue) == ["Director's comments"])
    #expect(tracks[0].availableMetadataFormats == [.quickTimeUserData])
    let tags = AVMetadataItem.metadataItems(
      from: tracks[0].metadata(forFormat: .quickTimeUserData),
      withKey: AVMetadataKey.quickTimeUserDataKeyTaggedCharacteristic, keySpace: .quickTimeUserData)
    #expect(tags.map(\.stringValue) == ["public.auxiliary-content"])
  }

  @Test func fileThatIsNone_hasNoMetadata_andTheStatusGivesTheReason() {
    let asset = AVURLAsset(url: folder.url("missing.mp4"))
    #expect(asset.metadata.isEmpty && asset.commonMetadata.isEmpty && asset.creationDate == nil && asset.lyrics == nil)
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "commonMetadata", error: &error) == .failed)
    #expect(error?.localizedFailureReason?.contains("No such file") == true)
  }

  @Test func metadata_isNotReadBeforeItIsAskedFor() async throws {
    let asset = AVURLAsset(url: try folder.write(TrackBytes.movie([TrackBytes()]), to: "lazy.mp4"))
    _ = try await asset.load(.duration)
    #expect(asset.statusOfValue(forKey: "metadata", error: nil) == .unknown)
    #expect(try await asset.load(.metadata).isEmpty)
    #expect(asset.statusOfValue(forKey: "metadata", error: nil) == .loaded)
    #expect(asset.statusOfValue(forKey: "availableMetadataFormats", error: nil) == .loaded)
  }
}
