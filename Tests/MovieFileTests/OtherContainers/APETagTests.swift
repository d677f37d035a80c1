import Foundation
import Testing

import MovieExercise
@testable import MovieFile

/// APE tags, as Monkey's Audio, WavPack and some MP3 files have them.
@Suite struct APETagTests {
  private let audio = [UInt8](repeating: 0x55, count: 500)

  private func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

  private func item(_ name: String, _ value: [UInt8], kind: Int = 0) -> [UInt8] {
    join(little(value.count), little(kind << 1), .text(name), [0], value)
  }

  private func end(_ items: [UInt8], count: Int, version: Int = 2000, flags: Int) -> [UInt8] {
    join(
      .text("APETAGEX"), little(version), little(items.count + 32), little(count), little(flags), little(0), little(0))
  }

  private func tag(_ items: [[UInt8]], version: Int = 2000) -> [UInt8] {
    let body = Array(items.joined())
    guard version == 2000 else { return join(body, end(body, count: items.count, version: version, flags: 0)) }
    let flags = 1 << 31
    return join(
      end(body, count: items.count, flags: flags | 1 << 29), body, end(body, count: items.count, flags: flags))
  }

  private func listing(_ location: ID3Location) -> [String] {
    location.metadata.items.map { "\($0.source?.path ?? "") \($0.key) \($0.value.text ?? "-")" }
  }

  @Test func itemsAfterTheAudio_areRead_andAreNoAudio() throws {
    let bytes = join(
      audio, tag([item("Title", .text("Größe")), item("Artist", .text("A\0B")), item("Year", .text("2004"))]))
    let location = try ID3Location(of: MemoryByteSource(bytes))
    #expect(listing(location) == ["APEv2 Title Größe", "APEv2 Artist A", "APEv2 Artist B", "APEv2 Year 2004"])
    #expect(location.audio == 0..<500 && location.metadata.problems.isEmpty)
    let meanings = location.metadata.items.map { CommonMetadataKey($0.key, in: $0.keySpace) }
    #expect(meanings == [.title, .artist, .artist, .creationDate])
  }

  @Test func tagsOfAllKinds_areReadInOrder() throws {
    let before = ID3Builder.tag(version: 3, [ID3Builder.latin("TIT2", "First")])
    let version1 = join(.text("TAGOld"), [UInt8](repeating: 0, count: 122))
    let bytes = join(before, audio, tag([item("Album", .text("Third"))]), version1)
    let location = try ID3Location(of: MemoryByteSource(bytes))
    #expect(listing(location).prefix(3) == ["ID3v2.3 TIT2 First", "APEv2 Album Third", "ID3v1 TIT2 Old"])
    #expect(location.audio.count == 500)
  }

  @Test func tagBeforeTheAudio_isReadByItsHeader() throws {
    let location = try ID3Location(of: MemoryByteSource(join(tag([item("Title", .text("A"))]), audio)))
    #expect(listing(location) == ["APEv2 Title A"])
    let start: Int64 = 32 + 15 + 32
    #expect(location.audio == start..<start + 500)
  }

  @Test func firstVersion_isLatin1() throws {
    let bytes = join(audio, tag([item("Title", [0x47, 0x72, 0xf6, 0xdf, 0x65])], version: 1000))
    let items = try ID3Location(of: MemoryByteSource(bytes)).metadata.items
    #expect(items.map(\.value) == [.text("Größe", .latin1)])
  }

  @Test func coverAndOtherData_keepTheirTypes() throws {
    let picture: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
    let bytes = join(
      audio,
      tag([item("Cover Art (Front)", join(.text("a.png"), [0], picture), kind: 1), item("Dump", [0, 1], kind: 1)]))
    let items = try ID3Location(of: MemoryByteSource(bytes)).metadata.items
    #expect(items.map(\.value) == [.image(.png, picture), .data([0, 1])])
    #expect(items[0].attributes == [.fileName: .text("a.png"), .pictureType: .number(3)])
    #expect(CommonMetadataKey(items[0].key, in: .ape) == .artwork)
  }

  @Test func itemThatEndsBeyondItsTag_isAProblem_andTheAudioIsNot() throws {
    let lie = join(little(5000), little(0), .text("Title"), [0, 0x41])
    let location = try ID3Location(of: MemoryByteSource(join(audio, tag([item("Artist", .text("A")), lie]))))
    #expect(listing(location) == ["APEv2 Artist A"])
    #expect(location.metadata.problems.map(\.code) == [.truncated] && location.audio == 0..<500)
  }

  @Test func tagThatIsLongerThanTheFile_isNone() throws {
    var bytes = join(audio, tag([item("Title", .text("A"))]))
    bytes[bytes.count - 32 + 14] = 0xff
    #expect(try ID3Location(of: MemoryByteSource(bytes)).apeTags.isEmpty)
  }

  @Test func tagsOfWavPack_areThoseOfFFprobe() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wv")
    let tags = ["title=Größe 漢字", "artist=A. Nobody", "album=None"]
    try Oracle.make(
      ["-f", "lavfi", "-i", "sine=duration=0.2", "-c:a", "wavpack"] + tags.flatMap { ["-metadata", $0] } + [path])
    let text = try Oracle.text("ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "json", path])
    struct Report: Decodable {
      struct Format: Decodable { let tags: [String: String] }
      let format: Format
    }
    let theirs = try JSONDecoder().decode(Report.self, from: Data(text.utf8)).format.tags
    let ours = try ID3Location(of: FileByteSource(path: path)).metadata.items
    // ffprobe renames some.
    for (name, text) in theirs {
      #expect(
        ours.contains { $0.key.description.lowercased() == name.lowercased() && $0.value.text == text }, "\(name)")
    }
    #expect(ours.count >= 3)
  }
}
