import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Edits of damaged movies: an error, or a file of which as much can be read as before.
@Suite struct EditorHostileTests {
  private static let items = [
    MetadataItem(
      keySpace: .quickTimeUserData, key: .code("©cmt"), value: .text("New", .utf8), language: .tag("eng")),
    MetadataItem(keySpace: .quickTimeMetadata, key: .name("com.example.key"), value: .text("own", .utf8), dataType: 1),
  ]

  private static func editor(_ movie: Movie) throws -> MovieEditor {
    var editor = try MovieEditor(movie)
    try editor.setMetadata(movie.metadata().items + items)
    return editor
  }

  private static func chaptered(_ movie: Movie, _ list: ChapterList) throws -> MovieEditor {
    var editor = try MovieEditor(movie)
    try editor.setChapters([list])
    return editor
  }

  private static func edited(_ editor: MovieEditor) throws -> [UInt8] {
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    return sink.bytes
  }

  /// Returns the readable samples of a movie's tracks, or the error's code.
  private static func samples(_ movie: Movie) -> [String] {
    movie.tracks.map { track in
      guard let samples = try? track.samples().all() else { return "\(track.id): unreadable" }
      let texts = samples.prefix(50).map { sample in
        "\(sample.decodeTime) \(sample.size) \((try? movie.data(of: sample, in: track)).map { "\($0)" } ?? "-")"
      }
      return "\(track.id): \(texts)"
    }
  }

  @Test(arguments: SeedMovies.all.map(\.name)) func damagedMovies_areCopiedOrRefused_andNothingIsLost(name: String)
    throws
  {
    let seed = try #require(SeedMovies.all.first { $0.name == name }).bytes
    var mutation = Mutation(seed: 77)
    var copied = 0
    for round in 0..<400 {
      let bytes = round == 0 ? seed : mutation.damaged(seed)
      guard let movie = try? Movie(source: MemoryByteSource(bytes)), MovieFormat(movie.fileType) != .threeGP else {
        continue
      }
      guard let result = try? Self.edited(Self.editor(movie)) else { continue }
      copied += 1
      let changed = try Movie(source: MemoryByteSource(result))
      let found = EditedMovie.plain(try changed.metadata().items)
      #expect(found.contains(Self.items[0]))
      #expect(found.count >= EditedMovie.plain(try movie.metadata().items).count, "round \(round)")
      // Sample offsets of damaged tables may point anywhere.
      if !movie.isFragmented, try Self.placesAreHonest(movie) {
        #expect(Self.samples(changed) == Self.samples(movie), "round \(round)")
      }
    }
    #expect(copied > 50)
  }

  /// Returns true if all samples are in media data that no table overlaps.
  private static func placesAreHonest(_ movie: Movie) throws -> Bool {
    for track in movie.tracks {
      guard let samples = try? track.samples().all() else { return false }
      for sample in samples
      where sample.offset < movie.box.end || sample.offset + Int64(sample.size) > movie.source.size {
        return false
      }
    }
    return true
  }

  @Test(arguments: SeedMovies.all.map(\.name)) func damagedMovies_changeInPlaceStepByStep_orNotAtAll(name: String)
    throws
  {
    let seed = try #require(SeedMovies.all.first { $0.name == name }).bytes
    var mutation = Mutation(seed: 78)
    for _ in 0..<150 {
      let bytes = mutation.damaged(seed)
      guard let movie = try? Movie(source: MemoryByteSource(bytes)), MovieFormat(movie.fileType) != .threeGP else {
        continue
      }
      guard let change = try? Self.editor(movie).inPlaceChange() else { continue }
      let tracks = movie.tracks.map(\.id)
      var disk = bytes
      for step in change.steps {
        disk = InPlaceChangeTests.after(step, disk)
        #expect(try Movie(source: MemoryByteSource(disk)).tracks.map(\.id) == tracks)
      }
      // Media bytes are never written to.
      for box in MovieBytes.topLevel(bytes) where !["free", "skip", "moov"].contains(box.type) {
        let range = Int(box.offset)..<Int(box.end)
        #expect(disk[range] == bytes[range])
      }
    }
  }

  @Test func chaptersOfDamagedMovies_areSetOrRefused() throws {
    let list = ChapterList(
      source: .nero, chapters: [Chapter(timeRange: CMTimeRange(start: .zero, duration: .invalid), title: "One")])
    var set = 0
    for seed in SeedMovies.all {
      var mutation = Mutation(seed: 79)
      for _ in 0..<150 {
        guard let movie = try? Movie(source: MemoryByteSource(mutation.damaged(seed.bytes))) else { continue }
        guard let bytes = try? Self.edited(Self.chaptered(movie, list)) else { continue }
        let changed = try Movie(source: MemoryByteSource(bytes))
        #expect(try changed.chapterLists().contains { $0.chapters.map(\.title) == ["One"] })
        set += 1
      }
    }
    #expect(set > 50)
  }

  @Test func textsThatAreNoText_andAbsurdKeys_stayWhatTheyAre() throws {
    typealias B = MovieBytes
    let long = [UInt8](repeating: 0x61, count: 300_000)
    let keys = B.full("keys", B.u32(3), B.box("mdta", long), B.box("mdta", [0xff, 0xfe, 0]), B.box("mdta", []))
    let list = B.numberedList([B.data(1, [0xc3, 0x28]), B.data(1, .text("b")), B.data(2, [0xd8, 0])])
    let movie = try Movie(
      source: MemoryByteSource(B.movie(brand: "mp42", in: B.meta("mdta", keys, list))))
    let items = try movie.metadata().items
    #expect(items.count == 3)
    var editor = try MovieEditor(movie)
    try editor.setMetadata(items + Self.items)
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    let found = try Movie(source: MemoryByteSource(sink.bytes)).metadata()
    #expect(EditedMovie.plain(found.items).filter { !Self.items.contains($0) } == EditedMovie.plain(items))
    #expect(MovieBytes.contains(sink.bytes, long))
  }
}
