import Foundation
import Testing

@testable import MovieFile

/// ID3 tags exchanged with other programs.
@Suite struct ID3InteroperabilityTests {
  /// Mutagen writes a tag with everything into an MP3, an ADTS and an AIFF file, and prints what it reads back, one
  /// frame a line.
  private static let script = """
    import sys, mutagen
    from mutagen.id3 import ID3, Frames
    from mutagen.aiff import AIFF
    globals().update(Frames)
    path, version = sys.argv[1], int(sys.argv[2])
    tag = AIFF(path).tags if path.endswith('.aiff') else ID3()
    if tag is None:
      file = AIFF(path); file.add_tags(); tag = file.tags
    utf = [1, 3][version == 4]
    tag.add(TIT2(encoding=utf, text='Größe 漢字 🎬'))
    tag.add(TPE1(encoding=utf, text=['One', 'Zwei', 'Три'] if version == 4 else ['One']))
    tag.add(TALB(encoding=1, text='Album'))
    tag.add(TRCK(encoding=0, text='3/12'))
    tag.add(TCON(encoding=0, text='Rock'))
    tag.add(TXXX(encoding=utf, desc='CATALOG', text='ABC-1'))
    tag.add(COMM(encoding=utf, lang='deu', desc='kurz', text='Ein Kommentar'))
    tag.add(USLT(encoding=utf, lang='fra', desc='', text='Une\\nligne'))
    tag.add(APIC(encoding=utf, mime='image/png', type=3, desc='Umschlag', data=b'\\x89PNG\\r\\n\\x1a\\n' + bytes(range(256)) * 20))
    tag.add(PRIV(owner='owner@example.org', data=b'\\xff\\x00\\xff\\xe0'))
    tag.add(UFID(owner='http://example.org', data=b'id'))
    tag.add(WOAR(url='http://example.org/artist'))
    tag.add(POPM(email='me@example.org', rating=196, count=5))
    tag.add(TDRC(encoding=0, text='2004-03-01T12:30:00'))
    tag.add(TIPL(encoding=utf, people=[['producer', 'Ann'], ['mix', 'Bob']]))
    if version == 3: tag.update_to_v23()
    tag.save(path, v2_version=version)
    for frame in (AIFF(path).tags if path.endswith('.aiff') else ID3(path, translate=False)).values():
      values = getattr(frame, 'text', None) or getattr(frame, 'url', None) or getattr(frame, 'data', None) or getattr(frame, 'people', None) or getattr(frame, 'rating', None)
      if frame.FrameID in ('TIPL', 'IPLS'): values = [name for role, name in values]
      for value in values if isinstance(values, list) else [values]:
        text = value.hex() if isinstance(value, bytes) else str(value)
        print('\\t'.join([frame.FrameID, getattr(frame, 'lang', ''), getattr(frame, 'desc', ''), getattr(frame, 'owner', ''), text.replace('\\n', '|')]))
    """

  private static let sounds: [String: [String]] = [
    "mp3": ["-c:a", "libmp3lame", "-id3v2_version", "0", "-write_id3v1", "0"], "aac": ["-c:a", "aac", "-f", "adts"],
    "aiff": [],
  ]

  @Test(arguments: ["mp3", "aac", "aiff"], [3, 4]) func mutagensTag_isReadAlike(kind: String, version: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("sound.\(kind)")
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=0.2"] + (Self.sounds[kind] ?? []) + [path])
    let lines = String(
      decoding: try Oracle.run("/usr/bin/python3", ["-c", Self.script, path, String(version)]), as: UTF8.self
    ).split(separator: "\n").map(String.init)
    let location = try ID3Location(of: FileByteSource(path: path))
    #expect(location.tags.map { Int($0.version) } == [version])
    #expect(location.metadata.problems.isEmpty)
    let ours = location.metadata.items.map { item in
      let value =
        switch item.value {
        case .text(let text, _): text
        case .image(_, let bytes), .data(let bytes): bytes.hexText
        default: String(item.value.integer ?? -1)
        }
      return [
        item.key.description, item.language?.identifier ?? "", item.attributes[.description]?.description ?? "",
        item.key == .code("POPM") ? "" : item.attributes[.owner]?.description ?? "",
        value.replacingOccurrences(of: "\n", with: "|"),
      ].joined(separator: "\t")
    }
    #expect(lines.count >= 15)
    // For a date of ID3v2.4, mutagen's text has a space, its file the original.
    func same(_ lines: [String]) -> [String] {
      lines.map { $0.replacingOccurrences(of: "2004-03-01T12:30:00", with: "2004-03-01 12:30:00") }.sorted()
    }
    if kind == "aiff", version == 3 {
      // Read back through AIFF, mutagen shows frames of ID3v2.3 as those of ID3v2.4.
      #expect(ours.count >= 15)
    } else {
      #expect(same(ours) == same(lines))
    }
    #expect(location.metadata.id3RecordingTime?.hasPrefix("2004-03-01T12:30") == true)
  }

  @Test func exiftool_seesTheSame() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("sound.mp3")
    try Oracle.make(
      ["-f", "lavfi", "-i", "sine=duration=0.2", "-metadata", "title=Grüße", "-metadata", "artist=Somebody"]
        + ["-metadata", "comment=Text", "-write_id3v1", "1", "-id3v2_version", "3", path])
    let output = try Oracle.run("exiftool", ["-G1", "-s", "-j", "-Title", "-Artist", path])
    let fields = try #require((JSONSerialization.jsonObject(with: output) as? [[String: String]])?.first)
    let metadata = try ID3Location(of: FileByteSource(path: path)).metadata
    func text(_ key: BoxType, _ path: String) -> String? {
      metadata.items.first { $0.key == .code(key) && $0.source?.path == path }?.value.text
    }
    #expect(text("TIT2", "ID3v2.3") == fields["ID3v2_3:Title"])
    #expect(text("TPE1", "ID3v2.3") == fields["ID3v2_3:Artist"])
    // FFmpeg writes UTF-8 into ID3v1, which is Latin-1; a reader cannot know that.
    #expect(text("TPE1", "ID3v1") == "Somebody")
  }

  @Test(.sharedMedia) func realFile_withChaptersAndPicture() throws {
    let path = SharedMedia.path("bear-id3.mp3")
    let location = try ID3Location(of: FileByteSource(path: path))
    let metadata = location.metadata
    #expect(metadata.items(.id3, .code("TIT2")).map(\.value.text) == ["Test title"])
    #expect(metadata.items(.id3, .code("TPE1")).map(\.value.text) == ["Test Artist"])
    #expect(metadata.items(.id3, .code("APIC")).contains { $0.value.image != nil })
    #expect(metadata.items(.id3, .code("PRIV")).map(\.value) == [.data(Array("Test data".utf8))])
    let lists = location.tags.flatMap(\.chapterLists)
    #expect(lists.map { $0.chapters.map(\.title) } == [["Chapter title", ""]])
    let times = [0, 600, 1200].map { CMTime(value: $0, timescale: 1000) }
    #expect(lists.first?.chapters.map(\.timeRange.start) == Array(times[..<2]))
    #expect(lists.first?.chapters.map(\.timeRange.end) == Array(times[1...]))
  }
}
