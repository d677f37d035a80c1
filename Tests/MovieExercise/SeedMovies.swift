/// Small movies that together have every box the reader knows, to apply damage to.
public enum SeedMovies {
  private typealias B = MovieBytes

  public static let all: [(name: String, bytes: [UInt8])] = [
    ("video with B-frames", video), ("sound", audio), ("quicktime", quickTime), ("text and metadata", text),
    ("fragments", fragments), ("large tables", compact), ("written", written),
    ("written in fragments", writtenInFragments),
  ]

  /// Video with all tables, edits, references and boxes of a video sample description.
  static var video: [UInt8] {
    var track = TrackBytes()
    let edits = B.full("elst", B.u32(3), B.u32(120, -1, 0x10000), B.u32(300, 20, 0x10000), B.u32(100, 40, 0x8000))
    track.extra = B.box("edts", edits) + B.box("tref", B.box("chap", B.u32(2)), B.box("cdsc", B.u32(3, 0)))
    track.mediaExtra = B.full("elng", B.text("de-AT\0"))
    let boxes =
      B.box("avcC", [1, 66, 0, 10, 0xff, 0xe1, 0, 4, 0x67, 66, 0, 10, 1, 0, 2, 0x68, 0]) + B.box("pasp", B.u32(4, 3))
      + B.box("clap", B.u32(60, 1, 40, 1, 1, 2, 0, 1)) + B.box("colr", B.text("nclx"), B.u16(1, 1, 1), [0x80])
      + B.box("fiel", [2, 9]) + B.box("mdcv", B.zeros(24)) + B.box("clli", B.u32(1)) + B.box("btrt", B.u32(1, 2, 3))
    track.sampleDescriptions = [
      TrackBytes.plainVideo("avc1", boxes), TrackBytes.plainVideo("encv", protection("avc1")),
    ]
    let groups =
      B.full("sgpd", version: 1, B.text("roll"), B.u32(2, 1), B.u16(-2))
      + B.full("sbgp", B.text("roll"), B.u32(1, 9, 1))
      + B.full("sgpd", version: 1, B.text("rap "), B.u32(1, 1), [0x83])
      + B.full("sbgp", B.text("rap "), B.u32(2, 5, 0), B.u32(1, 1))
    let extra =
      groups + B.full("sdtp", [0x20, 0x18, 0x08, 0x08, 0x20, 0x18, 8, 8, 8, 8]) + B.full("stps", B.u32(1, 6))
      + B.full("cslg", B.u32(0, 0, 0, 0, 0))
    track.tables = TrackBytes.tables(
      durations: [(4, 40), (6, 41)], offsets: [(1, 40), (1, 120), (2, 0), (1, 40), (1, 120), (4, -20)],
      sizes: [9, 4, 3, 2, 8, 4, 3, 2, 5, 6], sync: [1, 5], offset: 2_000, extra: extra)
    return TrackBytes.movie([track], data: B.zeros(64))
  }

  static func protection(_ format: String) -> [UInt8] {
    B.box("sinf", B.box("frma", B.text(format)), B.full("schm", B.text("cenc"), B.u32(0x10000)), B.box("schi"))
  }

  /// AAC, ALAC, Opus, FLAC, AC-3, PCM.
  static var audio: [UInt8] {
    let fields = B.zeros(6) + B.u16(1) + B.zeros(8) + B.u16(2, 16) + B.zeros(4) + B.u32(44_100 << 16)
    let config: [UInt8] = [0x12, 0x10]
    let decoder: [UInt8] = [4, 17, 0x40, 0x15] + B.zeros(11) + [5, 2] + config
    let esds = B.full("esds", [3, UInt8(3 + decoder.count), 0, 1, 0] + decoder)
    let flac = B.full("dfLa", [0x80, 0, 0, 34, 16, 0, 16, 0] + B.zeros(6) + [0x0a, 0xc4, 0x42, 0xf0] + B.zeros(20))
    let entries = [
      ("mp4a", esds),
      ("alac", B.full("alac", B.u32(4096) + [0, 16, 40, 10, 14, 2, 0, 255] + B.zeros(8) + B.u32(44_100))),
      ("Opus", B.box("dOps", [0, 2, 1, 0x38, 0, 0, 0xbb, 0x80, 0, 0, 0])), ("fLaC", flac),
      ("ac-3", B.box("dac3", [0x10, 0x3c, 0x40])), ("ipcm", B.full("pcmC", [1, 24])),
      ("samr", B.box("damr", B.zeros(9))),
    ]
    var track = TrackBytes()
    track.handler = "soun"
    track.sampleDescriptions = entries.map { B.box($0.0, fields, $0.1) }
    track.dataReferences = [
      B.full("url ", flags: 1), B.full("url ", B.text("file:///nowhere.mp4\0")), B.full("urn ", B.text("a\0b\0")),
    ]
    track.tables =
      B.full("stts", B.u32(1, 30, 1024)) + B.full("stsc", B.u32(2, 1, 10, 1), B.u32(3, 10, 2))
      + B.full("stsz", B.u32(2, 30)) + B.full("co64", B.u32(3), B.u64(1_000), B.u64(1_030), B.u64(1 << 33))
    return TrackBytes.movie([track], brand: "M4A ", data: B.zeros(100))
  }

  /// QuickTime's versions of sound sample descriptions, aliases, Macintosh languages, time codes.
  static var quickTime: [UInt8] {
    func fields(_ version: Int) -> [UInt8] {
      B.zeros(6) + B.u16(1, version) + B.zeros(6) + B.u16(2, 16) + B.zeros(4) + B.u32(44_100 << 16)
    }
    let wave = B.box("wave", B.box("frma", B.text("in24")), B.box("enda", B.u16(1)), B.u32(8, 0))
    let layout = B.full("chan", B.u32(0, 0, 1), B.u32(1, 0, 0, 0, 0))
    var audio = TrackBytes()
    (audio.handler, audio.language) = ("soun", 11)
    audio.sampleDescriptions = [
      B.box("in24", fields(1), B.u32(1, 3, 6, 2), wave, layout),
      B.box("lpcm", fields(2), B.u32(72), B.u64(0x40e5_8880_0000_0000), B.u32(2, 0x7f00_0000, 16, 12, 4, 1)),
    ]
    audio.dataReferences = [B.full("alis", B.zeros(150), B.u16(18, 4), B.text("a/bc"), B.u16(0xffff, 0))]
    audio.tables =
      B.full("stts", B.u32(1, 3_000, 1)) + B.full("stsc", B.u32(1, 1, 1_500, 1))
      + B.full("stsz", B.u32(6, 3_000)) + B.full("stco", B.u32(2, 900, 9_900))
    var packets = audio
    packets.id = 2
    packets.sampleDescriptions = [B.box("ima4", fields(1), B.u32(64, 34, 68, 2))]
    var code = TrackBytes()
    (code.id, code.handler) = (3, "tmcd")
    code.sampleDescriptions = [
      B.box(
        "tmcd", B.zeros(6), B.u16(1), B.u32(0, 1, 30_000, 1001), [30, 0], B.box("name", B.u16(4, 0), B.text("reel")))
    ]
    code.tables = TrackBytes.tables(durations: [(1, 1000)], sizes: [4])
    return TrackBytes.movie([audio, packets, code], brand: "qt  ", data: B.zeros(64))
  }

  static var text: [UInt8] {
    var text = TrackBytes()
    text.handler = "sbtl"
    let fonts = B.box("ftab", B.u16(1, 1), [5], B.text("Serif"))
    text.sampleDescriptions = [
      B.box("tx3g", B.zeros(6), B.u16(1), B.u32(0x4000_0000), [1, 0xff], B.zeros(24), fonts),
      B.box("wvtt", B.zeros(6), B.u16(1), B.box("vttC", B.text("WEBVTT"))),
      B.box("stpp", B.zeros(6), B.u16(1), B.text("ns\0loc\0mime\0"), B.box("btrt", B.u32(0, 0, 0))),
    ]
    text.tables = TrackBytes.tables(durations: [(3, 500)], sizes: [2, 9, 2])
    var plain = TrackBytes()
    (plain.id, plain.handler) = (2, "text")
    plain.sampleDescriptions = [B.box("text", B.zeros(6), B.u16(1), B.zeros(43), [4], B.text("Sans"))]
    plain.tables = text.tables
    var metadata = TrackBytes()
    (metadata.id, metadata.handler) = (3, "meta")
    let key = B.box("\0\0\0\u{1}", B.box("keyd", B.text("mdta"), B.text("a.b")), B.box("dtyp", B.u32(0, 1)))
    metadata.sampleDescriptions = [B.box("mebx", B.zeros(6), B.u16(1), B.box("keys", key))]
    metadata.tables = text.tables
    var captions = TrackBytes()
    (captions.id, captions.handler) = (4, "clcp")
    captions.sampleDescriptions = [B.box("c608", B.zeros(6), B.u16(1))]
    captions.tables = text.tables
    return TrackBytes.movie([text, plain, metadata, captions], data: B.zeros(32))
  }

  static var fragments: [UInt8] {
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [], sizes: [])
    let mvex = B.box("mvex", B.full("mehd", B.u32(1200)), B.full("trex", B.u32(1, 1, 40, 8, 0x10000)))
    var bytes = TrackBytes.movie([track], brand: "iso6", extra: mvex)
    bytes += B.full("sidx", B.u32(1, 1000, 0, 0), B.u16(0, 1), B.u32(100, 400, 0))
    for number in 0..<3 {
      let groups =
        B.full("sgpd", version: 1, B.text("rap "), B.u32(1, 1), [1])
        + B.full("sbgp", B.text("rap "), B.u32(1, 1, 65_537))
      let runs =
        B.full(
          "trun", version: 1, flags: 0xf01, B.u32(3, 200),
          B.u32(40, 5, 0x200_0000, 40, 41, 6, 0x10000, 80, 40, 7, 0x10000, -40))
        + B.full("trun", flags: 0x4, B.u32(2, 0x200_0000)) + B.full("trun", flags: 0x200, B.u32(2, 3, 4))
      let traf = B.box(
        "traf", B.full("tfhd", flags: number == 2 ? 0x1 : 0x20000, B.u32(1), number == 2 ? B.u64(900) : []),
        B.full("tfdt", version: 1, B.u64(number * 282)), runs, groups)
      let other = B.box(
        "traf", B.full("tfhd", flags: 0x38, B.u32(2, 10, 4, 0)), B.full("trun", flags: 1, B.u32(4, 300)))
      bytes +=
        B.box("moof", B.full("mfhd", B.u32(number + 1)), number == 1 ? other : [], traf) + B.box("mdat", B.zeros(60))
    }
    return bytes
  }

  /// Thousands of samples of one size, sizes of 4 bits, and a movie with padding.
  static var compact: [UInt8] {
    var uniform = TrackBytes()
    uniform.handler = "soun"
    uniform.sampleDescriptions = [
      B.box("sowt", B.zeros(6), B.u16(1), B.zeros(8), B.u16(2, 16), B.zeros(4), B.u32(48_000 << 16))
    ]
    uniform.tables =
      B.full("stts", B.u32(2, 50, 1), B.u32(50, 2)) + B.full("stsc", B.u32(1, 1, 10, 1))
      + B.full("stsz", B.u32(4, 100)) + B.full("stco", B.u32(10), B.u32((0..<10).map { 40 * $0 }))
    var small = TrackBytes()
    small.id = 2
    small.tables =
      B.full("stts", B.u32(1, 9, 100)) + B.full("stsc", B.u32(1, 1, 9, 1))
      + B.full("stz2", [0, 0, 0, 4], B.u32(9), [0x12, 0x34, 0x56, 0x78, 0x90]) + B.full("stco", B.u32(1, 500))
    return B.box("wide") + B.box("free", B.zeros(9))
      + TrackBytes.movie([uniform, small], extra: B.box("udta", B.u32(0)))
  }
}
