import Foundation

/// Encodes an image row by row.
struct QOIEncoder {
  private(set) var bytes: [UInt8]
  private let hasAlpha: Bool
  private var known = [QOIPixel](repeating: QOIPixel(red: 0, green: 0, blue: 0, alpha: 0), count: 64)
  private var last = QOIPixel()
  private var run = 0

  init(width: Int, height: Int, hasAlpha: Bool) {
    self.hasAlpha = hasAlpha
    bytes = QOITag.magic
    bytes.reserveCapacity(width * height * 2 + QOITag.headerSize + QOITag.end.count)
    for size in [width, height] {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: size >> shift)) }
    }
    bytes += [hasAlpha ? 4 : 3, 0]
  }

  mutating func add(_ pixel: QOIPixel) {
    if pixel == last {
      run += 1
      if run == 62 { endRun() }
      return
    }
    endRun()
    let slot = pixel.slot
    if known[slot] == pixel {
      bytes.append(QOITag.index | UInt8(slot))
    } else {
      known[slot] = pixel
      store(pixel)
    }
    last = pixel
  }

  private mutating func store(_ pixel: QOIPixel) {
    guard pixel.alpha == last.alpha else {
      bytes += [QOITag.rgba, pixel.red, pixel.green, pixel.blue, pixel.alpha]
      return
    }
    // Differences wrap around, as in the decoder.
    let red = Int8(bitPattern: pixel.red &- last.red)
    let green = Int8(bitPattern: pixel.green &- last.green)
    let blue = Int8(bitPattern: pixel.blue &- last.blue)
    let (redToGreen, blueToGreen) = (red &- green, blue &- green)
    if (-2...1).contains(red), (-2...1).contains(green), (-2...1).contains(blue) {
      bytes.append(QOITag.difference | UInt8(red + 2) << 4 | UInt8(green + 2) << 2 | UInt8(blue + 2))
    } else if (-32...31).contains(green), (-8...7).contains(redToGreen), (-8...7).contains(blueToGreen) {
      bytes.append(QOITag.luma | UInt8(green + 32))
      bytes.append(UInt8(redToGreen + 8) << 4 | UInt8(blueToGreen + 8))
    } else {
      bytes += [QOITag.rgb, pixel.red, pixel.green, pixel.blue]
    }
  }

  private mutating func endRun() {
    if run > 0 { bytes.append(QOITag.run | UInt8(run - 1)) }
    run = 0
  }

  mutating func finish() -> Data {
    endRun()
    bytes += QOITag.end
    return Data(bytes)
  }
}

extension QOIImage {
  /// The image as the bytes of a file.
  public var encoded: Data {
    var encoder = QOIEncoder(width: width, height: height, hasAlpha: hasAlpha)
    for start in stride(from: 0, to: pixels.count, by: 4) {
      encoder.add(
        QOIPixel(
          red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2],
          alpha: hasAlpha ? pixels[start + 3] : 255))
    }
    return encoder.finish()
  }
}
