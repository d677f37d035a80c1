import Foundation
import Testing

@testable import GStreamer
@testable import MediaSource

/// Frames that get another depth, another sampling of chroma or another order of samples are those that ffmpeg makes,
/// bit for bit: GStreamer's converter makes white of eight bits brighter than white in ten, and blurs chroma across
/// where only its rows change.
@Suite struct FrameConversionTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let source: String
    let target: String
    let scaler: String
    var testDescription: String { "\(source) to \(target)" }

    init(_ source: String, _ target: String, _ scaler: String = "bilinear") {
      (self.source, self.target, self.scaler) = (source, target, scaler)
    }
  }

  static let pairs = [
    Pair("I420", "Y42B"), Pair("I420", "I420_10LE"), Pair("I420", "I422_10LE"), Pair("I420", "I420_12LE"),
    Pair("NV12", "I420_10LE"), Pair("NV12", "P010_10LE"), Pair("I420_10LE", "P010_10LE"),
    Pair("I420_10LE", "I422_10LE"), Pair("P010_10LE", "I420_10LE"), Pair("Y42B", "I422_10LE"),
    Pair("Y42B", "I420", "area"), Pair("I422_10LE", "I420_10LE", "area"),
  ]

  private static let names = [
    "I420": "yuv420p", "NV12": "nv12", "Y42B": "yuv422p", "I420_10LE": "yuv420p10le", "I420_12LE": "yuv420p12le",
    "P010_10LE": "p010le", "I422_10LE": "yuv422p10le",
  ]

  private func caps(_ format: String, _ width: Int, _ height: Int, _ others: String = "") throws -> Caps {
    try Caps("video/x-raw,format=\(format),width=\(width),height=\(height),framerate=1/1\(others)")
  }

  /// Numbers of some bits that look random, the same each time.
  private func noise(_ count: Int, bits: Int) -> [UInt16] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt16(truncatingIfNeeded: state >> 33) & (1 << bits - 1)
    }
  }

  /// The bytes of words, the low one first, with bits of 0 below.
  private func stored(_ words: [UInt16], shift: Int = 0) -> Data {
    Data(
      words.flatMap { word in
        let shifted = word << shift
        return [UInt8(truncatingIfNeeded: shifted), UInt8(shifted >> 8)]
      })
  }

  // Rows of 160 pixels have no bytes between them, in either program.

  @Test(arguments: pairs)
  func otherFormats_areThoseOfFFmpeg(_ pair: Pair) throws {
    let (source, target) = (try #require(Self.names[pair.source]), try #require(Self.names[pair.target]))
    let count = 160 * 96 * (pair.source.contains("42B") || pair.source.contains("422") ? 4 : 3) / 2
    let frame =
      pair.source.contains("10")
      ? stored(noise(count, bits: 10), shift: pair.source == "P010_10LE" ? 6 : 0)
      : Data(noise(count, bits: 8).map { UInt8($0) })
    let folder = try TemporaryFolder()
    let path = folder.file("source.raw")
    try frame.write(to: URL(filePath: path))
    let theirs = try Oracle.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", source, "-s", "160x96", "-i", path]
        + ["-sws_flags", "\(pair.scaler)+accurate_rnd", "-pix_fmt", target, "-f", "rawvideo", "-"])
    let converter = try VideoConverter(from: caps(pair.source, 160, 96), to: caps(pair.target, 160, 96))
    let ours = try converter.convert(Buffer(copying: frame)).withUnsafeBytes { Data($0) }
    #expect(ours.count == theirs.count && ours == theirs)
  }

  /// ffmpeg adds a pattern before it leaves bits out.
  @Test(arguments: [("I420_10LE", "I420", 10, 8), ("I420_12LE", "I420_10LE", 12, 10)])
  func fewerBits_areTheNearestValues(_ source: String, _ target: String, _ bits: Int, _ fewer: Int) throws {
    let values = noise(160 * 96 * 3 / 2, bits: bits)
    let nearest = values.map { min(($0 + 2) >> 2, 1 << fewer - 1) }
    let converter = try VideoConverter(from: caps(source, 160, 96), to: caps(target, 160, 96))
    let ours = try converter.convert(Buffer(copying: stored(values))).withUnsafeBytes { Data($0) }
    let expected = fewer == 8 ? Data(nearest.map { UInt8($0) }) : stored(nearest)
    #expect(ours == expected)
  }

  /// Of limited range, a value becomes four times as great; of full range, the greatest becomes the greatest.
  @Test(arguments: [("bt709", [64, 400, 940, 1020]), ("1:3:5:1", [64, 401, 943, 1023])])
  func eightBits_becomeTen_andEightAgain(_ colors: String, _ expected: [Int]) throws {
    let others = ",colorimetry=(string)\(colors)"
    let (eight, ten) = (try caps("I420", 4, 2, others), try caps("I420_10LE", 4, 2, others))
    let values: [UInt8] = [16, 100, 235, 255]
    let frame = Data(values + values + [128, 240, 0, 0, 128, 16, 0, 0])
    let deep = try VideoConverter(from: eight, to: ten).convert(Buffer(copying: frame))
    let bytes = try deep.withUnsafeBytes { Data($0) }
    let words = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
    #expect(words == expected + expected)
    let again = try VideoConverter(from: ten, to: eight).convert(deep).withUnsafeBytes { Data($0) }
    #expect(again.prefix(10) == frame.prefix(10))
  }

  /// Gray has the full range, and Y'CbCr the limited one, without a colour.
  @Test(arguments: ["GRAY8", "GRAY16_LE", "GRAY16_BE"])
  func gray_becomesLumaBetweenBlackAndWhite(_ format: String) throws {
    let values: [UInt16] = [0, 100, 200, 255, 1, 50, 128, 254]
    // The same brightness in 16 bits is that of a byte twice.
    let frame = Data(values.flatMap { [UInt8]([UInt8($0), UInt8($0)].prefix(format == "GRAY8" ? 1 : 2)) })
    let gray = try VideoConverter(from: caps(format, 4, 2), to: caps("I420", 4, 2))
    let planes = try gray.convert(Buffer(copying: frame)).withUnsafeBytes { Data($0) }
    let luma = values.map { (value: UInt16) -> UInt8 in UInt8((16 + Double(value) * 219 / 255).rounded()) }
    #expect(planes.prefix(8) == Data(luma))
    // Rows of two samples of chroma are four bytes long.
    #expect([planes[8], planes[9], planes[12], planes[13]] == [128, 128, 128, 128])
  }
}
