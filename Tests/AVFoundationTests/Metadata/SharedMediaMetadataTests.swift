import AVFoundation
import Testing

/// Metadata of the files of the shared media folder, compared with other programs; disabled without that folder.
@Suite struct SharedMediaMetadataTests {
  private func asset(_ name: String) -> AVURLAsset { AVURLAsset(url: SharedMedia.url(name)) }

  @Test(.sharedMedia) func chapters_areFFprobes() throws {
    struct Report: Decodable {
      struct Chapter: Decodable {
        let start_time: String
        let end_time: String
        let tags: [String: String]
      }
      let chapters: [Chapter]
    }
    let asset = asset("sample_with_chapters.mp4")
    let json = try Oracle.run("ffprobe", ["-v", "quiet", "-show_chapters", "-of", "json", asset.url.path])
    let theirs = try JSONDecoder().decode(Report.self, from: json).chapters
    #expect(asset.availableChapterLocales == [Locale(identifier: "en")])
    let ours = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    #expect(ours.map { $0.items.first?.stringValue } == theirs.map { $0.tags["title"] })
    for (one, other) in zip(ours, theirs) {
      #expect(abs(one.timeRange.start.seconds - (Double(other.start_time) ?? -1)) < 0.001)
      #expect(abs(one.timeRange.end.seconds - (Double(other.end_time) ?? -1)) < 0.001)
    }
  }

  @Test(.sharedMedia) func tagsOfAnMP3_areExiftools() throws {
    let asset = asset("bear-id3.mp3")
    let json = try Oracle.run("exiftool", ["-j", "-ID3:all", "-b", asset.url.path])
    let report = try #require((try JSONSerialization.jsonObject(with: json) as? [[String: Any]])?.first)
    let common: [AVMetadataKey: String] = [
      .commonKeyTitle: "Title", .commonKeyArtist: "Artist", .commonKeyAlbumName: "Album", .commonKeyType: "Genre",
      .commonKeySoftware: "EncoderSettings",
    ]
    for (key, name) in common {
      let items = AVMetadataItem.metadataItems(from: asset.commonMetadata, withKey: key, keySpace: .common)
      #expect(items.map(\.stringValue) == [report[name] as? String], "\(name)")
    }
    let picture = try #require(
      AVMetadataItem.metadataItems(from: asset.commonMetadata, filteredByIdentifier: .commonIdentifierArtwork).first)
    let text = try #require((report["Picture"] as? String)?.dropFirst("base64:".count))
    #expect(picture.dataValue == Data(base64Encoded: String(text)))
    #expect(picture.extraAttributes?[.info] as? String == report["PictureDescription"] as? String)
    #expect(picture.extraAttributes?[AVMetadataExtraAttributeKey("pictureType")] as? String == "Other")
    let comments = AVMetadataItem.metadataItems(
      from: asset.metadata, withKey: AVMetadataKey.id3MetadataKeyComments, keySpace: .id3)
    #expect(comments.map(\.stringValue) == ["Test comment"])
    #expect(comments.first?.extraAttributes?[.info] as? String == "Test description")
    #expect(asset.availableMetadataFormats == [.id3Metadata])
  }

  @Test(.sharedMedia) func place_isExiftools() throws {
    let asset = asset("sample_with_chapters.mp4")
    let place = try #require(
      AVMetadataItem.metadataItems(from: asset.commonMetadata, filteredByIdentifier: .commonIdentifierLocation).first)
    #expect(place.identifier == .identifier3GPUserDataLocation && place.extendedLanguageTag == "en")
    let json = try Oracle.run("exiftool", ["-j", "-n", "-GPSLatitude", "-GPSLongitude", asset.url.path])
    let report = try #require((try JSONSerialization.jsonObject(with: json) as? [[String: Any]])?.first)
    let numbers = try #require(place.stringValue?.wholeMatch(of: /([+-][\d.]+)([+-][\d.]+)([+-][\d.]+)\//)).output
    #expect(abs(try #require(Double(numbers.1)) - (report["GPSLatitude"] as? Double ?? 0)) < 0.0001)
    #expect(abs(try #require(Double(numbers.2)) - (report["GPSLongitude"] as? Double ?? 0)) < 0.0001)
  }

  /// The common keys have ffprobe's values of title, artist, album and so on, in every file of the folder.
  @Test(.sharedMedia) func commonKeys_areFFprobesTags() throws {
    struct Report: Decodable {
      struct Part: Decodable { let tags: [String: String]? }
      let format: Part
      let streams: [Part]
    }
    let names: [String: AVMetadataKey] = [
      "title": .commonKeyTitle, "artist": .commonKeyArtist, "album": .commonKeyAlbumName, "genre": .commonKeyType,
      "composer": .commonKeyCreator, "copyright": .commonKeyCopyrights, "date": .commonKeyCreationDate,
    ]
    var compared = 0
    for name in SharedMedia.names
    where ["mp4", "mp3", "mkv", "webm", "ogg", "flac", "3gp"].contains((name as NSString).pathExtension) {
      let asset = asset(name)
      // FFprobe gives up on one damaged file.
      guard
        let json = try? Oracle.run(
          "ffprobe", ["-v", "quiet", "-show_format", "-show_streams", "-of", "json", asset.url.path])
      else { continue }
      let report = try JSONDecoder().decode(Report.self, from: json)
      // Streams of Ogg have the tags that other formats have for the file.
      let tags = (report.format.tags ?? [:]).merging(name.hasSuffix("ogg") ? report.streams.first?.tags ?? [:] : [:]) {
        first, _ in first
      }
      for (tag, text) in tags {
        guard let key = names[tag.lowercased()] else { continue }
        let items = AVMetadataItem.metadataItems(from: asset.commonMetadata, withKey: key, keySpace: .common)
        #expect(items.contains { $0.stringValue == text }, "\(name) \(tag)")
        compared += 1
      }
    }
    #expect(compared > 3)
  }
}
