import Foundation
import Testing

@testable import GStreamer
@testable import MediaSource

/// Between Y'CbCr and R'G'B' of 8 bits, values are the nearest to those of ITU-T H.273: GStreamer's converter is up to
/// five steps darker.
@Suite struct RGBConversionTests {
  private static let (width, height) = (48, 32)

  struct Coding: Sendable, CustomTestStringConvertible {
    let name: String
    let colorimetry: String
    let kr: Double
    let kb: Double
    let isFull: Bool
    var testDescription: String { name }

    /// Red, green and blue of 0 to 255.
    func rgb(_ y: Double, _ cb: Double, _ cr: Double) -> [Double] {
      let light = isFull ? y / 255 : (y - 16) / 219
      let (b, r) = ((cb - 128) / (isFull ? 255 : 224), (cr - 128) / (isFull ? 255 : 224))
      let (red, blue) = (light + 2 * (1 - kr) * r, light + 2 * (1 - kb) * b)
      return [red, (light - kr * red - kb * blue) / (1 - kr - kb), blue].map { min(max($0 * 255, 0), 255) }
    }

    func ycbcr(_ r: Double, _ g: Double, _ b: Double) -> [Double] {
      let light = (kr * r + (1 - kr - kb) * g + kb * b) / 255
      let (cb, cr) = ((b / 255 - light) / (2 * (1 - kb)), (r / 255 - light) / (2 * (1 - kr)))
      return isFull
        ? [light * 255, cb * 255 + 128, cr * 255 + 128].map { min(max($0, 0), 255) }
        : [light * 219 + 16, cb * 224 + 128, cr * 224 + 128]
    }
  }

  static let codings = [
    Coding(name: "709", colorimetry: "bt709", kr: 0.2126, kb: 0.0722, isFull: false),
    Coding(name: "601", colorimetry: "bt601", kr: 0.299, kb: 0.114, isFull: false),
    Coding(name: "601, full", colorimetry: "1:4:0:0", kr: 0.299, kb: 0.114, isFull: true),
    Coding(name: "2020", colorimetry: "2:6:5:7", kr: 0.2627, kb: 0.0593, isFull: false),
  ]

  private func caps(_ format: String, _ colorimetry: String, _ others: String = "") throws -> Caps {
    try Caps(
      "video/x-raw,format=\(format),width=\(Self.width),height=\(Self.height),framerate=1/1,colorimetry=\(colorimetry)\(others)"
    )
  }

  private func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 7
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  private func converted(_ bytes: [UInt8], _ source: Caps, _ target: Caps) throws -> [UInt8] {
    try VideoConverter(from: source, to: target).convert(Buffer(copying: Data(bytes))).withUnsafeBytes { [UInt8]($0) }
  }

  @Test(arguments: codings, ["BGRA", "ARGB", "RGBA", "RGB"])
  func pixels_areTheNearestToTheMatrix(_ coding: Coding, _ target: String) throws {
    let count = Self.width * Self.height
    let frame = noise(3 * count)
    let pixels = try converted(frame, caps("Y444", coding.colorimetry), caps(target, "sRGB"))
    let size = target == "RGB" ? 3 : 4
    let places = ["R", "G", "B"].map { Array(target).firstIndex(of: Character($0)) ?? 0 }
    #expect(pixels.count == size * count)
    var worst = 0.0
    for n in 0..<count {
      let exact = coding.rgb(Double(frame[n]), Double(frame[count + n]), Double(frame[2 * count + n]))
      for (place, value) in zip(places, exact) { worst = max(worst, abs(Double(pixels[size * n + place]) - value)) }
      if let alpha = Array(target).firstIndex(of: "A") { #expect(pixels[size * n + alpha] == 255) }
    }
    #expect(worst < 0.51, "\(worst)")
  }

  @Test(arguments: codings) func samples_areTheNearestToTheMatrix(_ coding: Coding) throws {
    let count = Self.width * Self.height
    let pixels = noise(4 * count)
    let frame = try converted(pixels, caps("BGRA", "sRGB"), caps("Y444", coding.colorimetry))
    var worst = 0.0
    for n in 0..<count {
      let exact = coding.ycbcr(Double(pixels[4 * n + 2]), Double(pixels[4 * n + 1]), Double(pixels[4 * n]))
      for c in 0..<3 { worst = max(worst, abs(Double(frame[c * count + n]) - exact[c])) }
    }
    // Chroma is rounded to a sixteenth on its way.
    #expect(worst < 0.55, "\(worst)")
  }

  /// Chroma lies at the left pixel of each pair, half-way between rows.
  @Test(arguments: ["I420", "NV12", "Y42B", "UYVY"]) func chromaOfFewerSamples_isInterpolated(_ format: String) throws {
    let (coding, width, height) = (Self.codings[0], Self.width, Self.height)
    let whole = ["I420", "NV12"].contains(format)
    let rows = whole ? height / 2 : height
    let luma = noise(width * height)
    // Chroma near gray: no colour is outside of R'G'B'.
    let chroma = noise(width / 2 * rows * 2).map { 118 + $0 % 20 }
    func sample(_ c: Int, _ x: Int, _ y: Int) -> Double {
      Double(chroma[c * width / 2 * rows + min(max(y, 0), rows - 1) * width / 2 + min(max(x, 0), width / 2 - 1)])
    }
    func bytes(_ c: Int) -> [UInt8] { Array(chroma[c * width / 2 * rows..<(c + 1) * width / 2 * rows]) }
    let (cb, cr) = (bytes(0), bytes(1))
    var frame = luma + chroma
    if format == "NV12" { frame = luma + cb.indices.flatMap { n in [cb[n], cr[n]] } }
    if format == "UYVY" { frame = cb.indices.flatMap { n in [cb[n], luma[2 * n], cr[n], luma[2 * n + 1]] } }
    let pixels = try converted(frame, caps(format, "bt709"), caps("BGRA", "sRGB"))
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let values = (0..<2).map { c -> Double in
          func row(_ y: Int) -> Double {
            x % 2 == 0 ? sample(c, x / 2, y) : (sample(c, x / 2, y) + sample(c, x / 2 + 1, y)) / 2
          }
          return whole ? (3 * row(y / 2) + row(y % 2 == 0 ? y / 2 - 1 : y / 2 + 1)) / 4 : row(y)
        }
        let exact = coding.rgb(Double(luma[y * width + x]), values[0], values[1])
        for (place, value) in zip([2, 1, 0], exact) {
          worst = max(worst, abs(Double(pixels[4 * (y * width + x) + place]) - value))
        }
      }
    }
    #expect(worst < 0.51, "\(worst)")
  }

  @Test(arguments: ["I420", "NV12", "UYVY", "Y444"]) func grayThatGoesThereAndBack_staysTheSame(_ format: String) throws
  {
    let count = Self.width * Self.height
    // From black to white: gray of R'G'B' that is whole has luma of its own.
    let pixels = (0..<count).flatMap { n -> [UInt8] in [UInt8](repeating: UInt8(n % 256), count: 3) + [255] }
    let there = try converted(pixels, caps("BGRA", "sRGB"), caps(format, "bt709"))
    let back = try converted(there, caps(format, "bt709"), caps("BGRA", "sRGB"))
    let again = try converted(back, caps("BGRA", "sRGB"), caps(format, "bt709"))
    #expect(again == there)
    #expect(zip(pixels, back).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func fieldsOfInterlacedFrames_keepTheirColours() throws {
    let (width, height) = (Self.width, Self.height)
    let luma = [UInt8](repeating: 120, count: width * height)
    let plane = (0..<height / 2).flatMap { [UInt8](repeating: $0 % 2 == 0 ? 90 : 170, count: width / 2) }
    let fields = ",interlace-mode=interleaved,field-order=top-field-first"
    let pixels = try converted(
      luma + plane + plane, caps("I420", "bt709", fields), caps("BGRA", "sRGB", fields))
    for y in 0..<height {
      let chroma: Double = y % 2 == 0 ? 90 : 170
      let exact = Self.codings[0].rgb(120, chroma, chroma)
      for (place, value) in zip([2, 1, 0], exact) { #expect(abs(Double(pixels[4 * y * width + place]) - value) < 0.51) }
    }
  }

  /// Widths and heights that are odd have a last column and a last row of chroma of their own.
  @Test func oddSizes_areConverted() throws {
    let (width, height) = (5, 3)
    func caps(_ format: String, _ colorimetry: String) throws -> Caps {
      try Caps(
        "video/x-raw,format=\(format),width=\(width),height=\(height),framerate=1/1,colorimetry=\(colorimetry)")
    }
    let white = [UInt8](repeating: 255, count: 4 * width * height)
    let there = try VideoConverter(from: caps("BGRA", "sRGB"), to: caps("I420", "bt709"))
      .convert(Buffer(copying: Data(white)))
    let back = try VideoConverter(from: caps("I420", "bt709"), to: caps("BGRA", "sRGB")).convert(there)
    #expect(try back.withUnsafeBytes { [UInt8]($0) } == white)
  }
}
