import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Edits in place, and crashes between and during their steps.
@Suite struct InPlaceChangeTests {
  private func editor(_ movie: Movie, _ text: String) throws -> MovieEditor {
    var editor = try MovieEditor(movie)
    let item = MetadataItem(
      keySpace: .quickTimeUserData, key: .code("©cmt"), value: .text(text, .utf8), language: .tag("eng"))
    try editor.setMetadata(movie.metadata().items.filter { $0.key != .code("©cmt") } + [item])
    return editor
  }

  private static func comment(_ movie: Movie) throws -> String? {
    try movie.metadata().items.first { $0.key == .code("©cmt") }?.value.text
  }

  /// Small files in which the new headers fit or do not, with the old ones first or last.
  private static let layouts: [(name: String, bytes: [UInt8])] = {
    typealias B = MovieBytes
    var track = TrackBytes()
    func movie(free: Int, dataFirst: Bool, hole: Int = 0) -> [UInt8] {
      func all(_ offset: Int) -> [UInt8] {
        track.tables = TrackBytes.tables(durations: [(3, 10)], sizes: [4, 5, 6], offset: offset)
        let whole = TrackBytes.movie([track], brand: "mp42", data: [])
        let type = Array(whole[..<16])
        let moov = Array(whole[16..<whole.count - 8])
        let data = B.box("mdat", Array(1...15))
        let space = free > 0 ? B.box("free", B.zeros(free)) : []
        let gap = hole > 0 ? B.box("free", B.zeros(hole)) : []
        return dataFirst ? join(type, gap, data, moov, space) : join(type, moov, space, data, gap)
      }
      let bytes = all(0)
      return all(Data(bytes).range(of: Data(Array(1...15)))!.lowerBound)
    }
    return [
      ("first, room behind it", movie(free: 300, dataFirst: false)),
      ("first, no room", movie(free: 0, dataFirst: false)),
      ("last", movie(free: 0, dataFirst: true)), ("last, room behind it", movie(free: 300, dataFirst: true)),
      ("last, room in front", movie(free: 0, dataFirst: true, hole: 2000)),
      ("first, room at the end", movie(free: 0, dataFirst: false, hole: 2000)),
    ]
  }()

  @Test(arguments: layouts.map(\.name)) func anyCrash_leavesTheOldMovieOrTheNewOne(name: String) throws {
    let bytes = try #require(Self.layouts.first { $0.name == name }).bytes
    let movie = try Movie(source: MemoryByteSource(bytes))
    let before = try EditedMovie(movie)
    let change = try editor(movie, "New").inPlaceChange()
    #expect(change.steps.count >= 7)
    #expect((change.place == .inPlace) == name.contains("room behind it"))
    var disk = bytes
    var comments: [String?] = []
    for step in change.steps {
      // A crash during the step leaves some of its bytes written.
      if case .write(let offset, let new) = step, new.count > 4 {
        for count in Set([1, 4, 7, 8, 9, new.count / 2, new.count - 1]) where count < new.count {
          let torn = InPlaceChange.Step.write(at: offset, Array(new.prefix(count)))
          let state = try Movie(source: MemoryByteSource(Self.after(torn, disk)))
          #expect(try EditedMovie(state) == before)
          #expect(try [nil, "New"].contains(Self.comment(state)))
        }
      }
      if case .write(let offset, let new) = step, new.count == 4, new.allSatisfy({ $0 > 0x60 }) {
        // Box types may be torn, too.
        for count in 1...3 {
          let torn = InPlaceChange.Step.write(at: offset, Array(new.prefix(count)))
          #expect(try EditedMovie(Movie(source: MemoryByteSource(Self.after(torn, disk)))) == before)
        }
      }
      disk = Self.after(step, disk)
      let state = try Movie(source: MemoryByteSource(disk))
      #expect(try EditedMovie(state) == before)
      comments.append(try Self.comment(state))
    }
    // Once the new comment is there, it stays.
    let switched = try #require(comments.firstIndex { $0 == "New" })
    #expect(comments[..<switched].allSatisfy { $0 == nil } && comments[switched...].allSatisfy { $0 == "New" })
    #expect(switched >= change.reversibleCount)
    var cut = bytes
    for step in change.steps.prefix(change.reversibleCount) { cut = Self.after(step, cut) }
    let whole = try Movie(source: MemoryByteSource(Array(cut.prefix(bytes.count))))
    #expect(try EditedMovie(whole) == before && Self.comment(whole) == nil)
  }

  static func after(_ step: InPlaceChange.Step, _ disk: [UInt8]) -> [UInt8] {
    var disk = disk
    switch step {
    case .write(let offset, let bytes):
      let end = Int(offset) + bytes.count
      if disk.count < end { disk += [UInt8](repeating: 0, count: end - disk.count) }
      disk.replaceSubrange(Int(offset)..<end, with: bytes)
    case .synchronise: break
    case .truncate(let size): disk.removeLast(disk.count - Int(size))
    }
    return disk
  }

  @Test func roomBehindTheHeaders_isUsed_andTheFileDoesNotGrow() throws {
    let bytes = Self.layouts[0].bytes
    let change = try editor(Movie(source: MemoryByteSource(bytes)), "New").inPlaceChange()
    let disk = change.steps.reduce(bytes) { Self.after($1, $0) }
    #expect(disk.count == bytes.count)
    #expect(try Movie(source: MemoryByteSource(disk)).box.offset == 16)
  }

  @Test func whatWasTakenOut_isNotInTheFileAnyMore() throws {
    for layout in Self.layouts {
      var bytes = layout.bytes
      for text in ["secret place, which nobody shall know", "New"] {
        let change = try editor(Movie(source: MemoryByteSource(bytes)), text).inPlaceChange()
        bytes = change.steps.reduce(bytes) { Self.after($1, $0) }
      }
      #expect(try Self.comment(Movie(source: MemoryByteSource(bytes))) == "New")
      #expect(!MovieBytes.contains(bytes, .text("secret")), "\(layout.name)")
    }
  }

  @Test(arguments: ["plain.mp4", "faststart.mp4", "quicktime.mov", "late.mp4"])
  func files_areChangedAgainAndAgain(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try #require(Recipe.containers.first { $0.file == name }).make(in: folder)
    let before = try EditedMovie(Movie(path: path))
    let hashes = try EditedMovie.packetHashes(path)
    var results: [MovieEditor.InPlaceResult] = []
    for length in [1, 30, 5000, 20, 9000, 3] {
      let text = String(repeating: "é", count: length)
      let result = try editor(Movie(path: path), text).writeInPlace()
      // A single byte fits where iTunes' list was not; later there is free space.
      if length == 20 { #expect(result == .headersStayed) }
      results.append(result)
      let movie = try Movie(path: path)
      #expect(try Self.comment(movie) == text)
      #expect(try EditedMovie(movie) == before)
      #expect(movie.problems == [])
    }
    #expect(try EditedMovie.packetHashes(path) == hashes)
    // Only headers that were before the media have moved behind it.
    #expect(results.contains(.headersMovedBehindMedia) == (name == "faststart.mp4"))
  }

  @Test func fragments_areRefused() throws {
    let folder = try TemporaryFolder()
    let path = try #require(Recipe.containers.first { $0.file == "fragments.mp4" }).make(in: folder)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = try #require(throws: MovieError.self) { try editor(Movie(path: path), "x").writeInPlace() }
    #expect(error.code == .unsupported && error.message == "it cannot be changed in place: it is in fragments")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func fileChangedByAnotherProgramMeanwhile_isNotTouched() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try Data(Self.layouts[0].bytes).write(to: URL(fileURLWithPath: path))
    let editor = try editor(Movie(path: path), "New")
    let other = Self.layouts[0].bytes + MovieBytes.box("free", [1])
    try Data(other).write(to: URL(fileURLWithPath: path))
    let error = try #require(throws: MovieError.self) { try editor.writeInPlace() }
    #expect(error.code == .changed)
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) == other)
  }
}
