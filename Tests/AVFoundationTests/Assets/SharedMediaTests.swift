import AVFoundation
import Testing

/// Properties compared with ffprobe, on movies of other encoders; the folder is missing on most machines.
@Suite struct SharedMediaTests {
  private struct Report: Decodable {
    struct Stream: Decodable {
      let codec_type: String?
      let codec_tag_string: String?
      let id: String?
      let time_base: String?
      let width: Int?
      let height: Int?
      let sample_aspect_ratio: String?
      let sample_rate: String?
      let channels: Int?
      let avg_frame_rate: String?
      let bit_rate: String?
      let disposition: [String: Int]?
      let tags: [String: String]?
      let side_data_list: [SideData]?
      var rotation: Int { side_data_list?.compactMap(\.rotation).first ?? 0 }
    }
    struct SideData: Decodable { let rotation: Int? }
    struct Packet: Decodable {
      let stream_index: Int
      let size: String
    }
    struct Chapter: Decodable {
      let start_time: String
      let end_time: String
      let tags: [String: String]?
    }
    struct Format: Decodable {
      let duration: String?
      let tags: [String: String]?
    }
    let streams: [Stream]
    let packets: [Packet]
    let chapters: [Chapter]
    let format: Format
  }

  /// The values that an asset and ffprobe give for a file, line by line.
  private struct Table {
    let name: String
    private(set) var lines: [String] = []

    init(_ name: String) { self.name = name }

    mutating func compare<Value>(
      _ property: String, _ own: Value, _ other: Value, sourceLocation: SourceLocation = #_sourceLocation,
      _ isSame: (Value, Value) -> Bool
    ) {
      let same = isSame(own, other)
      lines.append("  \(same ? " " : "!") \(property): \(own) | \(other)")
      #expect(same, "\(name), \(property): \(own), of ffprobe \(other)", sourceLocation: sourceLocation)
    }

    mutating func compare<Value: Equatable>(
      _ property: String, _ own: Value, _ other: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) { compare(property, own, other, sourceLocation: sourceLocation) { $0 == $1 } }
  }

  @Test(.sharedMedia, arguments: SharedMedia.names) func properties_areFFprobes(name: String) async throws {
    let url = SharedMedia.url(name)
    // FFprobe cannot read one of them.
    let output = try? Oracle.run(
      "ffprobe",
      ["-v", "quiet"] + (isMovie(name) ? ["-ignore_editlist", "1"] : [])
        + ["-show_streams", "-show_packets", "-show_chapters", "-show_format", "-of", "json", url.path])
    guard let output else {
      print("\(name): skipped, ffprobe does not read it")
      return
    }
    let report = try JSONDecoder().decode(Report.self, from: output)
    let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    let (tracks, duration) = try await asset.load(.tracks, .duration)
    var table = Table(name)
    let theirDuration = try #require(report.format.duration.flatMap { Double($0) })
    // Other programs count from the first frame on, ignore edits when told so, and estimate what they do not count.
    let isComparable = isMovie(name) && !name.contains("edit") && !name.contains("fragmented")
    table.compare("duration", duration.seconds, theirDuration) { !isComparable || abs($0 - $1) < 0.1 }
    try compareChapters(asset, report, &table)
    compareTags(asset, report, &table)

    let kinds = ["video": AVMediaType.video, "audio": .audio]
    let theirs = report.streams.enumerated().filter {
      kinds[$1.codec_type ?? ""] != nil && $1.disposition?["attached_pic"] != 1
    }
    let ours = tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
    table.compare("kinds", ours.map(\.mediaType), theirs.compactMap { kinds[$1.codec_type ?? ""] })
    for (track, (index, stream)) in zip(ours, theirs) {
      let bytes = report.packets.filter { $0.stream_index == index }.reduce(0) { $0 + (Int64($1.size) ?? 0) }
      try await compare(track, stream, bytes, &table)
    }
    print(([name] + table.lines).joined(separator: "\n"))
  }

  private func compareChapters(_ asset: AVAsset, _ report: Report, _ table: inout Table) throws {
    let ours = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    table.compare("chapters", ours.count, report.chapters.count)
    for (own, other) in zip(ours, report.chapters) {
      // For a chapter of an MP3 without a name, ffprobe gives the frame's identifier, which is not meant for display.
      let isNameless = table.name.hasSuffix("id3.mp3") && other.tags?["title"] == "chap2"
      table.compare("chapter", own.items.first?.stringValue, isNameless ? "" : other.tags?["title"])
      let (start, end) = (try #require(Double(other.start_time)), try #require(Double(other.end_time)))
      table.compare("chapter's start", own.timeRange.start.seconds, start) { abs($0 - $1) < 0.001 }
      table.compare("chapter's end", own.timeRange.end.seconds, end) { abs($0 - $1) < 0.001 }
    }
  }

  private func compareTags(_ asset: AVAsset, _ report: Report, _ table: inout Table) {
    let names: [String: AVMetadataKey] = [
      "title": .commonKeyTitle, "artist": .commonKeyArtist, "album": .commonKeyAlbumName, "genre": .commonKeyType,
      "copyright": .commonKeyCopyrights, "composer": .commonKeyCreator,
    ]
    // Streams of Ogg have the tags that other formats have for the file.
    let theirs = (report.format.tags ?? [:]).merging(
      table.name.hasSuffix("ogg") ? report.streams.first?.tags ?? [:] : [:]
    ) { first, _ in first }
    for (tag, text) in theirs.sorted(by: { $0.key < $1.key }) {
      guard let key = names[tag.lowercased()] else { continue }
      let items = AVMetadataItem.metadataItems(from: asset.commonMetadata, withKey: key, keySpace: .common)
      table.compare(tag, items.compactMap(\.stringValue), [text]) { $0.contains($1[0]) }
    }
  }

  private func compare(_ track: AVAssetTrack, _ stream: Report.Stream, _ bytes: Int64, _ table: inout Table)
    async throws
  {
    let (size, rate, length, formats) = try await track.load(
      .naturalSize, .nominalFrameRate, .totalSampleDataLength, .formatDescriptions)
    let (dataRate, scale, transform, language) = try await track.load(
      .estimatedDataRate, .naturalTimeScale, .preferredTransform, .languageCode)
    let isMovie = isMovie(table.name)
    if isMovie, let id = stream.id.flatMap({ Self.number($0) }) { table.compare("track", Int(track.trackID), id) }
    // Samples include neither ADTS headers nor the frame with an MP3's Xing header.
    let isExact = isMovie || table.name.hasSuffix("webm")
    table.compare("bytes", length, bytes) { $0 == $1 || !isExact && Self.isNear(Double($0), Double($1), 0.07) }
    if isMovie {
      let tag = stream.codec_tag_string ?? ""
      let code = formats.first.map { $0.mediaSubType.rawValue } ?? 0
      let characters: [UInt8] = withUnsafeBytes(of: code.bigEndian, Array.init)
      let text = String(decoding: characters, as: UTF8.self)
      // Core Audio has names of its own for MPEG-4's mp4a, Core Video for 3GPP's s263.
      let names = ["mp4a": ["aac ", "aacp", "aacl", ".mp3"], "s263": ["h263"]]
      table.compare("format", text, tag) { names[$1]?.contains($0) ?? ($0 == $1) }
      table.compare("language", language ?? "und", stream.tags?["language"] ?? "und")
      table.compare("enabled", track.isEnabled, stream.disposition?["default"] == 1)
      table.compare("time scale", "1/\(scale)", stream.time_base ?? "")
      // For fragmented movies, ffprobe's bit rate is not based on all samples.
      if !table.name.contains("fragmented"), let theirs = stream.bit_rate.flatMap({ Double($0) }) {
        table.compare("bits a second", Double(dataRate), theirs) { Self.isNear($0, $1, 0.05) }
      }
    }
    guard track.mediaType == .video else {
      let format = try #require(formats.first?.audioStreamBasicDescription)
      table.compare("sample rate", format.mSampleRate, Double(stream.sample_rate ?? "") ?? 0)
      table.compare("channels", Int(format.mChannelsPerFrame), stream.channels ?? 0)
      return
    }
    let ratio = (stream.sample_aspect_ratio ?? "1:1").split(separator: ":").compactMap { Double($0) }
    let stretch = ratio.count == 2 && ratio[0] > 0 && ratio[1] > 0 ? ratio[0] / ratio[1] : 1
    table.compare("width", size.width, Double(stream.width ?? 0) * stretch) { abs($0 - $1) < 0.01 }
    table.compare("height", size.height, CGFloat(stream.height ?? 0))
    let turn = Int((atan2(transform.b, transform.a) * 180 / .pi).rounded())
    // The same rotation has two names, and ffprobe counts counterclockwise.
    table.compare("turn", turn, stream.rotation) { ($0 + $1) % 360 == 0 }
    let parts = (stream.avg_frame_rate ?? "0/0").split(separator: "/").compactMap { Double($0) }
    if isMovie, parts.count == 2, parts[1] > 0 {
      table.compare("pictures a second", Double(rate), parts[0] / parts[1]) { Self.isNear($0, $1, 0.01) }
    }
  }

  /// True if a value differs from another by at most a share of it.
  private static func isNear(_ own: Double, _ other: Double, _ share: Double) -> Bool {
    abs(own - other) < share * other
  }

  private static func number(_ text: String) -> Int? { Int(text.dropFirst(2), radix: 16) }

  private func isMovie(_ name: String) -> Bool { name.hasSuffix(".mp4") || name.hasSuffix(".3gp") }
}
