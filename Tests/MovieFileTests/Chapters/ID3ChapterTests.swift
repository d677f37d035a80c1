import Foundation
import Testing

@testable import MovieFile

@Suite struct ID3ChapterTests {
  private func lists(_ frames: [ID3Builder.Frame]) throws -> [ChapterList] {
    try #require(try ID3Tag(from: MemoryByteSource(ID3Builder.tag(version: 4, frames)), at: 0)).chapterLists
  }

  @Test func contents_giveTheOrder_andNestedOnesAreFlattened() throws {
    let link = ID3Builder.Frame(id: "WXXX", body: [3] + Array("\0https://example.org".utf8))
    let lists = try lists([
      ID3Builder.chapter("c2", 1000..<2500, title: "Two"),
      ID3Builder.chapter("c1", 0..<1000, title: "One", more: [link]),
      ID3Builder.chapter("c3", 2500..<3000, title: "Three"),
      ID3Builder.contents("top", flags: 3, ["c1", "part"], title: "A book"),
      ID3Builder.contents("part", flags: 1, ["c2", "missing", "c3"]),
    ])
    #expect(lists.count == 1)
    #expect(lists[0].title == "A book" && lists[0].source == .id3(contents: "top"))
    #expect(lists[0].chapters.map(\.title) == ["One", "Two", "Three"])
    #expect(lists[0].chapters[0].items.map(\.value.text) == ["https://example.org"])
    #expect(
      lists[0].chapters[1].timeRange
        == CMTimeRange(start: CMTime(value: 1000, timescale: 1000), end: CMTime(value: 2500, timescale: 1000)))
  }

  @Test func withoutContents_chaptersAreInOrderOfTime() throws {
    let lists = try lists([
      ID3Builder.chapter("b", 500..<700, title: "B"), ID3Builder.chapter("a", 0..<500, title: "A"),
    ])
    #expect(lists.map { $0.chapters.map(\.title) } == [["A", "B"]])
    #expect(lists[0].source == .id3(contents: nil))
  }

  @Test func chapterThatEndsBeforeItStarts_isEmpty() throws {
    let times = join(ID3Builder.bigEndian(900), ID3Builder.bigEndian(100), [UInt8](repeating: 0xff, count: 8))
    let list = try lists([ID3Builder.Frame(id: "CHAP", body: join(.text("c\0"), times))])
    #expect(list[0].chapters[0].timeRange.isEmpty)
    #expect(list[0].chapters[0].title == "")
  }
}
