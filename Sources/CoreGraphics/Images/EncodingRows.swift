import Foundation

/// An image's pixels in the form of encoders: gray or sRGB, with straight alpha last, or composited over a background
/// without alpha.
struct EncodingRows {
  private let image: CGImage
  private let channels: Int
  private let background: SIMD3<Int>?
  private let conversion: ColorConversion.Tables?

  init(_ image: CGImage, channels: Int, background: CGColor?) {
    self.image = image
    self.channels = channels
    let space: CGColorSpace = image.layout.isGray ? .deviceGray : .standardRGB
    conversion = image.colorSpace.flatMap { ColorConversion(from: $0, to: space) }?.tables()
    self.background = background.map { color in
      let rgb = color.rgb(in: space) * 255
      return SIMD3(Int(rgb.x.rounded()), Int(rgb.y.rounded()), Int(rgb.z.rounded()))
    }
  }

  func write(to target: UnsafeMutablePointer<UInt8>, stride: Int) {
    image.withPixels { pixels in
      for y in 0..<image.height {
        writeRow(
          (pixels + y * image.bytesPerRow).assumingMemoryBound(to: UInt8.self), to: target + y * stride)
      }
    }
  }

  private func writeRow(_ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
    let layout = image.layout
    // Alpha alone is drawn as black.
    let color = layout.color
    let alphaOffset = layout.alpha == .opaque ? nil : layout.alphaOffset
    for x in 0..<image.width {
      let (pixel, out) = (row + x * layout.bytesPerPixel, target + x * channels)
      var (red, green, blue): (UInt8, UInt8, UInt8) = (0, 0, 0)
      if let color { (red, green, blue) = (pixel[color.red], pixel[color.green], pixel[color.blue]) }
      let alpha = alphaOffset.map { pixel[$0] } ?? 255
      if layout.alpha == .premultiplied, alpha < 255 {
        (red, green, blue) = (divide(red, alpha), divide(green, alpha), divide(blue, alpha))
      }
      if let conversion { (red, green, blue) = conversion.convert(red, green, blue) }
      if let background, alpha < 255 {
        red = blend(red, alpha, background.x)
        green = blend(green, alpha, background.y)
        blue = blend(blue, alpha, background.z)
      }
      if channels < 3 {
        out[0] = green
      } else {
        (out[0], out[1], out[2]) = (red, green, blue)
      }
      if channels % 2 == 0 { out[channels - 1] = alpha }
    }
  }

  private func blend(_ value: UInt8, _ alpha: UInt8, _ background: Int) -> UInt8 {
    let sum: Int = Int(value) * Int(alpha) + background * (255 - Int(alpha))
    return UInt8((sum + 127) / 255)
  }
}
