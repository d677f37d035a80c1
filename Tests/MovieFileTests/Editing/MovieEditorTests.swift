import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Edits of headers: media, and boxes that are not understood, stay as they are.
@Suite struct MovieEditorTests {
  private static let title = MetadataItem(
    keySpace: .iTunes, key: .code("©nam"), value: .text("Größe 漢字 🎬", .utf8), dataType: 1)

  /// Returns a metadata item that the movie's format can hold.
  private func item(_ movie: Movie, _ text: String = "Größe 漢字 🎬") -> MetadataItem {
    let format = MovieFormat(movie.fileType)
    switch format {
    case .threeGP:
      return MetadataItem(
        keySpace: .isoUserData, key: .code("titl"), value: .text(text, .utf8), language: .tag("deu"))
    case .mov:
      return MetadataItem(
        keySpace: .quickTimeMetadata, key: .name("com.apple.quicktime.title"), value: .text(text, .utf8), dataType: 1)
    default:
      return MetadataItem(keySpace: .iTunes, key: .code("©nam"), value: .text(text, .utf8), dataType: 1)
    }
  }

  @Test(arguments: Recipe.containers) func copy_hasTheItem_andTheSameMedia(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let path = try recipe.make(in: folder)
    let before = try EditedMovie(Movie(path: path))
    // Once with an item that fits into the free space, and once with one that does not.
    for size in [0, 100_000] {
      let movie = try Movie(path: path)
      let item = item(movie, String(repeating: "x", count: size) + "Größe")
      var editor = try MovieEditor(movie)
      try editor.setMetadata(movie.metadata().items + [item])
      let copy = folder.file("copy-\(size).\((path as NSString).pathExtension)")
      let sink = MemoryByteSink()
      try editor.write(to: sink)
      try Data(sink.bytes).write(to: URL(fileURLWithPath: copy))
      let changed = try Movie(path: copy)
      #expect(changed.problems == [])
      let found = try changed.metadata()
      #expect(found.problems == [])
      #expect(EditedMovie.plain(found.items) == EditedMovie.plain(try movie.metadata().items + [item]))
      #expect(try EditedMovie(changed) == before)
      // Other programs read the same media, too.
      #expect(try EditedMovie.packetHashes(copy) == EditedMovie.packetHashes(path))
    }
  }

  @Test(.sharedMedia, arguments: SharedMedia.movies)
  func realFiles_areCopiedWithAnItem(name: String) throws {
    let path = SharedMedia.path(name)
    let movie = try Movie(path: path)
    var editor = try MovieEditor(movie)
    let item = item(movie)
    try editor.setMetadata(movie.metadata().items + [item])
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    let changed = try Movie(source: MemoryByteSource(sink.bytes))
    #expect(EditedMovie.plain(try changed.metadata().items).contains(item))
    #expect(try EditedMovie(changed) == EditedMovie(movie))
  }

  @Test func nothingChanged_isTheSameFile() throws {
    for seed in SeedMovies.all {
      let source = MemoryByteSource(seed.bytes)
      let movie = try Movie(source: source)
      var editor = try MovieEditor(movie)
      try editor.setMetadata(movie.metadata().items)
      #expect(!editor.isChanged)
      let sink = MemoryByteSink()
      try editor.write(to: sink)
      #expect(sink.bytes == seed.bytes, "\(seed.name)")
    }
  }

  @Test(arguments: ["faststart.mp4", "plain.mp4", "quicktime.mov", "3gpp.3gp"])
  func itemAddedAndRemoved_givesTheOldMoovAgain(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try #require(Recipe.containers.first { $0.file == name }).make(in: folder)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let movie = try Movie(source: MemoryByteSource(bytes))
    var editor = try MovieEditor(movie)
    try editor.setMetadata(movie.metadata().items + [item(movie)])
    let added = try edited(editor)
    let second = try Movie(source: MemoryByteSource(added))
    #expect(second.box.size > movie.box.size)
    var again = try MovieEditor(second)
    try again.setMetadata(second.metadata().items.filter { EditedMovie.plain([$0]) != [item(movie)] })
    let third = try Movie(source: MemoryByteSource(edited(again)))
    // Chunk offsets have changed, unless the movie box is at the end.
    #expect(third.box.size == movie.box.size)
    if name == "plain.mp4" {
      #expect(
        try third.source.bytes(at: third.box.offset, count: Int(third.box.size)) == bytes.suffix(Int(movie.box.size)))
    }
  }

  @Test func trackHasItsOwnItems() throws {
    let folder = try TemporaryFolder()
    let path = try Recipe.containers[2].make(in: folder)
    let movie = try Movie(path: path)
    var editor = try MovieEditor(movie)
    let tags = ["public.auxiliary-content", "public.accessibility.describes-video"].map {
      MetadataItem(keySpace: .quickTimeUserData, key: .code("tagc"), value: .text($0, .utf8))
    }
    let old = try movie.metadata(of: movie.tracks[1]).items
    try editor.setMetadata(old + tags, ofTrack: movie.tracks[1].id)
    let changed = try Movie(source: MemoryByteSource(edited(editor)))
    #expect(try changed.metadata(of: changed.tracks[1]).taggedCharacteristics == tags.map { $0.value.text })
    #expect(EditedMovie.plain(try changed.metadata(of: changed.tracks[1]).items) == EditedMovie.plain(old + tags))
    #expect(try changed.metadata(of: changed.tracks[0]).items == movie.metadata(of: movie.tracks[0]).items)
    #expect(try EditedMovie(changed) == EditedMovie(movie))
    #expect(throws: MovieError.self) { try editor.setMetadata([], ofTrack: 77) }
  }

  @Test func entriesThatStay_areKeptByteForByte_alsoUnknownOnes() throws {
    typealias B = MovieBytes
    let strange = B.box("zzzz", [1, 2, 3])
    let odd = join(
      B.box("©odd", .text("no length")), strange, B.box("©nam", B.u16(4), B.u16(0), .text("Name")),
      B.box(
        "meta", [0, 0, 0, 0], B.full("hdlr", B.u32(0), .text("mdir"), B.zeros(13)),
        B.box(
          "ilst",
          B.box("©ART", B.data(1, .text("A")), B.box("xtra", [9])), B.box("brok", []),
          B.box("©alb", B.data(1, .text("B")))),
        B.box("free", B.zeros(40))))
    let bytes = B.movie(brand: "M4A ", in: join(B.box("uuid", B.zeros(20)), B.box("udta", odd, B.u32(0))))
    let movie = try Movie(source: MemoryByteSource(bytes))
    let items = try movie.metadata().items
    var editor = try MovieEditor(movie)
    var changed = items.filter { $0.key != .code("©alb") }
    let index = try #require(changed.firstIndex { $0.key == .code("©nam") })
    changed[index].value = .text("Other", .utf8)
    try editor.setMetadata(changed)
    let result = try edited(editor)
    #expect(MovieBytes.contains(result, strange))
    #expect(MovieBytes.contains(result, B.box("©odd", .text("no length"))))
    #expect(MovieBytes.contains(result, B.box("©nam", B.u16(5), B.u16(0), .text("Other"))))
    #expect(MovieBytes.contains(result, B.box("©ART", B.data(1, .text("A")), B.box("xtra", [9]))))
    #expect(MovieBytes.contains(result, B.box("uuid", B.zeros(20))))
    #expect(!MovieBytes.contains(result, Array("©alb".unicodeScalars.map { UInt8($0.value) })))
    // The list's end, which QuickTime marks with four zero bytes.
    #expect(MovieBytes.contains(result, join(B.box("free", B.zeros(40)), B.u32(0))))
  }

  @Test func unusedKeysGo_andTheOthersAreNumberedAnew() throws {
    typealias B = MovieBytes
    let names = ["com.apple.quicktime.location.ISO6709", "com.example.a", "com.example.b"]
    let meta = B.meta(
      "mdta", B.keys(names.map { ("mdta", $0) }),
      B.numberedList([B.data(1, .text("+48.2-016.3/")), B.data(1, .text("a")), B.data(1, .text("b"))]),
      isQuickTime: true)
    let movie = try Movie(source: MemoryByteSource(B.movie(in: meta)))
    let items = try movie.metadata().items
    var editor = try MovieEditor(movie)
    try editor.setMetadata(Array(items.dropFirst()))
    let result = try edited(editor)
    let found = try Movie(source: MemoryByteSource(result)).metadata()
    #expect(found.problems == [])
    #expect(found.items.map(\.key) == [.name("com.example.a"), .name("com.example.b")])
    #expect(found.items.map(\.value.text) == ["a", "b"])
    #expect(!MovieBytes.contains(result, .text(names[0])))
    // Removing the last entry removes list and key table.
    var all = try MovieEditor(movie)
    try all.setMetadata([])
    #expect(try !MovieBytes.contains(edited(all), .text("mdta")))
  }

  @Test func id3Frames_areChangedOneByOne() throws {
    typealias B = MovieBytes
    let frames = [
      ID3Builder.text("TIT2", "Title"), ID3Builder.Frame(id: "XYZQ", body: [1, 2, 3]),
      ID3Builder.text("TPE1", "Artist"),
      ID3Builder.chapter("c", 0..<100, title: "One"),
    ]
    let box = B.meta("ID32", B.full("ID32", B.u16(0x15c7), ID3Builder.tag(version: 4, frames)))
    for bytes in [B.movie(brand: "mp42", in: box), B.movie(brand: "mp42", atTop: box)] {
      let movie = try Movie(source: MemoryByteSource(bytes))
      var items = try movie.metadata().items
      items[0].value = .text("Other", .utf8)
      items.remove(at: 2)
      var editor = try MovieEditor(movie)
      try editor.setMetadata(items)
      let changed = try Movie(source: MemoryByteSource(edited(editor)))
      let found = try changed.metadata()
      #expect(found.items.map(\.identifier) == ["id3/TIT2", "id3/XYZQ"])
      #expect(found.items.map(\.value) == [.text("Other", .utf8), .data([1, 2, 3])])
      #expect(try MovieBytes.contains(edited(editor), .text("CHAP")))
    }
  }

  /// Media before 4 GB move beyond it: all tables get 64 bits. The file is sparse, and only its headers are read.
  @Test func mediaThatMoveBeyond4GB_get64Bits() throws {
    typealias B = MovieBytes
    var track = TrackBytes()
    let place = Int(UInt32.max) - 10
    track.tables = TrackBytes.tables(durations: [(1, 10)], sizes: [4], offset: place)
    let bytes = TrackBytes.movie([track], brand: "mp42", data: [])
    let start = bytes.count
    let header = B.u32(1) + .text("mdat") + B.u64(place - start + 8 + 4)
    let file = SparseSource(head: bytes + header, size: Int64(place + 8 + 4), data: (Int64(place), [1, 2, 3, 4]))
    let movie = try Movie(source: file)
    #expect(try movie.data(of: movie.tracks[0].samples()[0], in: movie.tracks[0]) == [1, 2, 3, 4])
    var editor = try MovieEditor(movie)
    try editor.setMetadata([Self.title])
    let pieces = try editor.copy()
    let changed = try Movie(source: PiecesSource(pieces, file))
    #expect(try changed.tracks[0].samples()[0].offset > Int64(UInt32.max))
    #expect(try changed.data(of: changed.tracks[0].samples()[0], in: changed.tracks[0]) == [1, 2, 3, 4])
    #expect(try changed.metadata().items.map(\.value.text) == [Self.title.value.text])
  }

  @Test func mediaInOtherFiles_areLeftAlone() throws {
    typealias B = MovieBytes
    var track = TrackBytes()
    track.dataReferences = [B.full("url ", flags: 1), B.full("url ", .text("other.mp4\0"))]
    var elsewhere = TrackBytes.plainVideo()
    elsewhere.replaceSubrange(14..<16, with: B.u16(2))
    track.sampleDescriptions = [TrackBytes.plainVideo(), elsewhere]
    track.tables = join(
      B.full("stts", B.u32(1, 2, 10)), B.full("stsc", B.u32(2, 1, 1, 1, 2, 1, 2)), B.full("stsz", B.u32(4, 2)),
      B.full("stco", B.u32(2, 5000, 777)))
    let movie = try Movie(source: MemoryByteSource(TrackBytes.movie([track], brand: "mp42", data: B.zeros(9000))))
    var editor = try MovieEditor(movie)
    try editor.setMetadata([Self.title])
    let changed = try Movie(source: MemoryByteSource(edited(editor)))
    let offsets = try changed.tracks[0].samples().all().map(\.offset)
    #expect(offsets[0] > 5000 && offsets[1] == 777)
  }

  @Test func mediaThatCannotBeMoved_areRefused() throws {
    typealias B = MovieBytes
    let items = B.meta("pict", B.full("iloc", B.u32(0)))
    let bytes = B.movie(brand: "mp42", atTop: items)
    var editor = try MovieEditor(Movie(source: MemoryByteSource(bytes)))
    try editor.setMetadata([Self.title])
    let error = try #require(throws: MovieError.self) { try edited(editor) }
    #expect(error.code == .unsupported && error.message == "the places of items would be wrong when the media move")
  }

  private func edited(_ editor: MovieEditor) throws -> [UInt8] {
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    return sink.bytes
  }
}
