import Testing

@testable import MovieFile

/// The table of codecs: each name identifies one row, in every format.
@Suite struct CodecTableTests {
  private static func isAny(_: Codec.Kind) -> Bool { true }

  @Test func names_areUnique() {
    #expect(Set(Codec.all.map(\.name)).count == Codec.all.count)
    // An entry without object types matches every object type that has no other row.
    let plain = Codec.all.flatMap(\.entries).filter { $0.objectTypes == nil && !$0.movies.isEmpty }.flatMap(\.codes)
    #expect(Set(plain).count == plain.count)
  }

  @Test func codes_leadToTheirRow() {
    for codec in Codec.all {
      for entry in codec.entries where entry.caps != nil {
        for code in entry.codes {
          let types: [UInt8?] = entry.objectTypes.map { $0.map { $0 } } ?? [nil]
          for type in types {
            let found = Codec.found(code, objectType: type, depth: entry.depth) { $0 == codec.kind }
            #expect(found?.codec == codec, "\(code.text) \(type ?? 0)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("avc1", "h264"), ("vp9", "vp9"), ("vp09", "vp9"), ("opus", "opus"), ("flac", "flac"), ("ap4h", "proRes"),
    ("1", "pcm"), ("mp3", "mpegAudio"), ("ec-3", "enhancedAC3"), ("theora", "theora"), ("wvtt", "webVTT"),
    ("samr", "amr"), ("ms\u{0}\u{2}", "none"), ("nonsense", "none"),
  ]) func names_areThoseOfLists(text: String, codec: String) {
    #expect(Codec.named(text)?.name ?? "none" == codec)
  }

  @Test(arguments: [
    ("video/mpeg", ["mpegversion": "1"], "mpeg1", "mp1v"), ("video/mpeg", ["mpegversion": "2"], "mpeg2", "mp2v"),
    ("video/mpeg", ["mpegversion": "4"], "mpeg4", "mp4v"), ("audio/mpeg", ["mpegversion": "4"], "aac", "aac "),
    ("audio/mpeg", ["mpegversion": "2"], "aac", "aac "),
    ("audio/mpeg", ["mpegversion": "1", "layer": "2"], "mpegAudio", ".mp2"),
    ("audio/mpeg", ["mpegversion": "1"], "mpegAudio", ".mp3"),
    ("video/x-prores", ["variant": "hq"], "proRes", "apch"), ("video/x-prores", [:], "proRes", "apcn"),
    ("video/x-h265", ["stream-format": "hev1"], "hevc", "hvc1"),
    ("audio/x-adpcm", ["layout": "dvi"], "adpcm", "ms\\x00\\x11"),
    ("text/x-raw", [:], "text", "utf8"), ("video/x-raw", ["format": "YUY2"], "raw", "yuvs"),
  ]) func caps_leadToTheEntryThatAgreesMost(name: String, fields: [String: String], codec: String, code: String) {
    let found = Codec.found(capsName: name) { fields[$0] }
    #expect(found?.codec.name == codec)
    #expect(found?.entry.codes.first?.text == code)
  }

  @Test func capsOfNoCodec_areNotFound() { #expect(Codec.found(capsName: "video/x-nothing") { _ in nil } == nil) }

  @Test func objectTypes_tellMPEG4sEntriesApart() {
    let meant: [(UInt8, String)] = [
      (0x40, "aac"), (0x6b, "mpegAudio"), (0xa5, "ac3"), (0xad, "opus"), (0xdd, "vorbis"), (0xa9, "dts"),
      (0x99, "otherMPEG4Audio"),
    ]
    for (type, name) in meant {
      #expect(Codec.found("mp4a", objectType: type, where: Self.isAny)?.codec.name == name)
    }
    #expect(Codec.found("mp4a", where: Self.isAny)?.codec == .aac)
    #expect(Codec.found("mp4v", where: Self.isAny)?.codec == .mpeg4)
  }

  /// A codec that muxers write has an entry under that name, and a movie format that holds it.
  @Test func writtenEntries_areInTheTable() {
    for codec in Codec.all {
      for written in codec.written {
        let entry = codec.entries.first {
          $0.codes.contains(written.entry)
            && (written.objectType == nil || $0.objectTypes?.contains(written.objectType!) == true)
        }
        #expect(entry.map { !$0.movies.isEmpty } == true, "\(codec.name)")
      }
    }
  }
}
