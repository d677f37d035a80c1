import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Changes of comments and pictures in FLAC and Ogg files of hand-made bytes.
@Suite struct XiphTagEditorTests {
  private typealias B = MovieBytes
  private typealias O = OggBytes

  // MARK: - Bytes

  private static func block(_ type: UInt8, _ contents: [UInt8], isLast: Bool = false) -> [UInt8] {
    [type | (isLast ? 0x80 : 0)] + (0..<3).reversed().map { UInt8(truncatingIfNeeded: contents.count >> (8 * $0)) }
      + contents
  }

  private static func list(_ comments: [[UInt8]], vendor: String = "Somebody's") -> [UInt8] {
    VorbisComments.list(vendor: Array(vendor.utf8), comments)
  }

  private static let picture = FLACBlocks.picture(
    B.text("\u{ff}") + [0xd8, 0xff], type: 4, mediaType: "image/jpeg", description: "back")
  private static let streamInfo = block(0, [UInt8](repeating: 7, count: 34))
  private static let frames: [UInt8] = [0xff, 0xf8] + B.zeros(100)
  /// A comment that is not in UTF-8, and one without a name.
  private static let odd: [[UInt8]] = [B.text("own=") + [0xff, 0xfe], B.text("no name")]

  private static func item(_ name: String, _ text: String) -> MetadataItem {
    MetadataItem(keySpace: .vorbisComment, key: .name(name), value: .text(text, .utf8))
  }

  private func changed(
    _ bytes: [UInt8], _ change: (inout TagEditor) throws -> Void
  ) throws -> [UInt8] {
    var editor = try #require(try XiphTagEditor(MemoryByteSource(bytes)))
    var tags = TagEditor(editor.metadata.items, in: editor.destination)
    try change(&tags)
    try editor.setMetadata(tags.items)
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    return sink.bytes
  }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do {
      _ = try changed(bytes) { try $0.set(.tag(.title), to: [.text("New")]) }
      return nil
    } catch {
      return (error as? MovieError).flatMap { $0.code == .unsupported ? $0.message : nil }
    }
  }

  // MARK: - FLAC

  @Test func blocksOfFLAC_stayInOrder_andOthersCommentsByteByByte() throws {
    let kept = [Self.block(2, B.text("ABCD1234")), Self.block(3, B.zeros(18)), Self.block(5, B.zeros(40))]
    let after = [Self.block(9, [1, 2, 3]), Self.block(1, B.zeros(64), isLast: true)]
    let title = B.text("title=Old")
    let file =
      B.text("fLaC") + Self.streamInfo + kept[0] + Self.block(4, Self.list([Self.odd[0], title, Self.odd[1]]))
      + kept[1] + kept[2] + after.joined() + Self.frames
    let new = try changed(file) { try $0.set(.tag(.title), to: [.text("New")]) }
    let comments = Self.block(4, Self.list([Self.odd[0], B.text("TITLE=New"), Self.odd[1]]))
    #expect(
      new == B.text("fLaC") + Self.streamInfo + kept[0] + comments + kept[1] + kept[2] + after.joined() + Self.frames)
  }

  @Test func picturesOfFLAC_areBlocks_thatReplaceTheOldOnes() throws {
    let comments = Self.block(4, Self.list([B.text("TITLE=Old")]))
    let last = Self.block(1, B.zeros(8), isLast: true)
    let file = B.text("fLaC") + Self.streamInfo + Self.picture + comments + last + Self.frames
    let cover = B.text("GIF89a") + B.zeros(20)
    let new = try changed(file) { try $0.set(.tag(.artwork), to: [.picture(cover)]) }
    let block = FLACBlocks.picture(cover, type: 4, mediaType: "image/gif", description: "back")
    #expect(new == B.text("fLaC") + Self.streamInfo + block + comments + last + Self.frames)
    let without = try changed(file) { $0.remove(.tag(.artwork)) }
    #expect(without == B.text("fLaC") + Self.streamInfo + comments + last + Self.frames)
    let same = try changed(file) { try $0.set(.tag(.title), to: [.text("New")]) }
    #expect(same.dropFirst(4 + Self.streamInfo.count).starts(with: Self.picture))
  }

  @Test func commentsOfFLACWithoutAny_followItsProperties_behindID3() throws {
    let id3 = B.text("ID3") + [4, 0, 0, 0, 0, 0, 10] + B.zeros(10)
    var properties = Self.streamInfo
    properties[0] |= 0x80
    let new = try changed(id3 + B.text("fLaC") + properties + Self.frames) {
      try $0.set(.tag(.title), to: [.text("New")])
    }
    let comments = Self.block(4, Self.list([B.text("TITLE=New")], vendor: "Reel"), isLast: true)
    #expect(new == id3 + B.text("fLaC") + Self.streamInfo + comments + Self.frames)
  }

  @Test func speakersOfFLAC_stay_andNamesAreFoundInAnyCase() throws {
    let mask = B.text("waveformatextensible_channel_mask=0x33")
    let file =
      B.text("fLaC") + Self.streamInfo + Self.block(4, Self.list([mask, B.text("Own=1")]), isLast: true) + Self.frames
    let new = try changed(file) {
      try $0.set(#require(TagKey("vorbis:OWN")), to: [.text("2"), .text("3")])
    }
    let comments = Self.list([mask, B.text("OWN=2"), B.text("OWN=3")])
    #expect(new == B.text("fLaC") + Self.streamInfo + Self.block(4, comments, isLast: true) + Self.frames)
  }

  @Test func damagedFLAC_isRefused() throws {
    let comments = Self.block(4, Self.list([]))
    let head = B.text("fLaC") + Self.streamInfo
    #expect(refusal(head + comments)?.contains("ends before the last block") == true)
    #expect(refusal(head + Self.block(1, [], isLast: true) + [1, 2, 3])?.contains("no frame") == true)
    #expect(refusal(head + comments + Self.block(4, Self.list([]), isLast: true))?.contains("several lists") == true)
    #expect(refusal(head + Self.block(4, [1, 0, 0, 0], isLast: true))?.contains("cannot be read whole") == true)
    #expect(refusal(head + [0x81, 0xff, 0xff, 0xff] + Self.frames) != nil)
    #expect(refusal(B.text("fLaC") + [0x84, 0, 0, 8] + B.zeros(8) + Self.frames) != nil)
  }

  // MARK: - Ogg

  private static let opus: [UInt8] = [0xfc] + B.zeros(40)

  /// A stream of Opus with a page of two packets, bytes that are no page, and a packet over two pages.
  private static func stream(tags: [UInt8], junk: [UInt8] = []) -> [UInt8] {
    O.page(2, serial: 9, number: 0, granule: 0, O.opusHead()) + O.page(0, serial: 9, number: 1, granule: 0, tags)
      + audio(from: 2, junk: junk)
  }

  private static func audio(from number: Int, junk: [UInt8] = []) -> [UInt8] {
    O.page(0, serial: 9, number: number, granule: 1920, opus, opus) + junk
      + O.page(0, serial: 9, number: number + 1, granule: -1, [0xfc] + B.zeros(509), isOpen: true)
      + O.page(5, serial: 9, number: number + 2, granule: 3840, [1, 2, 3]) + junk
  }

  @Test func commentsOfOgg_takeManyPages_andLaterPagesTheirNumbers() throws {
    // The packet has the size of whole pages, so that an empty segment ends it.
    let size = 2 * 255 * 255
    let junk = B.text("no page")
    let text = String(repeating: "x", count: size - 8 - Self.list([Self.odd[1]]).count - 4 - 6)
    let new = try changed(Self.stream(tags: B.text("OpusTags") + Self.list([Self.odd[1]]), junk: junk)) {
      try $0.set(.tag(.title), to: [.text(text)])
    }
    let tags = B.text("OpusTags") + Self.list([Self.odd[1], B.text("TITLE=" + text)])
    #expect(tags.count == size)
    let half = size / 2
    #expect(
      new == O.page(2, serial: 9, number: 0, granule: 0, O.opusHead())
        + O.page(0, serial: 9, number: 1, granule: -1, Array(tags[..<half]), isOpen: true)
        + O.page(1, serial: 9, number: 2, granule: -1, Array(tags[half...]), isOpen: true)
        + O.page(1, serial: 9, number: 3, granule: 0, []) + Self.audio(from: 4, junk: junk))
    // The way back restores the file.
    #expect(
      try changed(new) { $0.remove(.tag(.title)) }
        == Self.stream(tags: B.text("OpusTags") + Self.list([Self.odd[1]]), junk: junk))
  }

  @Test(arguments: [0, 1] as [UInt8]) func bytesBehindCommentsOfOpus_stayUnlessTheyArePadding(first: UInt8) throws {
    let rest = [first, 2, 3]
    let tags = B.text("OpusTags") + Self.list([])
    let new = try changed(Self.stream(tags: tags + rest)) { try $0.set(.tag(.title), to: [.text("New")]) }
    let list = B.text("OpusTags") + Self.list([B.text("TITLE=New")])
    #expect(new == Self.stream(tags: list + (first == 1 ? rest : [])))
  }

  @Test func oggOfSeveralStreams_orWithDamagedHeaders_isRefused() throws {
    let tags = B.text("OpusTags") + Self.list([])
    let stream = Self.stream(tags: tags)
    let several = "it has several streams, each with comments of its own; those of one stream can be changed"
    let other = O.page(2, serial: 4, number: 0, granule: 0, O.opusHead())
    #expect(refusal(stream + stream) == several)
    #expect(refusal(stream + other) == several)
    let head = O.page(2, serial: 9, number: 0, granule: 0, O.opusHead())
    #expect(refusal(head + other + stream.dropFirst(head.count)) == several)
    #expect(refusal(head + O.page(0, serial: 9, number: 1, granule: 960, tags, Self.opus))?.contains("audio") == true)
    #expect(refusal(head + O.page(1, serial: 9, number: 1, granule: 0, tags)) == "its headers are damaged")
    #expect(refusal(head) == "its headers are damaged")
    let video = O.page(2, serial: 9, number: 0, granule: 0, O.theoraHead())
    #expect(refusal(video + stream.dropFirst(head.count))?.contains("Opus, Vorbis") == true)
    var damaged = stream
    damaged[head.count + 30] ^= 1
    #expect(refusal(damaged) == "its headers are damaged")
  }

  @Test func chapters_areReplaced_andOtherCommentsStay() throws {
    let old = [B.text("CHAPTER001=00:00:00.000"), B.text("TITLE=T"), B.text("CHAPTER001NAME=Old")]
    let source = MemoryByteSource(Self.stream(tags: B.text("OpusTags") + Self.list(old)))
    var editor = try #require(try XiphTagEditor(source))
    #expect(editor.chapterLists.first?.chapters.map(\.title) == ["Old"] && !editor.isChanged)
    let chapter = Chapter(
      timeRange: CMTimeRange(start: CMTime(value: 3, timescale: 2), duration: .invalid), title: "New")
    try editor.setChapters([ChapterList(source: .nero, chapters: [chapter])])
    try editor.setMetadata(editor.metadata.items + [Self.item("OWN", "1")])
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    let new = ["TITLE=T", "OWN=1", "CHAPTER001=00:00:01.500", "CHAPTER001NAME=New"].map { B.text($0) }
    #expect(sink.bytes == Self.stream(tags: B.text("OpusTags") + Self.list(new)))
    let list = ChapterList(source: .nero, chapters: [chapter])
    #expect(throws: MovieError.self) { try editor.setChapters([list, list]) }
    let many = ChapterList(source: .nero, chapters: Array(repeating: chapter, count: 1000))
    #expect(throws: MovieError.self) { try editor.setChapters([many]) }
  }

  @Test func filesOfOtherKinds_areNone() throws {
    for bytes in [[], B.text("fLa"), B.text("ID3"), B.text("RIFF....WAVE")] as [[UInt8]] {
      #expect(try XiphTagEditor(MemoryByteSource(bytes)) == nil)
    }
  }
}
