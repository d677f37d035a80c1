import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// The tags common to all formats, and their keys in each format.
@Suite struct MetadataTagTests {
  @Test func everyTag_hasAKey_andEveryKeyOneTag() {
    let spaces: [MetadataKeySpace] = [.iTunes, .quickTimeMetadata, .quickTimeUserData, .isoUserData, .id3]
    for tag in MetadataTag.allCases {
      let keys = spaces.compactMap { space in tag.key(in: space).map { (space, $0) } }
      #expect(!keys.isEmpty, "\(tag)")
      for (space, key) in keys { #expect(MetadataTag(space, key) == tag) }
    }
  }

  @Test(arguments: MovieFormat.allCases) func valueOfEveryTag_isReadAsItWasWritten(format: MovieFormat) throws {
    let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]
    for tag in MetadataTag.allCases {
      guard let space = format.keySpace(for: tag) else { continue }
      let texts: [MetadataTag.Form: String] = [
        .number: "7", .flag: "yes", .numberAndTotal: "3/12", .date: "2004-03-01",
        .location: "+48.1875+016.3750+171.000/",
      ]
      let text = texts[tag.form] ?? "Größe"
      var editor = TagEditor([], format)
      try editor.set(.tag(tag), to: [tag.form == .picture ? .picture(jpeg) : .text(text)])
      let boxes = try MetadataEncoder(format).boxes(editor.items)
      let movie = try Movie(
        source: MemoryByteSource(
          MovieBytes.movie(
            brand: format.fileType().majorBrand.text, in: boxes.flatMap { MovieBytes.box($0.type.text, $0.payload) })))
      let found = try movie.metadata()
      #expect(found.problems == [])
      #expect(found.items.map(\.tag) == [tag] && found.items.map(\.keySpace) == [space])
      if tag.form == .picture {
        #expect(found.items[0].value.image == jpeg)
      } else {
        #expect(found.items[0].tagText == (space == .isoUserData && tag == .date ? "2004" : text), "\(tag)")
      }
    }
  }

  @Test(arguments: [
    (MetadataTag.track, "a"), (.track, "3/12/4"), (.track, "70000"), (.compilation, "perhaps"), (.tempo, "12.5"),
    (.tempo, "40000"), (.season, "-1"), (.location, "Vienna"), (.artwork, "cover.jpg"),
  ]) func valueThatATagDoesNotTake_isRefused(tag: MetadataTag, text: String) {
    var editor = TagEditor([], .m4a)
    let error = #expect(throws: MovieError.self) { try editor.set(.tag(tag), to: [.text(text)]) }
    #expect(error?.code == .notStorable && error?.message.contains("'\(tag.rawValue)'") == true)
  }

  @Test func tag_isSetWhereTheFileSaysIt_andKeepsItsLanguage() throws {
    let items = [
      MetadataItem(
        keySpace: .quickTimeUserData, key: .code("©nam"), value: .text("Alt", .utf8), language: .tag("deu")),
      MetadataItem(keySpace: .quickTimeUserData, key: .code("©ART"), value: .text("A", .utf8)),
      MetadataItem(
        keySpace: .quickTimeMetadata, key: .name("com.apple.quicktime.title"), value: .text("Old", .utf8), dataType: 1),
    ]
    var editor = TagEditor(items, .mov)
    try editor.set(.tag(.title), to: [.text("New")])
    #expect(editor.items.map(\.value.text) == ["New", "A", "New"])
    #expect(editor.items.map(\.key) == items.map(\.key) && editor.items[0].language == .tag("deu"))
    try editor.set(.tag(.director), to: [.text("One"), .text("Two")])
    #expect(
      editor.items.suffix(2).map(\.identifier) == [
        "mdta/com.apple.quicktime.director", "mdta/com.apple.quicktime.director",
      ])
    editor.remove(.tag(.title))
    #expect(editor.items.map(\.tag) == [.artist, .director, .director])
  }

  @Test(arguments: [
    ("title", TagKey.tag(.title)), ("ilst:©nam", .raw(.iTunes, .code("©nam"))),
    ("mdta:com.apple.quicktime.title", .raw(.quickTimeMetadata, .name("com.apple.quicktime.title"))),
    ("udta:©nam", .raw(.quickTimeUserData, .code("©nam"))), ("uiso:titl", .raw(.isoUserData, .code("titl"))),
    ("itlk:com.apple.iTunes.ISRC", .raw(.iTunesFreeForm, .name("com.apple.iTunes.ISRC"))),
    ("id3:TIT2", .raw(.id3, .code("TIT2"))),
  ]) func names_areReadAndWritten(text: String, key: TagKey) {
    #expect(TagKey(text) == key && key.description == text)
  }

  @Test(arguments: ["Title", "", ":", "ilst:", "ilst:toolong", "other:abcd", "ilst:漢字漢字"]) func otherNames_areNone(
    text: String
  ) {
    #expect(TagKey(text) == nil)
  }

  @Test func metadata_areCarriedFromOneKindOfFileToAnother() throws {
    let song = [
      try MetadataTag.title.item("Größe", in: .iTunes), try MetadataTag.track.item("3/12", in: .iTunes),
      try MetadataTag.location.item("+48.1875+016.3750/", in: .iTunes),
      try MetadataTag.date.item("2004-03-01", in: .iTunes),
      MetadataItem(keySpace: .iTunesFreeForm, key: .name("com.apple.iTunes.ISRC"), value: .text("X", .utf8)),
    ]
    // All items have a key in one format, some in the others.
    #expect(MetadataTranslator(.mov).items(song).items == song)
    let (phone, left) = MetadataTranslator(.threeGP).items(song)
    #expect(phone.map(\.identifier) == ["uiso/titl", "id3/TRCK", "uiso/loci", "uiso/yrrc"])
    #expect(phone.map(\.tagText) == ["Größe", "3/12", "+48.1875+016.3750+000.000/", "2004"])
    #expect(left.map(\.identifier) == ["itlk/com.apple.iTunes.ISRC"])
    let tag = [
      MetadataItem(keySpace: .id3, key: .code("TIT2"), value: .text("Title", .latin1)),
      MetadataItem(keySpace: .id3, key: .code("TRCK"), value: .text("3/12", .latin1)),
      MetadataItem(keySpace: .id3, key: .code("TCON"), value: .text("17", .latin1)),
      MetadataItem(
        keySpace: .id3, key: .code("APIC"), value: .image(.png, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        attributes: [.pictureType: .number(3)]),
    ]
    #expect(
      MetadataTranslator(.mov).items(tag).items.map(\.identifier) == [
        "mdta/com.apple.quicktime.title", "itsk/trkn", "mdta/com.apple.quicktime.genre",
        "mdta/com.apple.quicktime.artwork",
      ])
    #expect(MetadataTranslator(.mov).items(tag).items[2].value.text == "Rock")
    // An item with a key of its own is not repeated under another.
    let both = [
      MetadataItem(keySpace: .quickTimeMetadata, key: .name("com.apple.quicktime.title"), value: .text("Here", .utf8)),
      MetadataItem(keySpace: .id3, key: .code("TIT2"), value: .text("There", .utf8)),
    ]
    #expect(MetadataTranslator(.mov).items(both).items.map(\.value.text) == ["Here"])
  }
}
