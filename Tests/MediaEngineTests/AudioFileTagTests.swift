@testable import MediaSource
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MovieFile
import Testing

/// The tags of audio files that graphs write, and a source's tags in movies.
@Suite struct AudioFileTagTests {
  @discardableResult
  private func run(_ nodes: String, out: String) async throws -> RunResult {
    try await Graph(nodes: nodes, writing: "last", to: out).run(options: .testing)
  }

  /// Makes a song with texts, chapters and a cover.
  private func song(in folder: TemporaryFolder) throws -> String {
    let (list, cover, path) = (folder.file("list.txt"), folder.file("cover.jpg"), folder.file("song.m4a"))
    let chapters = [(0, 400, "One"), (400, 1000, "Zwei – 二")]
    let text = chapters.map { "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0.0)\nEND=\($0.1)\ntitle=\($0.2)\n" }.joined()
    let tags =
      "title=Größe\nartist=Somebody\nalbum_artist=All\ntrack=3/12\ndate=2004-03-01\ncomment=Words\ngenre=Rock\n"
    try (";FFMETADATA1\n" + tags + text).write(toFile: list, atomically: true, encoding: .utf8)
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=64x48:duration=1:rate=1", "-frames:v", "1", cover])
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-i", cover, "-i", list, "-map", "0:a", "-map", "1:v", "-map_metadata",
      "2",
      "-map_chapters", "2", "-c:a", "alac", "-c:v", "copy", "-disposition:v", "attached_pic", path,
    ])
    return path
  }

  /// Returns the file's tags, as Reel reads them.
  private func items(_ path: String) throws -> [MetadataTag: String] {
    let tags = try #require(try FileTags(of: FileByteSource(path: path)))
    #expect(tags.metadata.problems == [])
    return Dictionary(
      tags.metadata.items.compactMap { item in item.tag.map { ($0, item.tagText ?? "") } },
      uniquingKeysWith: { $0 + $1 })
  }

  private func probe(_ path: String) throws -> String {
    try Oracle.text(
      "ffprobe", ["-v", "warning", "-show_entries", "format_tags", "-of", "default=nk=0", path], withErrors: true)
  }

  @Test(arguments: ["wav", "aiff", "aifc", "mp3"]) func tagsChaptersAndPictures_areID3_whereOtherProgramsReadThem(
    mux: String
  ) async throws {
    let folder = try TemporaryFolder()
    let (source, out, plain) = (try song(in: folder), folder.file("out.\(mux)"), folder.file("plain.\(mux)"))
    let encoder = mux == "mp3" ? "audio.encode.mp3" : "audio.encode.pcm"
    let result = try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: \(encoder), in: source.audio }
      last: { use: mux.\(mux), in: [coded, source.metadata], with: { metadata: { artist: Another } } }
      """, out: out)
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: \(encoder), in: source.audio }
      last: { use: mux.\(mux), in: coded }
      """, out: plain)
    #expect(result.nodes.flatMap(\.notes) == [])
    #expect(try Oracle.md5(out, ["-map", "0:a", "-c", "copy"]) == Oracle.md5(plain, ["-map", "0:a", "-c", "copy"]))
    let found = try items(out)
    #expect(found[.title] == "Größe" && found[.artist] == "Another" && found[.albumArtist] == "All", "\(found)")
    #expect(
      found[.track] == "3/12" && found[.date] == "2004-03-01" && found[.genre] == "Rock" && found[.comment] == "Words")
    let cover = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("cover.jpg"))))
    let tags = try #require(try FileTags(of: FileByteSource(path: out)))
    #expect(tags.metadata.items.compactMap(\.value.image) == [cover])
    #expect(tags.chapterLists.map { $0.chapters.map(\.title) } == [["One", "Zwei – 二"]])
    #expect(tags.chapterLists.first?.chapters[1].timeRange.start == CMTime(value: 400, timescale: 1000))
    // Without a warning.
    let probed = try probe(out)
    for text in ["TAG:title=Größe", "TAG:artist=Another", "TAG:album_artist=All", "TAG:track=3/12"] {
      #expect(probed.contains(text) && !probed.contains("[wav"), "\(probed)")
    }
    let chapters = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of", "csv=p=0", out])
    if mux == "wav" || mux == "mp3" {
      #expect(chapters.split(separator: "\n") == ["0.000000,One", "0.400000,Zwei – 二"], "\(chapters)")
    }
    let exif = try Oracle.text("exiftool", ["-Title", "-Artist", "-Band", "-Track", out])
    for text in ["Größe", "Another", "All", "3/12"] { #expect(exif.contains(text), "\(exif)") }
    let script = """
      import sys, mutagen
      t = mutagen.File(sys.argv[1]).tags
      print(t['TIT2'], t['TPE1'], t['TPE2'], t['TRCK'], t['TDRC'], len(t.getall('APIC')[0].data), len(t.getall('CHAP')))
      """
    // These two programs do not read the tags of AIFF-C.
    guard mux != "aifc" else { return }
    let info = try Oracle.text("mediainfo", [out])
    for text in ["Größe", "Another", "Rock"] { #expect(info.contains(text), "\(info)") }
    #expect(
      try Oracle.text("/usr/bin/python3", ["-c", script, out])
        == "Größe Another All 3/12 2004-03-01 \(cover.count) 2")
  }

  @Test func coreAudioFiles_haveTexts_andWhatTheyCannotHoldIsReported() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try song(in: folder), folder.file("out.caf"))
    let result = try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      last: { use: mux.caf, in: [source.coded_audio, source.metadata], with: { metadata: { "caaf:info-mine": own } } }
      """, out: out)
    let notes = result.nodes.flatMap(\.notes)
    #expect(
      notes == ["Core Audio Format files get no such tags, and the file is without: artwork, chapters"], "\(notes)")
    let found = try items(out)
    #expect(found[.title] == "Größe" && found[.artist] == "Somebody" && found[.albumArtist] == "All", "\(found)")
    #expect(
      found[.track] == "3/12" && found[.date] == "2004-03-01" && found[.genre] == "Rock" && found[.comment] == "Words")
    let probed = try probe(out)
    for text in ["TAG:title=Größe", "TAG:artist=Somebody", "TAG:track number=3/12", "TAG:mine=own"] {
      #expect(probed.contains(text), "\(probed)")
    }
    #expect(
      try Oracle.md5(out, ["-c:a", "pcm_s16le", "-map", "0:a"])
        == Oracle.md5(source, ["-c:a", "pcm_s16le", "-map", "0:a"]))
  }

  @Test(arguments: ["wav", "caf"]) func tagsOfAnotherFile_areCarriedOver(mux: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try song(in: folder), folder.file("out.\(mux)"))
    let chapters = mux == "wav" ? ", chapters_from: \"\(source)\"" : ""
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: audio.encode.pcm, in: source.audio }
      last: { use: mux.\(mux), in: coded, with: { metadata_from: "\(source)"\(chapters) } }
      """, out: out)
    #expect(try items(out)[.title] == "Größe")
    #expect(
      try FileTags(of: FileByteSource(path: out))?.chapterLists.map(\.chapters.count) == (mux == "wav" ? [2] : []))
  }

  /// Songs often have a short tag at the end too, which truncates texts.
  @Test(arguments: ["wav", "aiff", "mp4", "mp3"]) func valuesOfSeveralTags_areWrittenOnce(mux: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out, copy) = (folder.file("a.mp3"), folder.file("out.\(mux)"), folder.file("copy.\(mux)"))
    let title = "A title of more than thirty characters, by far"
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-metadata", "title=\(title)", "-metadata", "artist=One", "-metadata",
      "genre=Rock", "-write_id3v1", "1", source,
    ])
    let coded = "audio.encode." + (["mp4": "aac", "mp3": "mp3"][mux] ?? "pcm")
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      coded: { use: \(coded), in: source.audio }
      last: { use: mux.\(mux), in: [coded, source.metadata] }
      """, out: out)
    var files = [out]
    if mux == "mp4" || mux == "mp3" {
      _ = try MovieRemux(from: source, to: copy).run()
      files.append(copy)
    }
    for file in files {
      let probed = try probe(file)
      for text in ["TAG:title=\(title)\n", "TAG:artist=One\n", "TAG:genre=Rock\n"] {
        #expect((probed + "\n").contains(text), "\(probed)")
      }
    }
  }

  @Test func amrHasNoPlaceForTags_andTwoTracksAreRefused_beforeAnythingRuns() async throws {
    let folder = try TemporaryFolder()
    let source = try song(in: folder)
    let refused = await #expect(throws: Diagnostics.self) {
      try await run(
        """
        source: { use: asset.read, with: { url: "\(source)" } }
        last: { use: mux.amr, in: [source.coded_audio, source.metadata] }
        """, out: folder.file("out.amr"))
    }
    #expect(
      refused?.all.map(\.message) == ["'last.in' takes one link", "'last' cannot read 'source.metadata'"])
    let problem = await #expect(throws: Diagnostics.self) {
      try await run(
        """
        a: { use: test.audio, with: { duration: 1s } }
        coded: { use: audio.encode.pcm, in: a }
        last: { use: mux.wav, in: [coded, coded] }
        """, out: folder.file("out.wav"))
    }
    #expect(problem?.all.map(\.message) == ["'last' has 2 tracks"])
  }

  // MARK: - Languages

  private static func text(
    _ keySpace: MetadataKeySpace, _ key: MetadataKey, _ text: String, _ language: MetadataLanguage?, type: UInt32? = nil
  ) -> MetadataItem {
    MetadataItem(keySpace: keySpace, key: key, value: .text(text, .utf8), language: language, dataType: type)
  }

  private static let words: [MovieFormat: [MetadataItem]] = [
    .mov: [
      text(.quickTimeUserData, .code(0xa96e_616d), "Grandeur", .tag("fra")),
      text(.quickTimeUserData, .code(0xa96e_616d), "Größe", .tag("deu")),
      text(.quickTimeMetadata, .name("com.apple.quicktime.artist"), "誰か", .tag("jpn"), type: 1),
      text(.quickTimeMetadata, .name("com.apple.quicktime.album"), "Plain", nil, type: 1),
      text(.quickTimeMetadata, .name("com.example.own"), "own", .tag("fra"), type: 1),
      MetadataItem(
        keySpace: .quickTimeMetadata, key: .name("com.example.number"), value: .integer(-5, byteCount: 2), dataType: 21),
      MetadataItem(
        keySpace: .quickTimeMetadata, key: .name("com.example.bytes"), value: .data([1, 2, 0xff]), dataType: 0),
    ],
    .mp4: [
      text(.iTunes, .code(0xa96e_616d), "Grandeur", .tag("fra"), type: 1),
      text(.iTunes, .code(0xa941_5254), "Plain", nil, type: 1),
      MetadataItem(keySpace: .iTunes, key: .code(0x746d_706f), value: .integer(120, byteCount: 2), dataType: 21),
      text(.quickTimeMetadata, .name("com.example.own"), "own", .tag("deu"), type: 1),
      text(.isoUserData, .code(0x6175_7468), "ISO", .tag("jpn")),
    ],
    .threeGP: [
      text(.isoUserData, .code(0x7469_746c), "Grandeur", .tag("fra")),
      text(.isoUserData, .code(0x7469_746c), "Größe", .tag("deu")),
      text(.isoUserData, .code(0x7065_7266), "誰か", .tag("jpn")),
    ],
  ]

  @Test(arguments: [
    (MovieFormat.mov, MovieFormat.mov), (.mov, .mp4), (.mp4, .mp4), (.mp4, .mov), (.threeGP, .mp4), (.mp4, .threeGP),
  ]) func metadataThroughAGraph_areThoseOfACopy_languagesToo(source: MovieFormat, target: MovieFormat) async throws {
    let folder = try TemporaryFolder()
    let (plain, input) = (folder.file("plain.\(source.rawValue)"), folder.file("in.\(source.rawValue)"))
    let (copy, out) = (folder.file("copy.\(target.rawValue)"), folder.file("out.\(target.rawValue)"))
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-ac", "1", "-c:a", "aac", "-fflags", "+bitexact", plain,
    ])
    var editor = try MovieEditor(Movie(path: plain))
    let words = Self.words[source] ?? []
    try editor.setMetadata(editor.movie.metadata().items + words)
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    try Data(sink.bytes).write(to: URL(fileURLWithPath: input))
    _ = try MovieRemux(from: input, to: copy).run()
    try await run(
      """
      source: { use: asset.read, with: { url: "\(input)" } }
      last: { use: mux.\(target.rawValue), in: [source.coded_audio, source.metadata] }
      """, out: out)
    func said(_ path: String) throws -> [String] {
      try Movie(path: path).metadata().items.filter { $0.tag != .software }.map {
        "\($0.identifier) \($0.value) \($0.language?.identifier ?? "-") \($0.dataType ?? 0)"
      }.sorted()
    }
    #expect(try said(out) == said(copy))
    let languages = Set(try Movie(path: out).metadata().items.compactMap(\.language?.identifier))
    if source == target || target == .mov || source == .mov {
      #expect(languages.contains("fra") || languages.contains("deu"))
    }
    #expect(try said(out).count >= words.count - 2)
  }
}
