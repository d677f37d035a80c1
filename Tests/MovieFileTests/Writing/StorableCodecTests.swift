import Foundation
import Testing

@testable import MovieFile

/// The codecs that each movie format can hold, by the MP4 Registration Authority, 3GPP (TS 26.244) and Apple, and as
/// ffmpeg writes them.
@Suite struct StorableCodecTests {
  /// A row of the table below.
  struct Row: CustomTestStringConvertible, Sendable {
    let words: String
    let codec: BoxType
    let objectType: UInt8?
    let handler: BoxType
    let holds: [MovieFormat: Bool]

    var testDescription: String { words }

    /// - Parameter line: `words | codec | + + - - -`; a codec has `_` for spaces, and `/` before its object type.
    init?(_ line: Substring, handler: BoxType) {
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard columns.count == 3 else { return nil }
      let name = columns[1].split(separator: "/")
      let code = name[0].utf8.reduce(0) { $0 << 8 | UInt32($1 == UInt8(ascii: "_") ? 32 : $1) }
      words = columns[0]
      codec = BoxType(rawValue: code)
      objectType = name.count > 1 ? UInt8(name[1], radix: 16) : nil
      self.handler = handler
      let marks = columns[2].split(separator: " ").map { $0 == "+" }
      guard marks.count == 5 else { return nil }
      holds = Dictionary(uniqueKeysWithValues: zip([.mov, .mp4, .m4v, .m4a, .threeGP], marks))
    }
  }

  static let pictures = """
    H.264                         | avc1    | + + + - +
    H.264, parameters in samples  | avc3    | + + + - +
    HEVC                          | hvc1    | + + + - +
    HEVC, parameters in samples   | hev1    | + + + - +
    Dolby Vision                  | dvh1    | + + + - -
    MPEG-4 part 2                 | mp4v/20 | + + + - +
    MPEG-2                        | mp4v/61 | + + - - -
    MPEG-1                        | mp4v/6a | + + - - -
    JPEG, as MPEG-4 has it        | mp4v/6c | + + - - -
    PNG, as MPEG-4 has it         | mp4v/6d | + + - - -
    H.263                         | s263    | + + - - +
    H.263, QuickTime's name       | h263    | + - - - -
    VP8                           | vp08    | + + - - -
    VP9                           | vp09    | + + - - -
    AV1                           | av01    | + + - - -
    VVC                           | vvc1    | + + - - -
    VC-1                          | vc-1    | + + - - -
    JPEG                          | jpeg    | + + + + -
    PNG                           | png_    | + + + + -
    Motion JPEG A                 | mjpa    | + - - - -
    Motion JPEG B                 | mjpb    | + - - - -
    Animation                     | rle_    | + - - - -
    ProRes                        | apcn    | + - - - -
    ProRes HQ                     | apch    | + - - - -
    ProRes 4444                   | ap4h    | + - - - -
    DNxHD                         | AVdn    | + - - - -
    DNxHR                         | AVdh    | + - - - -
    DV                            | dvc_    | + - - - -
    DV, PAL                       | dvcp    | + - - - -
    DVCPRO 50                     | dv5p    | + - - - -
    DVCPRO HD                     | dvhp    | + - - - -
    HDV                           | hdv3    | + - - - -
    XDCAM                         | xdvb    | + - - - -
    IMX                           | mx5p    | + - - - -
    MPEG-2, QuickTime's name      | m2v1    | + - - - -
    stored, Y Cb Y Cr             | yuvs    | + - - - -
    stored, Cb Y Cr Y             | 2vuy    | + - - - -
    stored, 10 bits               | v210    | + - - - -
    stored, RGB                   | raw_    | + - - - -
    stored, BGRA                  | BGRA    | + - - - -
    Cinepak                       | cvid    | + - - - -
    Sorenson                      | SVQ3    | + - - - -
    Hap                           | Hap1    | + - - - -
    CineForm                      | CFHD    | + - - - -
    nobody's                      | zzzz    | + - - - -
    """

  static let sounds = """
    AAC                           | mp4a/40 | + + + + +
    AAC of MPEG-2                 | mp4a/67 | + + + + +
    MPEG audio, as MPEG-4 has it  | mp4a/6b | + + - - -
    Vorbis, as others have it     | mp4a/dd | + + - - -
    Apple Lossless                | alac    | + + + + -
    AC-3                          | ac-3    | + + + + -
    Enhanced AC-3                 | ec-3    | + + + + -
    AC-4                          | ac-4    | - + - - -
    Opus                          | Opus    | - + - - -
    FLAC                          | fLaC    | - + - - -
    TrueHD                        | mlpa    | - + - - -
    DTS                           | dtsc    | - + - - -
    MPEG-H                        | mhm1    | - + - - -
    AMR                           | samr    | + + - - +
    AMR, wide band                | sawb    | + + - - +
    AMR-WB+                       | sawp    | + + - - +
    EVS                           | sevs    | + + - - +
    PCM, ISO's                    | ipcm    | - + - - -
    PCM, ISO's floating           | fpcm    | - + - - -
    PCM, high byte first          | twos    | + - - - -
    PCM, low byte first           | sowt    | + - - - -
    PCM, 24 bits                  | in24    | + - - - -
    PCM, floating                 | fl32    | + - - - -
    PCM, Core Audio's             | lpcm    | + - - - -
    PCM, unsigned                 | raw_    | + - - - -
    mu-law                        | ulaw    | + - - - -
    A-law                         | alaw    | + - - - -
    IMA ADPCM                     | ima4    | + - - - -
    MPEG audio, QuickTime's name  | .mp3    | + - - - -
    QDesign                       | QDM2    | + - - - -
    """

  static let texts = """
    timed text                    | tx3g    | + + + + +
    QuickTime text, of chapters   | text    | + + + + -
    WebVTT                        | wvtt    | + + + + -
    """

  static let rows: [Row] = [(pictures, BoxType.video), (sounds, .audio), (texts, "text")].flatMap { table, handler in
    table.split(separator: "\n").compactMap { Row($0, handler: handler) }
  }

  @Test(arguments: rows) func coding_isHeldByTheseKinds(row: Row) {
    for (format, isHeld) in row.holds {
      let reason = format.unsupportedReason(of: row.codec, objectType: row.objectType, handler: row.handler)
      #expect((reason == nil) == isHeld, "\(format.name): \(reason ?? "held")")
    }
  }

  @Test func table_isReadWhole() {
    let lines = [Self.pictures, Self.sounds, Self.texts].flatMap { $0.split(separator: "\n") }
    #expect(Self.rows.count == lines.count)
  }

  @Test func reasons_nameTheFormatsThatHoldTheCodec() {
    func reason(_ format: MovieFormat, _ codec: BoxType, _ type: UInt8? = nil, _ handler: BoxType = .video) -> String? {
      format.unsupportedReason(of: codec, objectType: type, handler: handler)
    }
    #expect(reason(.mp4, "yuvs") == "only QuickTime files know it")
    #expect(reason(.mp4, "\0\0\0\u{18}") == "only QuickTime files know it")
    #expect(reason(.mp4, "zzzz") == "it is not registered for such files")
    #expect(reason(.m4a, "avc1") == "it is for sound")
    #expect(reason(.m4a, "Opus", nil, .audio) == "music players' files hold AAC, Apple Lossless, AC-3 and E-AC-3")
    #expect(reason(.mov, "mlpa", nil, .audio) == "no specification says how QuickTime files store it")
    #expect(reason(.mov, "ipcm", nil, .audio) == "QuickTime has other names for stored samples")
    #expect(
      reason(.threeGP, "mp4v", 0x61) == "3GPP's files hold H.263, H.264, HEVC, MPEG-4, AAC, AMR and timed text")
  }
}
