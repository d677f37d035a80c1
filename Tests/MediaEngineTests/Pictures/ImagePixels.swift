@testable import MediaSource
import CoreGraphics
import Foundation
import Testing

@testable import MediaEngine

/// The bytes of an image: blue, green, red, alpha.
struct ImagePixels {
  let width: Int
  let height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) { (self.width, self.height, self.bytes) = (width, height, bytes) }

  init(_ image: CGImage) throws {
    (width, height) = (image.width, image.height)
    #expect(image.bitsPerPixel == 32 && image.byteOrderInfo == .order32Little && image.bytesPerRow == width * 4)
    bytes = [UInt8](try #require(image.dataProvider?.data) as Data)
  }

  /// Decodes and converts one frame of a file with ffmpeg.
  ///
  /// - Parameter filters: filters behind the selection of the frame.
  init(_ path: String, frame: Int, size: (Int, Int), _ filters: [String], format: String = "bgra") throws {
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
  func psnr(_ other: ImagePixels) -> Double {
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
  func meanError(_ other: ImagePixels) -> Double {
    guard bytes.count == other.bytes.count else { return 255 }
    var sum = 0
    for index in bytes.indices where index % 4 != 3 { sum += abs(Int(bytes[index]) - Int(other.bytes[index])) }
    return Double(sum) / Double(bytes.count * 3 / 4)
  }
}
