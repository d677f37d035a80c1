import Foundation

/// Conversion between rows of a bitmap layout and Cairo's pixels: native 32-bit words, alpha in the top byte,
/// premultiplied.
struct PixelRows {
  let layout: BitmapLayout
  /// The conversion from the bitmap's colours to the context's, if they differ.
  let conversion: ColorConversion.Tables?

  /// True if pixels are Cairo's words in the other byte order: A, R, G, B, premultiplied. It has a path of its own,
  /// since video uses it, and compilers vectorise its loop.
  private var isSwapped: Bool {
    guard let color = layout.color else { return false }
    return color == (1, 2, 3) && layout.alphaOffset == 0 && layout.alpha == .premultiplied
  }

  /// Reads pixels of a row.
  func load(_ row: UnsafeRawPointer, into words: UnsafeMutablePointer<UInt32>, count: Int) {
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    guard let color = layout.color else {
      for x in 0..<count { words[x] = UInt32(bytes[x]) << 24 }
      return
    }
    if isSwapped, conversion == nil {
      for x in 0..<count { words[x] = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self).byteSwapped }
      return
    }
    let step = layout.bytesPerPixel
    let alphaOffset = layout.alpha == .opaque ? nil : layout.alphaOffset
    for x in 0..<count {
      let pixel = bytes + x * step
      var (red, green, blue) = (pixel[color.red], pixel[color.green], pixel[color.blue])
      let alpha = alphaOffset.map { pixel[$0] } ?? 255
      if let conversion {
        if layout.alpha == .premultiplied && alpha < 255 {
          (red, green, blue) = (divide(red, alpha), divide(green, alpha), divide(blue, alpha))
          (red, green, blue) = conversion.convert(red, green, blue)
          (red, green, blue) = (multiply(red, alpha), multiply(green, alpha), multiply(blue, alpha))
        } else {
          (red, green, blue) = conversion.convert(red, green, blue)
        }
      }
      if layout.alpha == .straight && alpha < 255 {
        (red, green, blue) = (multiply(red, alpha), multiply(green, alpha), multiply(blue, alpha))
      }
      words[x] = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  /// Writes pixels of a row, in a context's layout, where alpha is opaque or premultiplied.
  func store(_ words: UnsafePointer<UInt32>, to row: UnsafeMutableRawPointer, count: Int) {
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    guard let color = layout.color else {
      for x in 0..<count { bytes[x] = UInt8(words[x] >> 24) }
      return
    }
    if isSwapped {
      for x in 0..<count { row.storeBytes(of: words[x].byteSwapped, toByteOffset: x * 4, as: UInt32.self) }
      return
    }
    let step = layout.bytesPerPixel
    if layout.isGray {
      // Gray was drawn as three equal components.
      for x in 0..<count { bytes[x * step + color.green] = UInt8(words[x] >> 8 & 0xFF) }
      return
    }
    for x in 0..<count {
      let (pixel, word) = (bytes + x * step, words[x])
      pixel[color.red] = UInt8(word >> 16 & 0xFF)
      pixel[color.green] = UInt8(word >> 8 & 0xFF)
      pixel[color.blue] = UInt8(word & 0xFF)
      if let alpha = layout.alphaOffset { pixel[alpha] = layout.alpha == .opaque ? 255 : UInt8(word >> 24) }
    }
  }
}

/// Returns `value · alpha / 255`, rounded.
private func multiply(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
  let product = UInt32(value) * UInt32(alpha) + 128
  return UInt8((product + product >> 8) >> 8)
}

/// Returns `value / alpha` of 255, rounded; colours brighter than their alpha are clamped.
func divide(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
  guard alpha > 0 else { return 0 }
  let (value, alpha) = (UInt32(value), UInt32(alpha))
  return UInt8(min(255, (value * 255 + alpha / 2) / alpha))
}
