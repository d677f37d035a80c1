import Foundation
import Testing

import MovieExercise
@testable import MovieFile

/// Metadata of hand-made movies: every form that the formats permit.
@Suite struct MovieMetadataTests {
  typealias B = MovieBytes

  private func movie(_ bytes: [UInt8]) throws -> Movie {
    try Movie(source: MemoryByteSource(bytes))
  }

  private func metadata(_ bytes: [UInt8]) throws -> Metadata { try movie(bytes).metadata() }

  @Test func iTunesItems_keepTypeKeyAndEveryValue() throws {
    let list = B.box(
      "ilst", B.box("©nam", B.data(1, .text("Tïtle"))), B.box("©ART", B.data(1, .text("One")), B.data(1, .text("Two"))),
      B.box("trkn", B.data(0, [0, 0, 0, 3, 0, 12, 0, 0])), B.box("disk", B.data(0, [0, 0, 0, 1, 0, 2])),
      B.box("gnre", B.data(0, [0, 18])), B.box("tmpo", B.data(21, [0, 128])), B.box("cpil", B.data(21, [1])),
      B.box("covr", B.data(13, [0xff, 0xd8, 0xff, 0xe0]), B.data(14, [0x89, 0x50])),
      B.box("----", B.full("mean", .text("com.apple.iTunes")), B.full("name", .text("ISRC")), B.data(1, .text("X1"))))
    let found = try metadata(B.movie(brand: "M4A ", in: B.box("udta", B.meta("mdir", list))))
    #expect(found.problems == [])
    #expect(
      found.items.map(\.identifier) == [
        "itsk/%A9nam", "itsk/%A9ART", "itsk/%A9ART", "itsk/trkn", "itsk/disk", "itsk/gnre", "itsk/tmpo", "itsk/cpil",
        "itsk/covr", "itsk/covr", "itlk/com.apple.iTunes.ISRC",
      ])
    #expect(found.items[0].value == .text("Tïtle", .utf8))
    #expect(found.items.map { $0.source?.entry } == [0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8])
    #expect(found.items[0].source?.path == "moov/udta/meta/ilst")
    #expect(found.items[3].numberAndTotal.map { [$0, $1] } == [3, 12])
    #expect(found.items[4].numberAndTotal.map { [$0, $1] } == [1, 2])
    #expect(found.items[5].genres == ["Rock"])
    #expect(found.items[6].value == .integer(128, byteCount: 2) && found.items[7].value == .integer(1, byteCount: 1))
    #expect(found.items[8].value == .image(.jpeg, [0xff, 0xd8, 0xff, 0xe0]) && found.items[9].dataType == 14)
    #expect(found.items[10].attributes == [.meaning: .text("com.apple.iTunes")])
  }

  @Test(arguments: [true, false]) func quickTimesItems_haveNamesTypesAndPlaces(isQuickTime: Bool) throws {
    let keys = B.keys([
      ("mdta", "com.apple.quicktime.title"), ("mdta", "com.example.rating"), ("mdta", "com.example.count"),
      ("mdta", "com.example.text16"), ("udta", "©cmt"),
    ])
    let list = B.numberedList([
      join(
        B.data(1, .text("Titel"), country: 0x4445, language: 0x10b5),
        B.data(1, .text("Titre"), country: 1, language: 2),
        B.data(1, .text("Title"))),
      B.data(23, [0x40, 0x90, 0, 0]), B.data(67, [0xff, 0xff, 0xff, 0xfe]), B.data(2, [0, 0x41, 0, 0xe9]),
      B.data(1, .text("Comment")),
    ])
    let countries = B.full("ctry", B.u32(1), B.u16(2), B.u16(0x4652), B.u16(0x4245))
    let languages = B.full("lang", B.u32(2), B.u16(1), B.u16(0x15c7), B.u16(1), B.u16(0x1a41))
    let meta = B.meta("mdta", keys, list, countries, languages, isQuickTime: isQuickTime)
    let found = try metadata(B.movie(in: meta))
    #expect(found.problems == [])
    #expect(
      found.items.map(\.identifier)
        == Array(repeating: "mdta/com.apple.quicktime.title", count: 3) + [
          "mdta/com.example.rating", "mdta/com.example.count", "mdta/com.example.text16", "udta/%A9cmt",
        ])
    #expect(found.items.prefix(3).map(\.language) == [.tag("deu"), .tag("fra"), nil])
    #expect(found.items.prefix(3).map(\.country) == ["DE", "FR", nil])
    #expect(
      found.items.dropFirst(3).map(\.value) == [
        .float(4.5, byteCount: 4), .integer(-2, byteCount: 4), .text("Aé", .utf16BigEndian), .text("Comment", .utf8),
      ])
    #expect(found.items.allSatisfy { $0.source?.container == .quickTimeMetadata })
  }

  @Test func userData_hasTextsInSeveralLanguagesAndEncodings() throws {
    func text(_ language: Int, _ bytes: [UInt8]) -> [UInt8] { join(B.u16(bytes.count), B.u16(language), bytes) }
    let udta = B.box(
      "udta",
      B.box(
        "©nam", text(0, .text("Cafe")), text(1, [0x43, 0x8e]), text(0x2a0e, .text("題")),
        text(0x55c4, [0xfe, 0xff, 0x98, 0x4c])),
      B.box("©xyz", text(0x15c7, .text("+48.2082+016.3738+171.000/"))), B.box("©swr", text(11, [0x83, 0x5c])),
      B.box("©bad", .text("no length")), B.box("WLOC", [0, 1, 0, 2]), B.u32(0))
    let found = try metadata(B.movie(in: udta))
    #expect(found.problems == [])
    #expect(
      found.items.prefix(4).map(\.value) == [
        .text("Cafe", .utf8), .text("Cé", .macRoman), .text("題", .utf8), .text("題", .utf16),
      ])
    #expect(found.items.prefix(4).map(\.language) == [.macintosh(0), .macintosh(1), .tag("jpn"), .tag("und")])
    #expect(found.items.prefix(2).map { $0.language?.identifier } == ["en", "fr"])
    #expect(found.items[4].location == GeographicLocation(latitude: 48.2082, longitude: 16.3738, altitude: 171))
    // Shift JIS, which is not decoded; a text without its length; an unknown type.
    #expect(
      found.items.dropFirst(5).map(\.value) == [
        .data([0x83, 0x5c]), .data(.text("no length")), .data([0, 1, 0, 2]),
      ])
    #expect(found.items.allSatisfy { $0.keySpace == .quickTimeUserData })
  }

  @Test func entriesOf3GPP() throws {
    func entry(_ type: String, _ parts: [UInt8]...) -> [UInt8] { B.full(type, parts.reduce(into: []) { $0 += $1 }) }
    let language = B.u16(0x15c7)
    let udta = B.box(
      "udta", entry("titl", language, .text("Title\0")), entry("auth", language, [0xfe, 0xff, 0, 0x41, 0, 0]),
      entry("albm", language, .text("Album\0"), [7]), entry("yrrc", B.u16(2004)),
      entry("rtng", B.code("mpaa"), B.code("PG  "), language, .text("ok\0")),
      entry("clsf", B.code("abcd"), B.u16(9), language, .text("class\0")),
      entry("kywd", language, [2, 4], .text("one\0"), [3], .text("two")),
      entry(
        "loci", language, .text("Wien\0"), [0], B.u32(16 << 16 | 0x6000), B.u32(48 << 16 | 0x3000), B.u32(171 << 16),
        .text("earth\0\0")))
    let found = try metadata(B.movie(brand: "3gp5", in: udta))
    #expect(found.problems == [])
    #expect(
      found.items.map(\.identifier) == [
        "uiso/titl", "uiso/auth", "uiso/albm", "uiso/yrrc", "uiso/rtng", "uiso/clsf", "uiso/kywd", "uiso/kywd",
        "uiso/loci",
      ])
    #expect(
      found.items.prefix(8).map(\.value) == [
        .text("Title", .utf8), .text("A", .utf16), .text("Album", .utf8), .unsigned(2004, byteCount: 2),
        .text("ok", .utf8),
        .text("class", .utf8), .text("one", .utf8), .text("two", .utf8),
      ])
    #expect(found.items[0].language == .tag("eng"))
    #expect(found.items[2].attributes == [.trackNumber: .number(7)])
    #expect(found.items[4].attributes == [.entity: .text("mpaa"), .table: .text("PG  ")])
    #expect(found.items[5].attributes == [.entity: .text("abcd"), .table: .number(9)])
    #expect(found.items[8].location == GeographicLocation(latitude: 48.1875, longitude: 16.375, altitude: 171))
    #expect(found.items[8].attributes == [.description: .text("Wien")])
  }

  @Test func trackHasItsOwn_characteristicsToo() throws {
    let tags = ["public.auxiliary-content", "public.accessibility.describes-video"]
    let udta = B.box(
      "udta", B.box("tagc", .text(tags[0])), B.box("tagc", .text(tags[1])), B.box("name", .text("Kommentar\0")))
    let meta = B.meta(
      "mdta", B.keys([("mdta", "com.example.a")]), B.numberedList([B.data(1, .text("x"))]), isQuickTime: true)
    let movie = try movie(B.movie(inTrack: join(udta, meta)))
    #expect(try movie.metadata() == Metadata())
    let track = try #require(movie.tracks.first)
    #expect(try movie.metadata(of: track).taggedCharacteristics == tags)
    #expect(
      try movie.metadata(of: track).items.map(\.identifier) == [
        "udta/tagc", "udta/tagc", "udta/name", "mdta/com.example.a",
      ])
    #expect(try movie.metadata(of: track).items(.quickTimeUserData, .code("name")).first?.value.text == "Kommentar")
  }

  @Test func id3InABox_isRead_atEveryLevel() throws {
    let tag = ID3Builder.tag(version: 4, [ID3Builder.text("TIT2", "Title")])
    let box = B.meta("ID32", B.full("ID32", B.u16(0x15c7), tag))
    for bytes in [B.movie(in: box), B.movie(atTop: box)] {
      let found = try metadata(bytes)
      #expect(found.items.map(\.identifier) == ["id3/TIT2"] && found.items[0].language == .tag("eng"))
    }
    #expect(
      try metadata(B.movie(in: B.meta("ID32", B.full("ID32", B.u16(0), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])))).problems.map(
        \.code) == [.malformed])
  }

  @Test func values_becomeTheirBytesAgain() throws {
    let values: [(Int, [UInt8])] = [
      (1, .text("Tïtle 🎬")), (2, [0xd8, 0x3c, 0xdf, 0xac, 0xfe, 0xff]), (21, [0xfe]), (21, [0xff, 0, 1]),
      (21, [0x80, 0, 0, 0, 0, 0, 0, 0]),
      (22, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), (23, [0x7f, 0xc0, 0, 1]), (23, [0x3f, 0x80, 0, 0]),
      (24, [0xc0, 0x09, 0x21, 0xfb, 0x54, 0x44, 0x2d, 0x18]),
      (13, [0xff, 0xd8, 0xff]), (1, [0xc3, 0x28]), (2, [0xd8, 0]), (2, [1]), (65, [0x80]), (74, [1]), (0, []),
      (99, [1, 2]), (3, [0x83, 0x5c]),
    ]
    let list = B.numberedList(values.map { B.data($0.0, $0.1) })
    let keys = B.keys(values.indices.map { ("mdta", "key.\($0)") })
    let found = try metadata(B.movie(in: B.meta("mdta", keys, list)))
    #expect(found.items.map(\.value.bytes) == values.map(\.1))
    #expect(found.items.map { $0.dataType.map(Int.init) } == values.map(\.0))
    #expect(found.items.filter { $0.value.text != nil }.count == 2)
  }

  @Test func movieWithoutMetadata_hasNone() throws {
    #expect(try metadata(B.movie()) == Metadata())
    #expect(try metadata(B.movie(in: B.box("udta"))) == Metadata())
    #expect(try metadata(B.movie(in: B.box("meta"))) == Metadata())
  }
}
