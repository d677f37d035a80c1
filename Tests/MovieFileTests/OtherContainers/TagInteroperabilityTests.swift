import Foundation
import Testing

import MovieExercise
@testable import MovieFile

/// Tags of FLAC, Ogg and Matroska files that other programs write.
@Suite struct TagInteroperabilityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let tags = [
    "-metadata", "title=Größe 漢字", "-metadata", "artist=A. Nobody", "-metadata", "date=2004-03-01", "-metadata",
    "comment=none",
  ]

  private static let chapters = Oracle.marks(chapters: [(0, 400, "Eins"), (400, 1000, "Zwei")])

  /// Makes a second of audio with tags and chapters, and returns the source of its bytes.
  private func make(_ name: String, _ options: [String] = []) throws -> FileByteSource {
    let text = folder.file("chapters.txt")
    try Data(Self.chapters.utf8).write(to: URL(fileURLWithPath: text))
    try Oracle.make(
      ["-f", "lavfi", "-i", "sine=duration=1", "-i", text, "-map", "0", "-map_chapters", "1"] + options + Self.tags
        + [folder.file(name)])
    return try FileByteSource(path: folder.file(name))
  }

  /// Returns ffprobe's tags, by upper-case name; it renames some.
  private func witness(_ name: String, stream: Bool) throws -> [String: String] {
    struct Report: Decodable {
      struct Part: Decodable { let tags: [String: String]? }
      let format: Part
      let streams: [Part]
    }
    let json = try Oracle.run(
      "ffprobe", ["-v", "quiet", "-show_format", "-show_streams", "-of", "json", folder.file(name)])
    let report = try JSONDecoder().decode(Report.self, from: json)
    let tags = (stream ? report.streams.first?.tags : report.format.tags) ?? [:]
    return Dictionary(uniqueKeysWithValues: tags.map { ($0.key.uppercased(), $0.value) })
  }

  private func texts(_ metadata: Metadata) -> [String: String] {
    var texts: [String: String] = [:]
    for item in metadata.items { texts[item.key.description.uppercased()] = item.value.text }
    return texts
  }

  @Test(arguments: ["flac", "ogg", "opus", "oga"]) func commentsOfXiph_areFFprobes(kind: String) throws {
    let options = ["oga": ["-c:a", "flac"], "opus": ["-c:a", "libopus"], "ogg": ["-c:a", "libvorbis"]][kind] ?? []
    let tags = try #require(try XiphTags(of: make("a.\(kind)", options)))
    #expect(tags.metadata.problems.isEmpty)
    let ours = texts(tags.metadata)
    var theirs = try witness("a.\(kind)", stream: kind != "flac")
    // ffmpeg's name for it, and not for FLAC.
    theirs["DESCRIPTION"] = theirs["COMMENT"] ?? theirs["DESCRIPTION"]
    #expect(ours["TITLE"] == "Größe 漢字" && ours["ARTIST"] == "A. Nobody" && ours["DATE"] == "2004-03-01")
    for (name, text) in ours { #expect(theirs[name] == text, "\(name)") }
    #expect(tags.metadata.items.allSatisfy { $0.keySpace == .vorbisComment })
  }

  @Test(arguments: ["ogg", "flac", "opus"]) func chaptersOfXiph_areThere(kind: String) throws {
    let end = CMTime(value: 1, timescale: 1)
    // ffmpeg writes them into Opus by itself.
    let marks = [
      "CHAPTER000=00:00:00.000", "CHAPTER000NAME=Eins", "CHAPTER001=00:00:00.400", "CHAPTER001NAME=Zwei",
    ].flatMap { [kind == "flac" ? "-metadata" : "-metadata:s:a", $0] }
    let options = ["ogg": ["-c:a", "libvorbis"] + marks, "flac": marks][kind] ?? ["-c:a", "libopus"]
    let tags = try #require(try XiphTags(of: make("c.\(kind)", options), end: end))
    let list = try #require(tags.chapterLists.first)
    #expect(list.chapters.map(\.title) == ["Eins", "Zwei"])
    #expect(list.chapters.map(\.timeRange.start) == [.zero, CMTime(value: 400, timescale: 1000)])
    #expect(list.chapters.last?.timeRange.end == end)
    #expect(!tags.metadata.items.contains { $0.key.description.hasPrefix("CHAPTER") })
  }

  @Test(arguments: ["mka", "mkv", "webm"]) func tagsOfMatroska_areFFprobes(kind: String) throws {
    let source = try make("a.\(kind)", ["-c:a", "libopus"])
    let tags = try #require(try MatroskaTags(of: source))
    let ours = texts(tags.metadata).filter { !["DATEUTC", "WRITINGAPP"].contains($0.key) }
    #expect(ours == (try witness("a.\(kind)", stream: false)))
    #expect(ours["TITLE"] == "Größe 漢字" && ours["DATE"] == "2004-03-01")
    let list = try #require(tags.chapterLists.first)
    #expect(list.chapters.map(\.title) == ["Eins", "Zwei"])
    #expect(list.chapters.map(\.timeRange.start.seconds) == [0, 0.4])
    #expect(list.chapters.map(\.timeRange.end.seconds) == [0.4, 1])
  }

  @Test func tagsOfMatroskaFromAPipe_areFoundWithoutAnIndex() throws {
    let text = folder.file("chapters.txt")
    try Data(Self.chapters.utf8).write(to: URL(fileURLWithPath: text))
    let bytes = try Oracle.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "libopus"] + Self.tags
        + ["-f", "matroska", "-"])
    let tags = try #require(try MatroskaTags(of: MemoryByteSource(Array(bytes))))
    #expect(texts(tags.metadata)["ARTIST"] == "A. Nobody")
  }

  @Test(arguments: ["flac", "ogg", "mka"]) func covers_areThere_orWhereTheyAre(kind: String) throws {
    let picture = folder.file("red.png")
    try Oracle.make(["-f", "lavfi", "-i", "mandelbrot=size=128x128", "-frames:v", "1", picture])
    let png = Array(try Data(contentsOf: URL(fileURLWithPath: picture)))
    let path = folder.file("cover.\(kind)")
    switch kind {
    case "mka":
      try Oracle.make([
        "-f", "lavfi", "-i", "sine=duration=0.1", "-attach", picture, "-metadata:s:t", "mimetype=image/png", path,
      ])
    case "flac":
      try Oracle.make([
        "-f", "lavfi", "-i", "sine=duration=0.1", "-i", picture, "-map", "0", "-map", "1", "-c:v", "copy",
        "-disposition:v", "attached_pic", "-metadata:s:v", "comment=Cover (back)", path,
      ])
    default:
      let block =
        MovieBytes.u32(4, 9) + .text("image/png") + MovieBytes.u32(0, 64, 64, 24, 0, png.count) + png
      let list = folder.file("list.txt")
      try Data(
        ";FFMETADATA1\nMETADATA_BLOCK_PICTURE=\(Data(block).base64EncodedString().replacing("=", with: "\\="))\n".utf8
      )
      .write(to: URL(fileURLWithPath: list))
      try Oracle.make([
        "-f", "lavfi", "-i", "sine=duration=0.1", "-i", list, "-map", "0", "-map_metadata:s:a", "1", "-c:a",
        "libvorbis", path,
      ])
    }
    let source = try FileByteSource(path: path)
    func cover(_ limit: Int64) throws -> MetadataItem {
      let metadata =
        try XiphTags(of: source, sizeLimit: limit)?.metadata ?? MatroskaTags(of: source, sizeLimit: limit)?.metadata
      return try #require(metadata?.items.first { CommonMetadataKey($0.key, in: $0.keySpace) == .artwork })
    }
    let whole = try cover(.max)
    #expect(whole.value == .image(.png, png) && whole.omittedValue == nil)
    #expect(whole.attributes[.mimeType] == .text("image/png"))
    #expect(kind == "mka" || whole.attributes[.pictureType] == .number(4))
    let left = try cover(64)
    if kind != "ogg" {
      let range = try #require(left.omittedValue)
      #expect(try source.bytes(at: range.lowerBound, count: range.count) == png)
    }
  }

  @Test func filesOfOtherKinds_areNone() throws {
    for bytes in [[], [0], Array("fLa".utf8), Array("RIFF....WAVE".utf8), [0x1a, 0x45]] as [[UInt8]] {
      #expect(try XiphTags(of: MemoryByteSource(bytes)) == nil)
      #expect(try MatroskaTags(of: MemoryByteSource(bytes)) == nil)
    }
  }

  /// Damaged files: none traps, hangs or takes much memory.
  @Test(arguments: ["flac", "ogg", "mka"]) func damagedFiles_areReadAsFarAsTheyGo(kind: String) throws {
    let source = try make("d.\(kind)", kind == "mka" ? ["-c:a", "libopus"] : [])
    let bytes = try source.bytes(at: 0, count: Int(min(source.size, 6000)))
    var random = Numbers(seed: 42)
    for round in 0..<1500 {
      var damaged = bytes
      if round % 3 == 0 { damaged.removeLast(Int(random.next() % UInt64(bytes.count))) }
      for _ in 0..<(1 + random.next() % 8) where !damaged.isEmpty {
        // Half of the changes are in the headers.
        let index = Int(random.next() % UInt64(min(damaged.count, round % 2 == 0 ? 512 : 6000)))
        damaged[index] = [0, 0xff, 0x80, UInt8(truncatingIfNeeded: random.next())][Int(random.next() % 4)]
      }
      let memory = MemoryByteSource(damaged)
      _ = try? XiphTags(of: memory, sizeLimit: 64)
      _ = try? MatroskaTags(of: memory, sizeLimit: 64)
    }
  }
}
