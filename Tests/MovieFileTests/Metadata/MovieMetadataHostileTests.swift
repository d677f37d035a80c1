import Foundation
import Testing

import MovieExercise
@testable import MovieFile

/// Metadata with false sizes and counts: an error in `problems`, no large allocation, and the rest is read.
@Suite struct MovieMetadataHostileTests {
  typealias B = MovieBytes

  private func metadata(_ list: [UInt8]) throws -> Metadata {
    try Movie(source: MemoryByteSource(B.movie(brand: "M4A ", in: B.box("udta", B.meta("mdir", list))))).metadata()
  }

  @Test func coverOf200Megabytes_isAnError_andTheRestStands() throws {
    var lie = B.box("covr", B.data(13, [0xff, 0xd8, 0xff]))
    lie.replaceSubrange(8..<12, with: B.u32(200 << 20))
    let found = try metadata(B.box("ilst", B.box("©nam", B.data(1, .text("Title"))), lie))
    #expect(found.items.map(\.value.text) == ["Title"])
    #expect(found.problems.map(\.code).contains(.malformed))
    #expect(found.problems.first?.box == "moov/udta/meta/ilst/covr/data")
    #expect(found.problems.first?.message == "box 'data' says that it has 209715200 bytes; 'covr' has 19 left")
  }

  @Test func coverOf20MegabytesThatIsThere_isLeftOut_andTheRestStands() throws {
    let large = B.box("covr", B.data(13, [UInt8](repeating: 1, count: 20 << 20)))
    let found = try metadata(B.box("ilst", large, B.box("©nam", B.data(1, .text("Title")))))
    #expect(found.items.map(\.value.text) == ["Title"])
    #expect(found.problems.map(\.code) == [.excessive])
  }

  @Test func manyItems_areBounded() throws {
    let one = B.box("©nam", Array(repeating: B.data(1, []), count: 100).reduce(into: []) { $0 += $1 })
    let found = try metadata(B.box("ilst", Array(repeating: one, count: 300).reduce(into: []) { $0 += $1 }))
    #expect(found.items.count == MetadataLimit.itemCount)
    #expect(found.problems.map(\.code) == [.excessive])
  }

  @Test func keysThatAreNotThere_areErrors() throws {
    let list = B.numberedList([B.data(1, .text("a")), B.data(1, .text("b"))])
    let meta = B.meta("mdta", B.keys([("mdta", "only")]), list)
    let found = try Movie(source: MemoryByteSource(B.movie(in: meta))).metadata()
    #expect(found.items.map(\.value.text) == ["a"])
    #expect(found.problems.map(\.message) == ["an item has key 2 of 1"])
    var keys = B.keys([("mdta", "only")])
    keys.replaceSubrange(12..<16, with: B.u32(0x7fff_ffff))
    let lie = try Movie(source: MemoryByteSource(B.movie(in: B.meta("mdta", keys, list)))).metadata()
    #expect(lie.problems.contains { $0.message == "'keys' says that it holds 2147483647 keys in 12 bytes" })
  }

  @Test func endlessEmptyTexts_areBounded() throws {
    // Empty texts without a language, followed by a byte so that they are no padding.
    let texts = [UInt8](repeating: 0, count: 4 << 20) + [0, 0, 0, 1]
    let found = try Movie(source: MemoryByteSource(B.movie(in: B.box("udta", B.box("©nam", texts))))).metadata()
    #expect(found.items.count == MetadataLimit.itemCount)
  }

  /// Each byte of the metadata of a movie with every kind of item, changed in several ways.
  @Test func changedMetadata_areReadOrReported() throws {
    func text(_ text: String) -> [UInt8] { join(B.u16(text.utf8.count), B.u16(0), .text(text)) }
    let ilst = B.box(
      "ilst", B.box("©nam", B.data(1, .text("T"))), B.box("trkn", B.data(0, [0, 0, 0, 3, 0, 12, 0, 0])),
      B.box("----", B.full("mean", .text("m")), B.full("name", .text("n")), B.data(21, [1, 2])))
    let tag = ID3Builder.tag(version: 3, [ID3Builder.latin("TIT2", "x")])
    let mdta = B.meta(
      "mdta", B.keys([("mdta", "a"), ("mdta", "b")]),
      B.numberedList([B.data(1, .text("x"), country: 1), B.data(23, [0, 0, 0, 0])]),
      B.full("ctry", B.u32(1), B.u16(1), B.u16(0x4652)), B.full("ID32", B.u16(0x15c7), tag))
    let names = join(
      [3], B.u32(0), B.u32(0), [1], .text("a"), B.u32(0), B.u32(9999), [1], .text("b"), B.u32(0), B.u32(99999), [0])
    let udta = B.box(
      "udta", B.box("©cpy", text("c"), text("d")), B.full("titl", B.u16(0x15c7), .text("t\0")),
      B.full("kywd", B.u16(0x15c7), [1, 1], .text("k")), B.full("chpl", names), B.meta("mdir", ilst))
    let extra = join(udta, mdta)
    let good = B.movie(in: extra)
    let first = good.count - extra.count
    var count = 0
    for index in first..<good.count {
      for value in [0, 0xff, 0x7f, good[index] ^ 1, good[index] ^ 0x20] {
        var bytes = good
        bytes[index] = value
        let movie: Movie
        do throws(MovieError) { movie = try Movie(source: MemoryByteSource(bytes)) } catch { continue }
        let found = try movie.metadata()
        #expect(found.items.reduce(0) { $0 + $1.value.bytes.count } <= 2 * bytes.count)
        _ = found.items.map { [$0.identifier, $0.location?.iso6709 ?? "", $0.genres?.first ?? ""] }
        _ = try? movie.chapterLists()
        count += 1
      }
    }
    #expect(count > extra.count * 3)
  }
}
