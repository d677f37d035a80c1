@testable import MediaSource
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MovieFile
import Testing

/// The metadata of movie files that graphs write.
@Suite struct MovieMuxMetadataTests {
  private func run(_ mux: String, with: String, source: String, out: String) async throws {
    let nodes = """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: audio.encode.aac, in: source.audio }
      mux: { use: \(mux), in: coded, with: { \(with) } }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing)
  }

  private func song(_ name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.file(name)
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-metadata", "title=Größe", "-metadata", "artist=A", "-metadata",
      "track=3/12", "-metadata", "genre=Rock", path,
    ])
    return path
  }

  @Test(arguments: ["mux.mp4", "mux.mov", "mux.m4a", "mux.3gp"])
  func metadata_areThoseOfTheDescription(mux: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.\(mux.dropFirst(4))")
    try await run(
      mux, with: "metadata: { title: \"A = b\", artist: Größe, \"udta:©cmt\": raw, date: \"2004\" }",
      source: song("a.mp3", in: folder), out: out)
    let items = try Movie(path: out).metadata().items
    #expect(items.first { $0.tag == .title }?.tagText == "A = b")
    #expect(items.first { $0.tag == .artist }?.tagText == "Größe" && items.first { $0.tag == .date }?.tagText == "2004")
    #expect(items.first { $0.identifier == "udta/%A9cmt" }?.tagText == "raw")
    // FFprobe does not read 3GPP's keys, exiftool does.
    guard mux == "mux.3gp" else {
      let probe = try Oracle.text(
        "ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "default=nk=0", out])
      #expect(probe.contains("title=A = b") && probe.contains("artist=Größe"), "\(probe)")
      return
    }
    let report = try Oracle.text("exiftool", ["-Title", "-Performer", out])
    #expect(report.contains("A = b") && report.contains("Größe"), "\(report)")
  }

  @Test(arguments: [("a.mp3", "mux.m4a"), ("a.m4a", "mux.mov"), ("a.mp3", "mux.3gp"), ("a.m4a", "mux.mp4")])
  func metadataOfASource_areCarriedOver_andMayBeReplaced(source: String, mux: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.\(mux.dropFirst(4))")
    let song = try song(source, in: folder)
    try await run(
      mux, with: "metadata_from: \"\(song)\", metadata: { artist: Other }", source: song, out: out)
    let items = try Movie(path: out).metadata().items
    let texts = [MetadataTag.title, .artist, .track, .genre].map { tag in items.first { $0.tag == tag }?.tagText }
    #expect(texts == ["Größe", "Other", "3/12", "Rock"])
  }

  @Test(arguments: ["mp4", "mov", "m4a"]) func chaptersOfASource_areCarriedOver_asFarAsTheMovieGoes(mux: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let (source, out) = (try book(in: folder), folder.file("out.\(mux)"))
    try await run(
      "mux.\(mux)", with: "metadata_from: \"\(source)\", chapters_from: \"\(source)\"", source: source, out: out)
    let probe = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of", "csv=p=0", out])
    #expect(probe.split(separator: "\n") == ["0.000000,One", "0.400000,Zwei – 二"], "\(probe)")
    let tags = try Oracle.text("ffprobe", ["-v", "error", "-show_entries", "format_tags", out])
    #expect(tags.contains("title=Of all"), "\(tags)")
    let found = try Movie(path: out).chapterLists()
    #expect(found.allSatisfy { $0.chapters.map(\.title) == ["One", "Zwei – 二"] } && !found.isEmpty)
    #expect(found[0].chapters[1].timeRange.start == CMTime(value: 400, timescale: 1000))
  }

  // MARK: - As a stream

  /// Makes an audio file with a title, an artist, several chapters, and one behind its end.
  private func book(in folder: TemporaryFolder) throws -> String {
    let (list, path) = (folder.file("list.txt"), folder.file("book.mkv"))
    let marks = Oracle.marks(
      tags: ["title=Of all", "artist=Somebody"],
      chapters: [(0, 400, "One"), (400, 1000, "Zwei – 二"), (1500, 2000, "Behind the end")])
    try marks.write(toFile: list, atomically: true, encoding: .utf8)
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-i", list, "-map", "0:a", "-map_metadata", "1", "-map_chapters", "1",
      "-c:a", "flac", path,
    ])
    return path
  }

  private func run(_ nodes: String, out: String) async throws {
    _ = try await Graph(nodes: nodes, writing: "last", to: out).run(options: .testing)
  }

  @Test(arguments: ["mp4", "mov", "m4a", "3gp", "mp4 fragment"])
  func metadataAndChapters_comeWithTheTracks(kind: String) async throws {
    let folder = try TemporaryFolder()
    let mux = String(kind.prefix { $0 != " " })
    let (source, out) = (try book(in: folder), folder.file("out.\(mux)"))
    let fragment = kind.hasSuffix("fragment") ? "fragment: 200ms, " : ""
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: audio.encode.aac, in: source.audio }
      last: { use: mux.\(mux), in: [coded, source.metadata], with: { \(fragment)metadata: { artist: Another } } }
      """, out: out)
    let movie = try Movie(path: out)
    let items = try movie.metadata().items
    #expect(items.first { $0.tag == .title }?.tagText == "Of all")
    // Metadata of the description take precedence.
    #expect(items.filter { $0.tag == .artist }.map(\.tagText) == ["Another"])
    let titles = try movie.chapterLists().map { $0.chapters.map(\.title) }
    if mux == "3gp" {
      #expect(titles == [])
    } else if fragment.isEmpty {
      #expect(!titles.isEmpty && titles.allSatisfy { $0 == ["One", "Zwei – 二"] }, "\(titles)")
      let starts = try Oracle.text(
        "ffprobe", ["-v", "error", "-show_entries", "chapter=start_time", "-of", "csv=p=0", out])
      #expect(starts.split(separator: "\n") == ["0.000000", "0.400000"], "\(starts)")
    } else {
      // The end is not known when the list is written.
      #expect(titles == [["One", "Zwei – 二", "Behind the end"]])
    }
    #expect(try Oracle.warnings(out) == "")
    #expect(movie.tracks.filter { $0.handlerType == "soun" }.count == 1)
  }

  @Test func picturesOfTheSource_comeWithTheMetadata() async throws {
    let folder = try TemporaryFolder()
    let (cover, source, out) = (folder.file("cover.jpg"), folder.file("song.mp3"), folder.file("out.m4a"))
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=320x240:duration=1:rate=1", "-frames:v", "1", cover])
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-metadata",
      "track=3/12",
      source,
    ])
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: audio.encode.aac, in: source.audio }
      last: { use: mux.m4a, in: [coded, source.metadata] }
      """, out: out)
    let items = try Movie(path: out).metadata().items
    #expect(items.first { $0.tag == .track }?.tagText == "3/12")
    #expect(
      items.first { $0.tag == .artwork }?.value.image == (try [UInt8](Data(contentsOf: URL(fileURLWithPath: cover)))))
  }

  @Test func metadata_areObjectsThatOtherNodesRead() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try book(in: folder), folder.file("out.jsonl"))
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      last: { use: metadata.lines, in: source.metadata }
      """, out: out)
    let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains(#"{"time":0,"key":"mkv:TITLE","name":"title","value":"Of all"}"#), "\(lines)")
    #expect(lines.contains { $0.hasPrefix(#"{"time":0.4,"duration":0.6,"chapter":"Zwei – 二""#) }, "\(lines)")
  }

  @Test(arguments: ["mux.ts", "mux.wav"]) func metadata_areRefused_whereNoMuxerWritesThem(mux: String) async throws {
    let folder = try TemporaryFolder()
    let problem = await #expect(throws: Diagnostics.self) {
      try await run(
        """
        source: { use: asset.read, with: { url: "\(try book(in: folder))" } }
        coded: { use: audio.encode.\(mux == "mux.wav" ? "pcm" : "aac"), in: source.audio }
        last: { use: \(mux), in: \(mux == "mux.wav" ? "source.metadata" : "[coded, source.metadata]") }
        \(mux == "mux.wav" ? "nothing: { use: \"null\", in: coded }" : "")
        """, out: folder.file("out.bin"))
    }
    #expect(problem?.all.isEmpty == false)
    #expect(!folder.names.contains("out.bin"))
  }

  @Test func fragments_haveChaptersWhereTheTypeHasAListOfThem() async throws {
    let folder = try TemporaryFolder()
    let source = folder.file("a.m4a")
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=1", folder.file("plain.m4a")])
    var editor = try MovieEditor(Movie(path: folder.file("plain.m4a")))
    let chapter = Chapter(timeRange: CMTimeRange(start: .zero, duration: .invalid), title: "All")
    try editor.setChapters([ChapterList(source: .nero, chapters: [chapter])])
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    try Data(sink.bytes).write(to: URL(fileURLWithPath: source))
    let with = "fragment: 200ms, chapters_from: \"\(source)\""
    try await run("mux.mp4", with: with, source: source, out: folder.file("out.mp4"))
    #expect(try Movie(path: folder.file("out.mp4")).chapterLists().map { $0.chapters.map(\.title) } == [["All"]])
    let problem = await #expect(throws: Diagnostics.self) {
      try await run("mux.mov", with: with, source: source, out: folder.file("out.mov"))
    }
    #expect(problem?.all.map(\.cause) == ["QuickTime files in fragments have no chapters"])
  }

  @Test(arguments: [
    ("metadata: { titel: x }", "there is no metadata 'titel'"), ("metadata: { track: x }", "'track' cannot be 'x'"),
    ("metadata: { \"udta:tagc\": x }", "'udta:tagc' cannot be 'x'"),
    ("metadata_from: nowhere.mp4", "cannot read the metadata of 'nowhere.mp4'"),
    ("chapters_from: nowhere.mp4", "cannot read the chapters of 'nowhere.mp4'"),
  ]) func whatCannotBeSaid_isRefused_beforeAnythingRuns(with: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.m4a")
    let source = try song("a.mp3", in: folder)
    let problem = await #expect(throws: Diagnostics.self) {
      try await run("mux.m4a", with: with, source: source, out: out)
    }
    #expect(problem?.all.map(\.message) == [message])
    #expect(!FileManager.default.fileExists(atPath: out))
  }
}
