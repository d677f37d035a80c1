import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Tags made byte by byte: all versions, and deviations of other writers.
@Suite struct ID3TagTests {
  typealias Frame = ID3Builder.Frame

  static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0xff, 0, 0xff, 0xff, 0xe1, 0xff, 0xd9]

  private func tag(_ bytes: [UInt8]) throws -> ID3Tag {
    try #require(try ID3Tag(from: MemoryByteSource(bytes), at: 0))
  }

  private func texts(_ tag: ID3Tag) -> [String] {
    tag.metadata.items.map { "\($0.key) \($0.value.text ?? "?")" }
  }

  @Test func version2_hasThreeLetterKeys() throws {
    let picture = join([0], .text("JPG"), [3], .text("Front\0"), Self.jpeg)
    let comment = join([0], .text("engshort\0A comment"))
    let tag = try tag(
      ID3Builder.tag(
        version: 2,
        [ID3Builder.latin("TT2", "A song"), Frame(id: "PIC", body: picture), Frame(id: "COM", body: comment)]))
    let items = tag.metadata.items
    #expect(tag.version == 2 && tag.problems.isEmpty)
    #expect(items.map(\.identifier) == ["id3/%00TT2", "id3/%00PIC", "id3/%00COM"])
    #expect(items.map(\.key.description) == ["TT2", "PIC", "COM"])
    #expect(items[0].value == .text("A song", .latin1))
    #expect(items[1].value == .image(.jpeg, Self.jpeg))
    #expect(items[1].attributes == [.mimeType: .text("JPG"), .pictureType: .number(3), .description: .text("Front")])
    #expect(items[2].value.text == "A comment" && items[2].language == .tag("eng"))
    #expect(items[2].attributes == [.description: .text("short")])
    #expect(items.allSatisfy { $0.source?.container == .id3v2(minor: 2) })
  }

  @Test(arguments: [2, 3] as [UInt8]) func unsynchronisedTag_isReadAsIfItWereNot(version: UInt8) throws {
    let picture =
      version == 2
      ? Frame(id: "PIC", body: join([0], .text("JPG"), [3, 0], Self.jpeg))
      : Frame(id: "APIC", body: join([0], .text("image/jpeg\0"), [3, 0], Self.jpeg))
    let title = ID3Builder.latin(version == 2 ? "TT2" : "TIT2", "After")
    let bytes = ID3Builder.tag(version: version, flags: 0x80, [picture, title])
    #expect(bytes.count > ID3Builder.tag(version: version, [picture, title]).count)
    let items = try tag(bytes).metadata.items
    #expect(items.first?.value == .image(.jpeg, Self.jpeg))
    #expect(items.last?.value.text == "After")
  }

  @Test func unsynchronisedFrames_withLengthAndGroup_areReadAsIfTheyWereNot() throws {
    let body = join([0], .text("image/jpeg\0"), [3, 0], Self.jpeg)
    // Group, unsynchronisation, length indicator.
    let stored = join([7], ID3Builder.synchsafe(body.count), ID3Builder.unsynchronised(body))
    let tag = try tag(
      ID3Builder.tag(
        version: 4, flags: 0x80, [Frame(id: "APIC", body: stored, flags: 0x43), ID3Builder.text("TIT2", "x")]))
    #expect(tag.metadata.items.map(\.value) == [.image(.jpeg, Self.jpeg), .text("x", .utf8)])
  }

  @Test func extendedHeaders_arePassedOver() throws {
    let title = ID3Builder.latin("TIT2", "Title")
    let old: [UInt8] = ID3Builder.bigEndian(10) + [0x80, 0, 0, 0, 0, 0, 1, 2, 3, 4]
    #expect(try texts(tag(ID3Builder.tag(version: 3, flags: 0x40, [title], extendedHeader: old))) == ["TIT2 Title"])
    let new: [UInt8] = ID3Builder.synchsafe(12) + [1, 0x20, 5, 1, 2, 3, 4, 5]
    #expect(try texts(tag(ID3Builder.tag(version: 4, flags: 0x40, [title], extendedHeader: new))) == ["TIT2 Title"])
    // The flag is set, but there is no extended header.
    #expect(try texts(tag(ID3Builder.tag(version: 3, flags: 0x40, [title]))) == ["TIT2 Title"])
  }

  @Test func sizesOfEightBits_inVersion4_areRecognised() throws {
    let long = Frame(id: "PRIV", body: Array("owner\0".utf8) + [UInt8](repeating: 7, count: 300))
    let frames = [long, ID3Builder.text("TIT2", "Title")]
    for plain in [false, true] {
      let tag = try tag(ID3Builder.tag(version: 4, frames, padding: 20, plainSizes: plain))
      #expect(tag.frames.map(\.body.count) == [306, 6])
      #expect(tag.problems.isEmpty)
    }
  }

  @Test func texts_inAllEncodings() throws {
    func text(_ encoding: UInt8, _ bytes: [UInt8]) throws -> [MetadataItem] {
      try tag(ID3Builder.tag(version: 4, [Frame(id: "TPE1", body: [encoding] + bytes)])).metadata.items
    }
    #expect(try text(0, [0x4d, 0xfc]).map(\.value) == [.text("Mü", .latin1)])
    #expect(try text(1, [0xff, 0xfe, 0x4d, 0, 0xfc, 0]).map(\.value) == [.text("Mü", .utf16)])
    #expect(try text(1, [0xfe, 0xff, 0, 0x4d, 0, 0xfc]).map(\.value) == [.text("Mü", .utf16)])
    #expect(try text(2, [0, 0x4d, 0, 0xfc]).map(\.value) == [.text("Mü", .utf16BigEndian)])
    #expect(try text(3, Array("Mü".utf8)).map(\.value) == [.text("Mü", .utf8)])
    // No byte order mark; a second text without one; half a terminator.
    #expect(try text(1, [0x4d, 0, 0xfc, 0]).map(\.value.text) == ["Mü"])
    #expect(try text(1, [0xff, 0xfe, 0x4d, 0, 0, 0, 0xfc, 0]).map(\.value.text) == ["M", "ü"])
    #expect(try text(1, [0xfe, 0xff, 0, 0x4d, 0]).map(\.value.text) == ["M"])
    // Several values, terminated and padded ones, none.
    #expect(try text(3, Array("a\0b\0\0\0".utf8)).map(\.value.text) == ["a", "b"])
    #expect(try text(0, []).map(\.value.text) == [""])
  }

  @Test func textThatIsNone_staysData_andIsReported() throws {
    let metadata = try tag(ID3Builder.tag(version: 4, [Frame(id: "TIT2", body: [3, 0xc3, 0x28])])).metadata
    #expect(metadata.items.map(\.value) == [.data([3, 0xc3, 0x28])])
    #expect(metadata.problems.map(\.message) == ["frame 'TIT2' does not hold what it should"])
  }

  @Test func severalValues_areSeveralItemsOfOneEntry() throws {
    let items = try tag(
      ID3Builder.tag(version: 4, [ID3Builder.text("TPE1", "One\0Two"), ID3Builder.text("TIT2", "x")])
    )
    .metadata.items
    #expect(items.map { $0.source?.entry } == [0, 0, 1])
  }

  @Test func framesWithFields() throws {
    func items(_ id: String, _ text: String, more: [UInt8] = []) throws -> [MetadataItem] {
      try tag(ID3Builder.tag(version: 3, [Frame(id: id, body: Array(text.utf8) + more)])).metadata.items
    }
    let user = try items("TXXX", "\u{3}CATALOGID\u{0}123")
    #expect(user.map(\.value.text) == ["123"] && user[0].attributes == [.description: .text("CATALOGID")])
    let people = try items("IPLS", "\u{3}producer\0Ann\0mix\0Bob\0")
    #expect(people.map(\.value.text) == ["Ann", "Bob"])
    #expect(people.map { $0.attributes[.role] } == [.text("producer"), .text("mix")])
    let rating = try items("POPM", "me@example.org\0", more: [196, 0, 0, 1, 0])
    #expect(rating[0].value == .unsigned(196, byteCount: 1))
    #expect(rating[0].attributes == [.owner: .text("me@example.org"), .playCount: .number(256)])
    let link = try items("WXXX", "\u{3}Näme\0http://example.org")
    #expect(link[0].value == .text("http://example.org", .latin1))
    #expect(link[0].attributes == [.description: .text("Näme")])
    let file = try items("GEOB", "\u{3}text/plain\0a.txt\0notes\0", more: [1, 2, 3])
    #expect(file[0].value == .data([1, 2, 3]))
    #expect(
      file[0].attributes == [
        .mimeType: .text("text/plain"), .fileName: .text("a.txt"), .description: .text("notes"),
      ])
    let lyrics = try items("USLT", "\u{3}deu\0Zeile 1\nZeile 2")
    #expect(lyrics[0].value.text == "Zeile 1\nZeile 2" && lyrics[0].language == .tag("deu"))
    let identifier = try items("UFID", "http://musicbrainz.org\0abc")
    #expect(identifier[0].value == .data(Array("abc".utf8)))
    #expect(identifier[0].attributes == [.owner: .text("http://musicbrainz.org")])
  }

  @Test(arguments: [UInt8(3), 4]) func compressedFrame_isDecompressed(version: UInt8) throws {
    let plain = [UInt8](0...0) + Array(String(repeating: "Title ", count: 40).utf8)
    let packed = try CompressedHeaderTests.deflate(plain)
    // The group number precedes the length in version 2.4 and follows it in 2.3.
    let body =
      version == 3 ? MovieBytes.u32(plain.count) + [9] + packed : [9] + ID3Builder.synchsafe(plain.count) + packed
    let frame = Frame(id: "TIT2", body: body, flags: version == 3 ? 0xa0 : 0x49)
    let tag = try tag(ID3Builder.tag(version: version, [frame, Frame(id: "TALB", body: [0, 0x41])]))
    #expect(tag.problems.isEmpty)
    #expect(tag.metadata.items.map(\.value.text) == [String(repeating: "Title ", count: 40), "A"])
  }

  @Test func compressedFrame_thatIsDamaged_staysAsItIs_andIsReported() throws {
    let tag = try tag(ID3Builder.tag(version: 3, [Frame(id: "TIT2", body: [0, 0, 0, 9, 1, 2], flags: 0x80)]))
    #expect(tag.metadata.items.map(\.value) == [.data([0, 0, 0, 9, 1, 2])])
    #expect(tag.metadata.items[0].attributes == [.isOpaque: .number(1)])
    #expect(tag.problems.map(\.code) == [.malformed])
    // Decompression stops at the stated size.
    let bomb = try MovieBytes.u32(100) + CompressedHeaderTests.deflate([UInt8](repeating: 0, count: 1 << 20))
    let second = try self.tag(ID3Builder.tag(version: 3, [Frame(id: "TIT2", body: bomb, flags: 0x80)]))
    #expect(second.problems.first?.message == "frame 'TIT2' cannot be decompressed: more than 100 bytes come out")
  }

  @Test func encryptedFrame_staysAsItIs_andIsReported() throws {
    let tag = try tag(ID3Builder.tag(version: 4, [Frame(id: "TIT2", body: [1, 2, 3], flags: 0x04)]))
    #expect(tag.metadata.items.map(\.value) == [.data([1, 2, 3])] && tag.problems.map(\.code) == [.unsupported])
  }

  @Test(
    arguments: [
      (3, ["TYER": "2004"], "2004"), (3, ["TYER": "2004", "TDAT": "0103"], "2004-03-01"),
      (3, ["TYER": "2004", "TDAT": "0103", "TIME": "1230"], "2004-03-01T12:30"),
      (2, ["TYE": "2004", "TDA": "0103", "TIM": "1230"], "2004-03-01T12:30"),
      (4, ["TDRC": "2004-03-01T12:30:05"], "2004-03-01T12:30:05"), (3, ["TDAT": "0103"], nil),
      (3, ["TYER": "2004", "TDAT": "1. 3"], "2004"),
    ] as [(UInt8, [String: String], String?)])
  func recordingTime_isTheSameInAllVersions(version: UInt8, frames: [String: String], time: String?) throws {
    let tag = try tag(ID3Builder.tag(version: version, frames.map { ID3Builder.latin($0.key, $0.value) }))
    #expect(tag.metadata.id3RecordingTime == time)
  }

  @Test(arguments: [
    ("17", ["Rock"]), ("(17)", ["Rock"]), ("(4)Eurodisco", ["Eurodisco"]),
    ("(51)(39)", ["Techno-Industrial", "Noise"]),
    ("(RX)(8)", ["Remix", "Jazz"]), ("Gorpcore", ["Gorpcore"]), ("((Foo)", ["(Foo)"]),
    ("(55)((I think...)", ["Dream", "(I think...)"]),
    ("", []), ("(999)", ["999"]),
  ]) func genres(text: String, names: [String]) {
    #expect(ID3Genre.names(in: text) == names)
  }
}
