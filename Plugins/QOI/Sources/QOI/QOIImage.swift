import Foundation

/// An image of the Quite OK Image format: rows of R, G, B and A, from the top, without gaps.
///
/// The format is that of https://qoiformat.org/qoi-specification.pdf (version 1.0).
public struct QOIImage: Equatable, Sendable {
  public var width: Int
  public var height: Int
  /// True if alpha is stored; without it, it is 255 throughout.
  public var hasAlpha: Bool
  /// Four bytes per pixel.
  public var pixels: [UInt8]

  /// The largest number of pixels in an image, the limit of the specification's own decoder.
  public static let pixelLimit = 400_000_000

  /// - Parameter pixels: `width * height * 4` bytes; traps with any other number.
  public init(width: Int, height: Int, hasAlpha: Bool, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height * 4, "four bytes a pixel")
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    self.pixels = pixels
  }
}

/// The reason why bytes are no QOI image.
public enum QOIError: Error, Equatable, CustomStringConvertible {
  case noMagic
  case truncated(at: Int)
  case badChannels(Int)
  case badColorSpace(Int)
  case badSize(width: Int, height: Int)
  case noEnd(at: Int)

  public var description: String {
    switch self {
    case .noMagic: "the bytes do not begin with 'qoif'"
    case .truncated(let position): "the picture's bytes end at \(position), before its last pixel"
    case .badChannels(let count): "it has \(count) channels, not 3 or 4"
    case .badColorSpace(let number): "its colour space is \(number), not 0 or 1"
    case .badSize(let width, let height): "it cannot be \(width) by \(height) pixels large"
    case .noEnd(let position): "the end marker is missing at byte \(position)"
    }
  }
}

/// A pixel's colour, for both directions of the codec.
struct QOIPixel: Equatable {
  var red: UInt8 = 0
  var green: UInt8 = 0
  var blue: UInt8 = 0
  var alpha: UInt8 = 255

  /// The index among the 64 colours in the table.
  var slot: Int { (Int(red) * 3 + Int(green) * 5 + Int(blue) * 7 + Int(alpha) * 11) & 63 }
}

/// The tags of chunks.
enum QOITag {
  static let index: UInt8 = 0x00
  static let difference: UInt8 = 0x40
  static let luma: UInt8 = 0x80
  static let run: UInt8 = 0xC0
  static let rgb: UInt8 = 0xFE
  static let rgba: UInt8 = 0xFF

  static let magic: [UInt8] = Array("qoif".utf8)
  static let headerSize = 14
  static let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
}
