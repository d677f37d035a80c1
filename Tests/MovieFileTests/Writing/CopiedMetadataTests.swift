import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Copies in another format have the same metadata, under that format's keys.
@Suite struct CopiedMetadataTests {
  private func copy(_ path: String, as name: String, in folder: TemporaryFolder) throws -> (Movie, MovieCopy) {
    let format = try #require(MovieFormat(rawValue: URL(fileURLWithPath: name).pathExtension))
    let copy = try MovieCopy(Movie(path: path), to: format)
    do { try copy.write(to: FileByteSink(creating: folder.file(name))) }
    return (try Movie(path: folder.file(name)), copy)
  }

  private func texts(_ movie: Movie) throws -> [MetadataTag: String] {
    var texts: [MetadataTag: String] = [:]
    for item in try movie.metadata().items { if let tag = item.tag, let text = item.tagText { texts[tag] = text } }
    return texts
  }

  private static let tags = "-metadata title=Größe -metadata artist=A -metadata comment=c -metadata date=2004"

  @Test(arguments: ["a.mov", "a.mp4", "keys.mov", "keys.mp4", "a.3gp"], ["mov", "mp4", "m4v", "3gp"])
  func titles_areFoundInEveryKindOfFile(source: String, kind: String) throws {
    let folder = try TemporaryFolder()
    let flags = source.hasPrefix("keys") ? "-movflags use_metadata_tags" : ""
    let path = try Recipe(source, "\(Recipe.tone) -c:a aac \(Self.tags) \(flags)").make(in: folder)
    let (movie, copy) = try copy(path, as: "copy.\(kind)", in: folder)
    let before = try texts(Movie(path: path))
    let after = try texts(movie)
    #expect(try movie.metadata().problems == [])
    #expect(before[.title] == "Größe" && before[.artist] == "A")
    for (tag, text) in before {
      let isOmitted = copy.omittedMetadata.contains { $0.item.tag == tag }
      // The format's tags have the value, or at least its year; otherwise the copy reports it as omitted.
      #expect(isOmitted ? after[tag] == nil : after[tag] == text, "\(tag)")
    }
    #expect(after[.title] == "Größe" && after[.artist] == "A")
    guard kind != "3gp" else { return }
    #expect(copy.omittedMetadata.isEmpty)
    let tags = String(
      decoding: try Oracle.run(
        "ffprobe",
        ["-v", "warning", "-show_entries", "format_tags", "-of", "default=nw=1", folder.file("copy.\(kind)")]),
      as: UTF8.self)
    #expect(tags.contains("TAG:title=Größe") || tags.contains("com.apple.quicktime.title=Größe"), "\(tags)")
  }

  @Test func keys_areThoseOfTheKindOfFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mov")
    try Oracle.make(Recipe.tone.split(separator: " ").map(String.init) + ["-c:a", "aac", path])
    _ = try Oracle.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-Keys:Title=Title", "-Keys:Make=Somebody", "-Keys:GPSCoordinates=48.2, 16.3, 171",
        "-ItemList:TrackNumber=3 of 12", "-UserData:Comment=Remark", "-UserData:Comment-fra=Remarque", path,
      ])
    let (mp4, _) = try copy(path, as: "b.mp4", in: folder)
    func identifiers(_ movie: Movie) throws -> Set<String> { Set(try movie.metadata().items.map(\.identifier)) }
    let found = try identifiers(mp4)
    #expect(found.isSuperset(of: ["itsk/%A9nam", "itsk/%A9xyz", "itsk/trkn"]), "\(found)")
    #expect(!found.contains("mdta/com.apple.quicktime.title"))
    // A text in several languages is copied unchanged.
    #expect(found.contains("udta/%A9cmt"))
    // And back again.
    let (mov, _) = try copy(folder.file("b.mp4"), as: "c.mov", in: folder)
    let again = try identifiers(mov)
    #expect(
      again.isSuperset(of: ["mdta/com.apple.quicktime.title", "mdta/com.apple.quicktime.location.ISO6709", "itsk/trkn"]
      ), "\(again)")
    let all = try texts(mov)
    #expect(all[.title] == "Title" && all[.make] == "Somebody" && all[.track] == "3/12")
    let report = String(decoding: try Oracle.run("exiftool", ["-s", "-G1", folder.file("c.mov")]), as: UTF8.self)
    #expect(report.contains("48 deg 12'") && report.contains("Somebody"), "\(report)")
  }

  @Test func whatAFileTypeCannotHold_isReported() throws {
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [(1, 10)], sizes: [4], offset: 0)
    let items = [
      try MetadataTag.title.item("Title", in: .iTunes), try MetadataTag.tempo.item("128", in: .iTunes),
      MetadataItem(keySpace: .iTunesFreeForm, key: .name("org.example.x"), value: .text("y", .utf8), dataType: 1),
    ]
    let boxes = try MetadataEncoder(.mp4).boxes(items).flatMap { MovieBytes.box($0.type.text, $0.payload) }
    track.sampleDescriptions = [TrackBytes.plainVideo("mp4v")]
    let movie = try Movie(source: MemoryByteSource(TrackBytes.movie([track], brand: "mp42", extra: boxes)))
    let copy = try MovieCopy(movie, to: .threeGP)
    #expect(copy.omittedMetadata.map { "\($0.item.identifier)" }.sorted() == ["itlk/org.example.x"])
    #expect(copy.omittedMetadata.allSatisfy { $0.track == nil })
    #expect(try MovieCopy(movie, to: .m4v).omittedMetadata.isEmpty)
  }

  /// A copy for others says neither where the track was made, nor what only the program reads that wrote it.
  @Test(arguments: [MovieFormat.mov, .mp4]) func privateMetadataOfTracks_areLeftOut(_ format: MovieFormat) throws {
    func text(_ keySpace: MetadataKeySpace, _ key: String, _ text: String) -> MetadataItem {
      let type: UInt32? = keySpace == .quickTimeMetadata ? 1 : nil
      return MetadataItem(keySpace: keySpace, key: keySpace.key(key), value: .text(text, .utf8), dataType: type)
    }
    let open = [
      text(.quickTimeMetadata, "com.apple.quicktime.camera.lens_model", "Lens"),
      text(.quickTimeUserData, "name", "Angle 2"),
    ]
    let secret = [
      text(.quickTimeMetadata, "com.apple.quicktime.location.ISO6709", "+46.0037+008.9511/"),
      MetadataItem(keySpace: .quickTimeUserData, key: .code("XMP_"), value: .data(Array("GPSLatitude".utf8))),
    ]
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [(1, 10)], sizes: [4], offset: 0)
    track.sampleDescriptions = [TrackBytes.plainVideo("mp4v")]
    track.extra = try MetadataEncoder(format, level: .track).boxes(open + secret).flatMap {
      MovieBytes.box($0.type.text, $0.payload)
    }
    let brand = format == .mov ? "qt  " : "mp42"
    let movie = try Movie(source: MemoryByteSource(TrackBytes.movie([track], brand: brand)))
    func identifiers(omitsPrivate: Bool) throws -> Set<String> {
      let sink = MemoryByteSink()
      try MovieCopy(movie, to: format, omitsPrivate: omitsPrivate).write(to: sink)
      let copy = try Movie(source: MemoryByteSource(sink.bytes))
      return Set(try copy.metadata(of: #require(copy.tracks.first)).items.map(\.identifier))
    }
    #expect(try identifiers(omitsPrivate: false) == Set((open + secret).map(\.identifier)))
    #expect(try identifiers(omitsPrivate: true) == Set(open.map(\.identifier)))
  }

  @Test func nerosChapters_comeAlong() throws {
    let folder = try TemporaryFolder()
    let text = Oracle.marks(chapters: [(0, 600, "Öne"), (600, 1200, "Two")])
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("chapters")))
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1.2", "-i", folder.file("chapters"), "-c:a", "aac", folder.file("a.mp4"),
    ])
    let (movie, _) = try copy(folder.file("a.mp4"), as: "b.mov", in: folder)
    let lists = try movie.chapterLists()
    #expect(lists.allSatisfy { $0.chapters.map(\.title) == ["Öne", "Two"] } && lists.contains { $0.source == .nero })
  }
}
