import CoreGraphics
import Foundation
import MediaSource
import TestSupport
import Testing

/// The bytes of an image: blue, green, red, alpha.
package struct ImagePixels {
  package let width: Int
  package let height: Int
  package var bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  package init(_ image: CGImage) throws {
    (width, height) = (image.width, image.height)
    #expect(image.bitsPerPixel == 32 && image.byteOrderInfo == .order32Little && image.bytesPerRow == width * 4)
    let data = try #require(image.dataProvider?.data)
    bytes = [UInt8](Data(copying: data))
  }

  /// Decodes and converts one frame of a file with ffmpeg.
  ///
  /// - Parameter filters: filters behind the selection of the frame.
  package init(_ path: String, frame: Int, size: (Int, Int), _ filters: [String], format: String = "bgra") throws {
    (width, height) = size
    let raw = path + ".\(UUID().uuidString).bgra"
    defer { try? FileManager.default.removeItem(atPath: raw) }
    try Oracle.make(
      ["-noautorotate", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf"]
        + [(["select=eq(n\\,\(frame))"] + filters).joined(separator: ",")]
        + ["-frames:v", "1", "-pix_fmt", format, "-f", "rawvideo", raw])
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    #expect(bytes.count == width * height * 4)
  }

  /// Returns the ratio of the largest value to the mean error of blue, green and red, in decibels; 100 for none.
  package func psnr(_ other: ImagePixels) -> Double {
    guard bytes.count == other.bytes.count else { return 0 }
    var squares = 0
    for index in bytes.indices where index % 4 != 3 {
      let difference = Int(bytes[index]) - Int(other.bytes[index])
      squares += difference * difference
    }
    guard squares > 0 else { return 100 }
    return 10 * log10(255 * 255 * Double(bytes.count * 3 / 4) / Double(squares))
  }

  /// Returns the mean difference of blue, green and red.
  package func meanError(_ other: ImagePixels) -> Double {
    guard bytes.count == other.bytes.count else { return 255 }
    var sum = 0
    for index in bytes.indices where index % 4 != 3 { sum += abs(Int(bytes[index]) - Int(other.bytes[index])) }
    return Double(sum) / Double(bytes.count * 3 / 4)
  }
}

extension ImagePixels {
  /// The filters of ffmpeg that make pixels of a frame's colours.
  ///
  /// - Parameter sampling: the storage of the clip: `420`, `422` or `444`, and `p10` for ten bits.
  package static func filters(_ matrix: String, _ range: String, _ sampling: String = "420", left: Bool = true)
    -> [String]
  {
    let convert =
      "scale=in_color_matrix=\(matrix):in_range=\(range):out_range=pc:flags=accurate_rnd+full_chroma_int"
    if sampling.hasPrefix("444") { return [convert] }
    let vertical = sampling.hasPrefix("420") ? ":in_v_chr_pos=128" : ""
    let enlarge =
      "scale=in_range=\(range):out_range=\(range):in_h_chr_pos=\(left ? 0 : 128)\(vertical):flags=bilinear+accurate_rnd"
    return [enlarge, "format=yuv444p" + (sampling.hasSuffix("p10") ? "10le" : ""), convert]
  }
}
