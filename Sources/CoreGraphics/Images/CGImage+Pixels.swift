extension CGImage {
  /// Returns the pixels in sRGB: red, green, blue and straight alpha, the top row first.
  package func straightPixels() -> [UInt8] {
    let rows = EncodingRows(self, channels: 4, background: nil)
    return [UInt8](unsafeUninitializedCapacity: 4 * width * height) { pixels, count in
      guard let start = pixels.baseAddress else { return }
      rows.write(to: start, stride: 4 * width)
      count = 4 * width * height
    }
  }
}
