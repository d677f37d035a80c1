import Foundation
import Testing

@testable import MovieFile

/// The places of tags in files.
@Suite struct ID3LocationTests {
  private let audio = [UInt8](repeating: 0x55, count: 500)
  private let title = ID3Builder.tag(version: 3, [ID3Builder.latin("TIT2", "Title")])

  /// Returns the fields of ID3v1 up to the comment.
  private func version1(comment: String, track: UInt8, genre: UInt8) -> [UInt8] {
    func field(_ text: String, _ count: Int) -> [UInt8] {
      Array((Array(text.utf8) + [UInt8](repeating: 0, count: count)).prefix(count))
    }
    let fields = join(field("Old title   ", 30), field("Artist", 30), field("", 30), field("1999", 4))
    return join(.text("TAG"), fields, field(comment, 28), [track == 0 ? 0x21 : 0, track, genre])
  }

  @Test func tagsBeforeAndAfterTheAudio_areAllRead() throws {
    let footer = ID3Builder.tag(version: 4, flags: 0x10, [ID3Builder.text("TALB", "Album")])
    let bytes = title + audio + footer + version1(comment: "Hello", track: 7, genre: 17)
    let location = try ID3Location(of: MemoryByteSource(bytes))
    #expect(location.audio == Int64(title.count)..<Int64(title.count + 500))
    #expect(location.tags.map(\.version) == [3, 4])
    let items = location.metadata.items
    #expect(
      items.map { "\($0.source?.path ?? "") \($0.key) \($0.value.text ?? String($0.value.integer ?? -1))" } == [
        "ID3v2.3 TIT2 Title", "ID3v2.4 TALB Album", "ID3v1 TIT2 Old title", "ID3v1 TPE1 Artist", "ID3v1 TYER 1999",
        "ID3v1 COMM Hello", "ID3v1 TRCK 7", "ID3v1 TCON 17",
      ])
  }

  @Test func version1WithoutTrackAndGenre_hasNone() throws {
    let bytes = audio + version1(comment: String(repeating: "c", count: 28), track: 0, genre: 255)
    let items = try ID3Location(of: MemoryByteSource(bytes)).metadata.items
    #expect(items.map(\.key.description) == ["TIT2", "TPE1", "TYER", "COMM"])
    #expect(items.last?.value.text == String(repeating: "c", count: 28) + "!")
  }

  @Test func apeTagAtTheEnd_isNotAudio() throws {
    let size: [UInt8] = [40, 0, 0, 0]
    let zeros = [UInt8](repeating: 0, count: 8)
    let footer = join(.text("APETAGEX"), [0xd0, 7, 0, 0], size, [0, 0, 0, 0, 0, 0, 0, 0x80], zeros)
    let bytes = join(audio, [UInt8](repeating: 1, count: 32 + 8), footer)
    #expect(try ID3Location(of: MemoryByteSource(bytes)).audio == 0..<500)
  }

  @Test func chunksOfAIFFAndWAVE() throws {
    func big(_ n: Int) -> [UInt8] { ID3Builder.bigEndian(n) }
    let odd = join(.text("COMM"), big(3), [1, 2, 3, 0])
    let aiff = join(.text("FORM"), big(0), .text("AIFF"), odd, .text("ID3 "), big(title.count), title)
    #expect(try ID3Location(of: MemoryByteSource(aiff)).metadata.items.map(\.value.text) == ["Title"])
    let wave = join(.text("RIFF"), big(0), .text("WAVEid3 "), big(title.count).reversed(), title)
    #expect(try ID3Location(of: MemoryByteSource(wave)).metadata.items.map(\.value.text) == ["Title"])
    // The chunk is smaller than the tag in it.
    let lie = join(.text("RIFF"), big(0), .text("WAVEid3 "), big(9).reversed(), title)
    let location = try ID3Location(of: MemoryByteSource(lie))
    #expect(location.tags.isEmpty && location.problems.map(\.code) == [.malformed])
  }

  @Test func otherFiles_haveNone() throws {
    for bytes in [[], [0x49], audio, Array("ID3".utf8)] {
      let location = try ID3Location(of: MemoryByteSource(bytes))
      #expect(location.metadata == Metadata() && location.audio == 0..<Int64(bytes.count))
    }
  }
}
