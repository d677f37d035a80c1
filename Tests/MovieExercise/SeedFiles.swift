/// Small files besides plain movies to apply damage to: audio files with their packets, tags of all kinds, compressed
/// headers.
public enum SeedFiles {
  typealias B = MovieBytes

  public static let all: [(name: String, bytes: [UInt8])] = [
    ("compressed headers", compressedHeaders), ("Core Audio packets", coreAudioPackets),
    ("Core Audio frames", coreAudioFrames), ("MP3 with tags", mp3), ("ADTS", adts), ("FLAC", flac), ("Ogg", ogg),
    ("Matroska", matroska), ("Matroska, live", liveMatroska), ("AIFF", aiff), ("WAVE", wave),
    ("transport stream", Array(StreamBytes.transport.prefix(188 * 16))), ("program stream", StreamBytes.program),
    ("Flash", flash), ("Ogg, chained", chainedOgg), ("AVI", avi), ("AVI, OpenDML", openDML),
    ("GIF", gif),
  ]

  // MARK: Movies

  static var compressedHeaders: [UInt8] {
    let movie = SeedMovies.video
    let start = movie.indices.first { movie[$0...].starts(with: B.text("moov")) }.map { $0 - 4 } ?? 0
    let size = movie[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    let moov = Array(movie[start..<start + size])
    let packed = B.box("cmov", B.box("dcom", B.text("zlib")), B.box("cmvd", B.u32(moov.count), zlib(moov)))
    return Array(movie[..<start]) + B.box("moov", packed) + Array(movie[(start + size)...])
  }

  /// A zlib stream of stored blocks (RFC 1950; RFC 1951, 3.2.4).
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(1000)
      rest = rest.dropFirst(block.count)
      let size = UInt16(block.count)
      for number in [size, ~size] { result += [UInt8(number & 0xff), UInt8(number >> 8)] }
      result.insert(rest.isEmpty ? 1 : 0, at: result.count - 4)
      result += block
    } while !rest.isEmpty
    var (a, b): (Int, Int) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return result + B.u32(b << 16 | a)
  }

  // MARK: Audio

  private static func coreAudio(_ chunks: (String, [UInt8])...) -> [UInt8] {
    B.text("caff") + B.u16(1, 0) + chunks.flatMap { B.text($0.0) + B.u64($0.1.count) + $0.1 }
  }

  /// AAC with a packet table of sizes and durations.
  static var coreAudioPackets: [UInt8] {
    let rate = B.u64(Int(Double(44_100).bitPattern))
    let table = B.u64(5) + B.u64(3000) + B.u32(900, 196) + [3, 0x88, 0x00, 0x81, 0x00, 7, 2, 5, 1, 6, 100, 1]
    return coreAudio(
      ("desc", rate + B.text("aac ") + B.u32(0, 0, 0, 2, 0)), ("kuki", [0x12, 0x10]),
      ("chan", B.u32(0x65_0002, 0, 0)), ("info", B.u32(1) + B.text("title\0Song\0")), ("pakt", table),
      ("data", B.u32(0) + B.zeros(240)), ("free", B.zeros(9)))
  }

  static var coreAudioFrames: [UInt8] {
    let rate = B.u64(Int(Double(48_000).bitPattern))
    return coreAudio(
      ("desc", rate + B.text("lpcm") + B.u32(2, 4, 1, 2, 16)), ("pakt", B.u64(0) + B.u64(20) + B.u32(5, 7)),
      ("data", B.u32(1) + B.zeros(128)))
  }

  /// Frames of layer III at 32 kHz, 64 kb/s, one channel: 288 bytes each.
  private static func mp3Frame(_ fill: UInt8) -> [UInt8] {
    [0xff, 0xfb, 0x58, 0xc0] + [UInt8](repeating: fill, count: 284)
  }

  static var mp3: [UInt8] {
    var summary = mp3Frame(0)
    let xing = B.text("Xing") + B.u32(7, 4, 288 * 5) + [UInt8](repeating: 3, count: 100) + B.text("LAME3.100")
    let lame = B.zeros(12) + [0x24, 0x04, 0x80]
    summary.replaceSubrange(21..<21 + xing.count + lame.count, with: xing + lame)
    var legacy = B.text("TAG") + [UInt8](repeating: 0x41, count: 125)
    (legacy[125], legacy[126], legacy[127]) = (0, 3, 17)
    let ape =
      B.text("Year") + [0] + B.text("2020")
    let footer = B.text("APETAGEX") + [0xd0, 7, 0, 0, UInt8(32 + 8 + ape.count), 0, 0, 0, 1, 0, 0, 0] + B.zeros(12)
    return id3 + summary + mp3Frame(1) + mp3Frame(2) + mp3Frame(3) + mp3Frame(4) + [4, 0, 0, 0] + B.zeros(4) + ape
      + footer + legacy
  }

  /// ID3v2.3 with text, an image, a comment and a chapter.
  static var id3: [UInt8] {
    func frame(_ name: String, _ body: [UInt8]) -> [UInt8] { B.text(name) + B.u32(body.count) + [0, 0] + body }
    let chapter = B.text("c\0") + B.u32(0, 1000, -1, -1) + frame("TIT2", [0] + B.text("One"))
    let body =
      frame("TIT2", [1, 0xff, 0xfe, 0x41, 0, 0, 0]) + frame("TPE1", [0] + B.text("Me\0You"))
      + frame("COMM", [0] + B.text("engnote\0words")) + frame("APIC", [0] + B.text("image/png\0") + [3, 0, 0x89, 0x50])
      + frame("CHAP", chapter) + frame("CTOC", B.text("t\0") + [3, 1] + B.text("c\0")) + B.zeros(20)
    return B.text("ID3") + [3, 0, 0, 0, 0, UInt8(body.count >> 7 & 0x7f), UInt8(body.count & 0x7f)] + body
  }

  /// Frames of AAC at 44.1 kHz, two channels, with headers of seven and nine bytes (ISO/IEC 14496-3, 1.A.2).
  static var adts: [UInt8] {
    [17, 40, 9, 64].flatMap { size -> [UInt8] in
      let total = size + 7
      return [
        0xff, 0xf1, 0x50, 0x80 | UInt8(total >> 11), UInt8(total >> 3 & 0xff), UInt8(total << 5 & 0xff) | 0x1f, 0xfc,
      ]
        + [UInt8](repeating: 0x21, count: size)
    }
  }

  static var aiff: [UInt8] {
    let rate: [UInt8] = [0x40, 0x0e, 0xac, 0x44] + B.zeros(6)
    let common = B.text("COMM") + B.u32(18) + B.u16(1) + B.u32(20) + B.u16(16) + rate
    let tag = B.text("ID3 ") + B.u32(id3.count) + id3 + (id3.count % 2 == 0 ? [] : [0])
    let body = B.text("AIFF") + common + tag + B.text("SSND") + B.u32(48, 0, 0) + B.zeros(40)
    return B.text("FORM") + B.u32(body.count) + body
  }

  /// RF64 with six channels, by the extended description.
  static var wave: [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func chunk(_ type: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
      B.text(type) + little(size ?? body.count, 4) + body
    }
    let head = little(0xfffe, 2) + little(6, 2) + little(48_000, 4) + little(576_000, 4) + little(12, 2)
    let format = head + little(16, 2) + little(22, 2) + little(16, 2) + little(0x3f, 4) + little(1, 2) + B.zeros(14)
    let sizes = little(500, 8) + little(240, 8) + little(20, 8) + little(0, 4)
    return B.text("RF64") + little(0xffff_ffff, 4) + B.text("WAVE") + chunk("ds64", sizes) + chunk("fmt ", format)
      + chunk("data", B.zeros(240), size: 0xffff_ffff) + chunk("ID3 ", id3)
  }

  // MARK: Tags

  private static func comments(_ fields: String...) -> [UInt8] {
    func little(_ number: Int) -> [UInt8] { B.u32(number).reversed() }
    return little(4) + B.text("Reel") + little(fields.count)
      + fields.flatMap { little($0.utf8.count) + B.text($0) }
  }

  static var flac: [UInt8] {
    func block(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + B.u32(body.count).suffix(3) + body }
    let picture = B.u32(3, 9) + B.text("image/png") + B.u32(1) + B.text("x") + B.u32(2, 2, 24, 0, 4, 0x8950_4e47)
    let information: [UInt8] = [16, 0, 16, 0] + B.zeros(6) + [0x0a, 0xc4, 0x42, 0xf0] + B.zeros(20)
    return B.text("fLaC") + block(0, information)
      + block(4, comments("TITLE=A", "CHAPTER001=00:00:01.000", "CHAPTER001NAME=One", "METADATA_BLOCK_PICTURE=AAAA"))
      + block(6, picture) + block(0x81, B.zeros(8)) + [0xff, 0xf8, 0xc9, 0x18]
  }

  static var ogg: [UInt8] {
    func page(_ flags: UInt8, _ number: UInt8, _ packet: [UInt8]) -> [UInt8] {
      let segments = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
      return B.text("OggS") + [0, flags] + B.zeros(8) + [1, 2, 3, 4, number, 0, 0, 0] + B.zeros(4)
        + [UInt8(segments.count)] + segments + packet
    }
    let long = String(repeating: "long ", count: 80)
    return OggBytes.withChecksums(
      page(2, 0, B.text("OpusHead") + [1, 2, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0])
        + page(0, 1, B.text("OpusTags") + comments("TITLE=A", "COMMENT=\(long)")) + page(4, 2, B.zeros(40)))
  }
}
