import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Metadata written and read back are equal, except for their places.
@Suite struct MetadataEncoderTests {
  typealias B = MovieBytes

  private func brand(_ format: MovieFormat) -> String { format.fileType().majorBrand.text }

  /// Reads the metadata of a movie, or of its track, with only these boxes.
  private func read(_ boxes: [RawBox], _ format: MovieFormat, level: MetadataEncoder.Level = .movie) throws -> Metadata
  {
    let bytes = boxes.flatMap { B.box($0.type.text, $0.payload) }
    let movie = try Movie(
      source: MemoryByteSource(
        level == .movie
          ? B.movie(brand: brand(format), in: bytes) : B.movie(brand: brand(format), inTrack: bytes)))
    return level == .movie ? try movie.metadata() : try movie.metadata(of: movie.tracks[0])
  }

  private func plain(_ items: [MetadataItem]) -> [MetadataItem] {
    items.map { item in
      var item = item
      item.source = nil
      return item
    }
  }

  private func item(
    _ keySpace: MetadataKeySpace, _ key: BoxType, _ value: MetadataValue, language: MetadataLanguage? = nil,
    type: UInt32? = nil, _ attributes: [MetadataAttribute: MetadataAttributeValue] = [:]
  ) -> MetadataItem {
    MetadataItem(
      keySpace: keySpace, key: .code(key), value: value, language: language, dataType: type, attributes: attributes)
  }

  private func key(
    _ name: String, _ value: MetadataValue, language: MetadataLanguage? = nil, country: String? = nil, type: UInt32
  ) -> MetadataItem {
    MetadataItem(
      keySpace: .quickTimeMetadata, key: .name(name), value: value, language: language, country: country, dataType: type
    )
  }

  private func expectRoundTrip(
    _ items: [MetadataItem], _ format: MovieFormat, level: MetadataEncoder.Level = .movie
  ) throws {
    let found = try read(MetadataEncoder(format, level: level).boxes(items), format, level: level)
    #expect(found.problems == [])
    #expect(plain(found.items) == plain(items))
    // The decoded items are encoded to the same bytes again.
    let again = try MetadataEncoder(format, level: level).boxes(found.items)
    #expect(again == (try MetadataEncoder(format, level: level).boxes(items)))
  }

  @Test(arguments: [MovieFormat.mp4, .m4a, .m4v, .mov]) func iTunesList(format: MovieFormat) throws {
    let freeForm = MetadataItem(
      keySpace: .iTunesFreeForm, key: .name("com.apple.iTunes.ISRC"), value: .text("X1", .utf8), dataType: 1,
      attributes: [.meaning: .text("com.apple.iTunes")])
    try expectRoundTrip(
      [
        item(.iTunes, "©nam", .text("Größe 漢字 🎬", .utf8), type: 1), item(.iTunes, "©ART", .text("One", .utf8), type: 1),
        item(.iTunes, "©ART", .text("Two", .utf8), type: 1),
        item(.iTunes, "trkn", .data([0, 0, 0, 3, 0, 12, 0, 0]), type: 0),
        item(.iTunes, "disk", .data([0, 0, 0, 1, 0, 2]), type: 0), item(.iTunes, "gnre", .data([0, 18]), type: 0),
        item(.iTunes, "tmpo", .integer(128, byteCount: 2), type: 21),
        item(.iTunes, "cpil", .integer(1, byteCount: 1), type: 21),
        item(.iTunes, "covr", .image(.jpeg, [0xff, 0xd8, 0xff, 0xe0]), type: 13),
        item(.iTunes, "covr", .image(.png, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), type: 14),
        item(.iTunes, "covr", .image(.jpeg, [0xff, 0xd8, 0xff, 0xe0]), type: 0), freeForm,
      ], format)
  }

  @Test(arguments: [MovieFormat.mov, .mp4, .m4v]) func quickTimesKeys_withTypesLocalesAndNamespaces(format: MovieFormat)
    throws
  {
    var comment = item(.quickTimeUserData, "©cmt", .text("Comment", .utf8), type: 1)
    comment.source = MetadataSource(container: .quickTimeMetadata, path: "moov/meta/ilst", entry: 9)
    let named = MetadataItem(
      keySpace: .quickTimeMetadata, key: .name("com.example.named"), value: .text("x", .utf8), dataType: 1,
      attributes: [.description: .text("A name")])
    let title = "com.apple.quicktime.title"
    try expectRoundTrip(
      [
        key(title, .text("Titel", .utf8), language: .tag("deu"), country: "DE", type: 1),
        key(title, .text("Titre", .utf8), language: .tag("fra"), type: 1), key(title, .text("Title", .utf8), type: 1),
        key("com.example.rating", .float(4.5, byteCount: 4), type: 23),
        key("com.example.pi", .float(.pi, byteCount: 8), type: 24),
        key("com.example.count", .integer(-2, byteCount: 4), type: 67),
        key("com.example.unsigned", .unsigned(.max, byteCount: 8), type: 78),
        key("com.example.text16", .text("Aé🎬", .utf16BigEndian), type: 2),
        key("com.example.data", .data([1, 2, 3]), type: 99), named,
        MetadataItem(
          keySpace: MetadataKeySpace(rawValue: "com "), key: .name("x"), value: .text("other", .utf8), dataType: 1),
      ], format)
  }

  @Test func userData_inSeveralLanguagesAndEncodings() throws {
    let items = [
      item(.quickTimeUserData, "©nam", .text("Cafe", .utf8), language: .macintosh(0)),
      item(.quickTimeUserData, "©nam", .text("Cé", .macRoman), language: .macintosh(1)),
      item(.quickTimeUserData, "©nam", .text("題", .utf8), language: .tag("jpn")),
      item(.quickTimeUserData, "©nam", .text("題", .utf16), language: .tag("und")),
      item(.quickTimeUserData, "©xyz", .text("+48.2082+016.3738+171.000/", .utf8), language: .tag("eng")),
      item(.quickTimeUserData, "©swr", .data([0x83, 0x5c]), language: .macintosh(11)),
      item(.quickTimeUserData, "©bad", .data(.text("no length"))),
      item(.quickTimeUserData, "WLOC", .data([0, 1, 0, 2])),
      item(.quickTimeUserData, "titl", .text("Title", .utf8), language: .tag("eng")),
    ]
    try expectRoundTrip(items, .mov)
  }

  @Test func severalTags_areABoxEach_withoutAZero() throws {
    let tags = ["public.auxiliary-content", "public.accessibility.describes-video"]
    let items =
      tags.map { item(.quickTimeUserData, "tagc", .text($0, .utf8)) } + [
        item(.quickTimeUserData, "name", .text("Kommentar", .utf8))
      ]
    for format in [MovieFormat.mov, .m4v] {
      try expectRoundTrip(items, format, level: .track)
      let boxes = try MetadataEncoder(format, level: .track).boxes(items)
      #expect(boxes.map(\.type) == ["udta"])
      #expect(
        boxes[0].payload
          == join(B.box("tagc", .text(tags[0])), B.box("tagc", .text(tags[1])), B.box("name", .text("Kommentar"))))
    }
    #expect(throws: MovieError.self) { try MetadataEncoder(.mp4, level: .track).boxes(items) }
    #expect(throws: MovieError.self) { try MetadataEncoder(.mov).boxes(items) }
  }

  @Test(arguments: [MovieFormat.threeGP, .mp4]) func entriesOf3GPP(format: MovieFormat) throws {
    let english = MetadataLanguage.tag("eng")
    let place = GeographicLocation(latitude: 48.1875, longitude: 16.375, altitude: 171)
    let loci = item(.isoUserData, "loci", .data(place.threeGPPBytes), language: .tag("und"))
    #expect(loci.location == place)
    try expectRoundTrip(
      [
        item(.isoUserData, "titl", .text("Title", .utf8), language: english),
        item(.isoUserData, "titl", .text("Titel", .utf8), language: .tag("deu")),
        item(.isoUserData, "auth", .text("A", .utf16), language: english),
        item(.isoUserData, "albm", .text("Album", .utf8), language: english, [.trackNumber: .number(7)]),
        item(.isoUserData, "yrrc", .unsigned(2004, byteCount: 2)),
        item(
          .isoUserData, "rtng", .text("ok", .utf8), language: english, [.entity: .text("mpaa"), .table: .text("PG  ")]),
        item(
          .isoUserData, "clsf", .text("class", .utf8), language: english, [.entity: .text("abcd"), .table: .number(9)]),
        item(.isoUserData, "kywd", .text("one", .utf8), language: english),
        item(.isoUserData, "kywd", .text("two", .utf8), language: english), loci,
      ], format)
  }

  @Test func id3InABox() throws {
    let items = [
      item(.id3, "TIT2", .text("Größe 漢字", .utf8)), item(.id3, "TPE1", .text("One", .utf8)),
      item(.id3, "TPE1", .text("Two", .utf8)),
      item(.id3, "TXXX", .text("v", .latin1), [.description: .text("name")]),
      item(.id3, "COMM", .text("Text", .utf16), language: .tag("deu"), [.description: .text("d")]),
      item(.id3, "WOAR", .text("http://example.com", .latin1)),
      item(.id3, "TMCL", .text("Somebody", .utf8), [.role: .text("violin")]),
      item(.id3, "TMCL", .text("Else", .utf8), [.role: .text("oboe")]),
      item(
        .id3, "APIC", .image(.png, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        [.mimeType: .text("image/png"), .pictureType: .number(3), .description: .text("front")]),
      item(.id3, "PRIV", .data([0, 1, 2]), [.owner: .text("org.example")]),
      item(
        .id3, "GEOB", .data([9]),
        [.mimeType: .text("a/b"), .fileName: .text("f.bin"), .description: .text("thing")]),
      item(.id3, "POPM", .unsigned(196, byteCount: 1), [.owner: .text("me"), .playCount: .number(12)]),
      item(.id3, "PCNT", .unsigned(70_000, byteCount: 4)), item(.id3, "XYZW", .data([1, 2, 3])),
    ]
    // The box's language applies to items without one of their own.
    let found = try read(MetadataEncoder(.mp4).boxes(items), .mp4)
    #expect(found.problems == [])
    #expect(
      plain(found.items)
        == items.map { item in
          var item = item
          item.language = item.language ?? .tag("und")
          return item
        })
    #expect(throws: MovieError.self) { try MetadataEncoder(.mov).boxes(items) }
  }

  @Test func chapters_becomeNerosList_besideUserData() throws {
    let starts = [0, 700, 1500].map { CMTime(value: $0, timescale: 1000) }
    let list = ChapterList(
      source: .nero,
      chapters: zip(starts, ["Größe", "漢字 🎬", String(repeating: "é", count: 200)]).map {
        Chapter(timeRange: CMTimeRange(start: $0, duration: .zero), title: $1)
      })
    let boxes = try MetadataEncoder(.m4a).boxes([item(.iTunes, "©nam", .text("a", .utf8))], chapters: list)
    let bytes = boxes.flatMap { B.box($0.type.text, $0.payload) }
    let movie = try Movie(source: MemoryByteSource(B.movie(brand: "M4A ", in: bytes)))
    let found = try #require(try movie.chapterLists().first)
    #expect(found.chapters.map(\.timeRange.start) == starts)
    #expect(found.chapters.map(\.title) == ["Größe", "漢字 🎬", String(repeating: "é", count: 127)])
    #expect(try movie.metadata().items.map(\.value.text) == ["a"])
  }

  @Test(arguments: [
    (MovieFormat.threeGP, MetadataKeySpace.iTunes, "3gp files hold uiso, udta, org.id3"),
    (.threeGP, .quickTimeMetadata, "3gp files hold uiso, udta, org.id3"),
    (.mov, .isoUserData, "mov files hold mdta, udta, itsk, itlk"),
    (.mov, .id3, "mov files hold mdta, udta, itsk, itlk"),
  ]) func whatAFileCannotHold_isRefused_withTheReason(
    format: MovieFormat, keySpace: MetadataKeySpace, reason: String
  ) throws {
    let error = try #require(throws: MovieError.self) {
      try MetadataEncoder(format).boxes([item(keySpace, "titl", .text("a", .utf8), language: .tag("eng"))])
    }
    #expect(error.code == .notStorable)
    #expect(error.message == "'\(keySpace.rawValue) titl' cannot be written: \(reason)")
  }

  @Test func whatHasNoForm_isRefused() throws {
    func errorCode(_ item: MetadataItem, _ format: MovieFormat = .mov) -> MovieError.Code? {
      do {
        _ = try MetadataEncoder(format, level: .track).boxes([item])
        return nil
      } catch {
        return error.code
      }
    }
    let long = String(repeating: "x", count: 65_536)
    #expect(errorCode(item(.quickTimeUserData, "©nam", .text(long, .utf8))) == .notStorable)
    #expect(errorCode(item(.quickTimeUserData, "tagc", .text("größe", .utf8))) == .notStorable)
    #expect(errorCode(item(.quickTimeUserData, "chpl", .data([1]))) == .notStorable)
    #expect(errorCode(item(.isoUserData, "titl", .text("a\0b", .utf8)), .mp4) == .notStorable)
    #expect(errorCode(item(.isoUserData, "yrrc", .integer(-1, byteCount: 2)), .mp4) == .notStorable)
    #expect(errorCode(item(.isoUserData, "none", .data([1])), .mp4) == .notStorable)
    #expect(errorCode(item(.iTunes, "covr", .data([UInt8](repeating: 0, count: 17 << 20))), .mp4) == .notStorable)
    #expect(
      errorCode(MetadataItem(keySpace: .iTunesFreeForm, key: .name("nopoint"), value: .text("a", .utf8)), .mp4)
        == .notStorable)
    #expect(errorCode(key("", .text("a", .utf8), type: 1)) == .notStorable)
    #expect(errorCode(key(long, .text("a", .utf8), type: 1)) == .notStorable)
    #expect(errorCode(key("a", .text("a", .utf8), language: .tag("xx"), type: 1)) == .notStorable)
    #expect(errorCode(key("a", .text("a", .utf8), country: "Austria", type: 1)) == .notStorable)
  }

  @Test(arguments: [
    ("fr", "fra"), ("fr-CA", "fra"), ("zh-Hant-TW", "zho"), ("deu", "deu"), ("pt_BR", "por"), ("EN", "eng"),
  ])
  func languages_getThreeLetters(tag: String, letters: String) {
    #expect(MediaLanguage(tag: tag)?.iso639 == letters)
  }
}
