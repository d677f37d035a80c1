import Foundation

/// Writes images into a GIF file: each the whole screen, with colours of its own.
///
///     header ─ repetitions? ─ (control ─ image ─ palette ─ codes)* ─ trailer
package struct GIFEncoder {
  private var file = Data("GIF89a".utf8)
  private let width: Int
  private let height: Int
  /// The place of the last image's flags, which have its disposal.
  private var control: Int?

  /// - Parameters:
  ///   - width: The width of the screen: at most 65,535 pixels, as its height.
  ///   - loopCount: The number of repetitions, 0 for no end; nil to play the images once.
  package init?(width: Int, height: Int, loopCount: Int?) {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else { return nil }
    (self.width, self.height) = (width, height)
    // No palette of all images, and a resolution of eight bits.
    file += Self.word(width) + Self.word(height) + [0x70, 0, 0]
    if let loopCount {
      file += [0x21, 0xff, 11] + Data("NETSCAPE2.0".utf8) + [3, 1] + Self.word(min(max(0, loopCount), 65_535)) + [0]
    }
  }

  /// Adds an image that is no larger than the screen, at its upper left.
  ///
  /// - Parameter delay: The time for which the image is shown, in hundredths of a second.
  /// - Returns: False if it is larger.
  package mutating func add(_ image: CGImage, delay: Int) -> Bool {
    guard image.width <= width, image.height <= height else { return false }
    let palette = image.straightPixels().withUnsafeBufferPointer { GIFPalette($0) }
    // The image before does not show where this one is transparent, or does not reach: it is removed before.
    let isWhole = palette.transparent == nil && image.width == width && image.height == height
    if let control, !isWhole { file[control] = file[control] & 1 | 2 << 2 }
    file += [0x21, 0xf9, 4, 1 << 2 | (palette.transparent == nil ? 0 : 1)]
    control = file.count - 1
    file += Self.word(min(max(0, delay), 65_535)) + [palette.transparent ?? 0, 0]
    // A palette has a power of two of colours.
    let bits = max(1, (palette.colors.count - 1).bitWidth - (palette.colors.count - 1).leadingZeroBitCount)
    file += [0x2c] + Self.word(0) + Self.word(0) + Self.word(image.width) + Self.word(image.height)
    file += [0x80 | UInt8(bits - 1)]
    for index in 0..<(1 << bits) {
      let color = index < palette.colors.count ? palette.colors[index] : 0
      file += [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255)]
    }
    var codes = GIFCodeWriter(bits: max(2, bits))
    codes.write(palette.indices)
    file += codes.finish()
    return true
  }

  /// Returns the file.
  package func finish() -> Data { file + [0x3b] }

  private static func word(_ value: Int) -> Data { Data([UInt8(value & 255), UInt8(value >> 8)]) }
}

/// A writer of codes that stand for runs of pixels, of as many bits as the table needs (Appendix F).
private struct GIFCodeWriter {
  private static let maximumBits = 12
  /// A table of twice as many places as there are codes: a run's code before its last pixel, that pixel, and the run's code.
  private static let places = 1 << 13

  private let bits: Int
  private var keys = [UInt32](repeating: .max, count: Self.places)
  private var values = [UInt16](repeating: 0, count: Self.places)
  private var (pending, pendingCount) = (UInt32(0), 0)
  private var bytes: [UInt8] = []
  private var width: Int
  private var count: Int

  init(bits: Int) {
    (self.bits, width, count) = (bits, bits + 1, 1 << bits + 2)
    put(1 << bits)
  }

  mutating func write(_ indices: [UInt8]) {
    guard let first = indices.first else { return }
    var run = UInt16(first)
    for index in indices.dropFirst() {
      let key = UInt32(run) << 8 | UInt32(index)
      var place = Int((key &* 2_654_435_761) >> 19)
      while keys[place] != key, keys[place] != .max { place = (place + 1) & (Self.places - 1) }
      if keys[place] == key {
        run = values[place]
        continue
      }
      put(Int(run))
      run = UInt16(index)
      if count < 1 << Self.maximumBits {
        (keys[place], values[place]) = (key, UInt16(count))
        // A reader's table is a run behind: the code that fills it still has the old width.
        if count == 1 << width { width += 1 }
        count += 1
      } else {
        put(1 << bits)
        keys = [UInt32](repeating: .max, count: Self.places)
        (width, count) = (bits + 1, 1 << bits + 2)
      }
    }
    put(Int(run))
  }

  private mutating func put(_ code: Int) {
    pending |= UInt32(code) << UInt32(pendingCount)
    pendingCount += width
    while pendingCount >= 8 {
      bytes.append(UInt8(pending & 255))
      (pending, pendingCount) = (pending >> 8, pendingCount - 8)
    }
  }

  /// Returns the size of the smallest codes, and the codes in blocks of up to 255 bytes.
  mutating func finish() -> Data {
    // The last run made an entry in a reader's table too.
    if count == 1 << width, width < Self.maximumBits { width += 1 }
    put(1 << bits + 1)
    if pendingCount > 0 { bytes.append(UInt8(pending & 255)) }
    var result = Data([UInt8(bits)])
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      result.append(UInt8(block.count))
      result += block
    }
    return result + [0]
  }
}
