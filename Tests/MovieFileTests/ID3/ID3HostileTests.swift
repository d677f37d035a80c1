import Foundation
import Testing

@testable import MovieFile

/// Tags with false sizes and counts: each is an error; none causes a large allocation or a trap.
@Suite struct ID3HostileTests {
  private static let picture = ID3Builder.Frame(
    id: "APIC", body: join([0], .text("image/png\0"), [3, 0], [UInt8](repeating: 9, count: 64)))

  @Test func pictureOf200Megabytes_isAnError_andTheRestStands() throws {
    var lie = Self.picture
    lie.statedSize = 200 << 20
    let tag = try #require(
      try ID3Tag(from: MemoryByteSource(ID3Builder.tag(version: 3, [ID3Builder.latin("TIT2", "Title"), lie])), at: 0))
    #expect(tag.metadata.items.map(\.value.text) == ["Title"])
    #expect(tag.problems.map(\.code) == [.malformed])
    #expect(tag.problems.map(\.message) == ["frame 'APIC' says that it has 209715200 bytes; the tag has 77 left"])
    #expect(tag.problems.first?.offset == 26)
  }

  @Test func tagLongerThanTheFile_isTruncated() throws {
    let bytes = ID3Builder.tag(version: 4, [Self.picture], statedSize: 200 << 20)
    #expect { try ID3Tag(from: MemoryByteSource(bytes), at: 0) } throws: { ($0 as? MovieError)?.code == .truncated }
    let location = try ID3Location(of: MemoryByteSource(bytes))
    #expect(location.problems.map(\.code) == [.truncated])
    #expect(location.audio == 0..<Int64(bytes.count))
  }

  @Test func pictureOf20MegabytesThatIsThere_isLeftOut_andTheRestStands() throws {
    let large = ID3Builder.Frame(id: "APIC", body: [UInt8](repeating: 1, count: 20 << 20))
    let bytes = ID3Builder.tag(version: 3, [large, ID3Builder.latin("TIT2", "Title")])
    let tag = try #require(try ID3Tag(from: MemoryByteSource(bytes), at: 0))
    #expect(tag.metadata.items.map(\.value.text) == ["Title"])
    #expect(tag.problems.map(\.code) == [.excessive])
  }

  @Test func manyTinyFramesAndTexts_areBounded() throws {
    let tiny = ID3Builder.tag(version: 2, Array(repeating: ID3Builder.Frame(id: "TT2", body: [0]), count: 40_000))
    let tag = try #require(try ID3Tag(from: MemoryByteSource(tiny), at: 0))
    #expect(tag.frames.count == MetadataLimit.itemCount && tag.problems.map(\.code) == [.excessive])
    let texts = ID3Builder.Frame(id: "TPE1", body: [3] + Array(repeating: [0x61, 0], count: 100_000).joined())
    let items = try #require(try ID3Tag(from: MemoryByteSource(ID3Builder.tag(version: 4, [texts])), at: 0)).metadata
      .items
    #expect(items.count == 1 && items[0].value.text?.utf8.count == 200_000)
  }

  @Test func contentsThatContainThemselves_end() throws {
    let frames = [
      ID3Builder.contents("toc", flags: 3, ["toc", "a", "b"]), ID3Builder.contents("a", flags: 0, ["toc", "b", "c1"]),
      ID3Builder.contents("b", flags: 2, ["a", "a"]), ID3Builder.chapter("c1", 0..<1000, title: "One"),
    ]
    let tag = try #require(try ID3Tag(from: MemoryByteSource(ID3Builder.tag(version: 4, frames)), at: 0))
    #expect(tag.chapterLists.map { $0.chapters.map(\.title) } == [["One"], ["One"]])
  }

  /// Each byte of a tag with every kind of frame, changed in several ways; and the tag truncated at every length.
  @Test(arguments: [2, 3, 4] as [UInt8]) func changedAndCutTags_areReadOrRefused(version: UInt8) throws {
    let old = version == 2
    var frames = [
      ID3Builder.latin(old ? "TT2" : "TIT2", "Title"),
      .init(id: old ? "COM" : "COMM", body: join([1], .text("eng"), [0xff, 0xfe, 0x61, 0, 0, 0, 0xff, 0xfe, 0x62, 0])),
      .init(id: old ? "PIC" : "APIC", body: join([0], .text(old ? "PNG" : "image/png\0"), [3, 0, 0x89, 0x50, 0x4e])),
      .init(id: old ? "POP" : "POPM", body: Array("me\0".utf8) + [5, 0, 0, 0, 1]),
      .init(id: old ? "IPL" : "IPLS", body: [0] + Array("a\0b\0c".utf8)),
    ]
    if !old {
      frames.append(ID3Builder.chapter("c1", 0..<100, title: "x", more: [ID3Builder.text("TXXX", "d\0e")]))
      frames.append(ID3Builder.contents("t", flags: 3, ["c1", "c2"]))
    }
    var count = 0
    for flags in [0, 0x80, 0x40] as [UInt8] {
      let good =
        ID3Builder.tag(version: version, flags: flags, frames, padding: 4) + [UInt8](repeating: 0xff, count: 140)
      func read(_ bytes: [UInt8]) throws {
        let location = try ID3Location(of: MemoryByteSource(bytes))
        let total = location.metadata.items.reduce(0) { $0 + $1.value.bytes.count }
        // Only texts grow, from Latin-1 to UTF-8.
        #expect(total <= 2 * bytes.count)
        _ = location.tags.flatMap(\.chapterLists)
        count += 1
      }
      for index in good.indices {
        for value in [0, 0xff, good[index] ^ 1] {
          var bytes = good
          bytes[index] = value
          try read(bytes)
        }
        try read(Array(good[..<index]))
      }
    }
    #expect(count > 3 * 4 * 200)
  }
}
