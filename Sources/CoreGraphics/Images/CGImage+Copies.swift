import Foundation

extension CGImage {
  /// Returns a copy.
  public func copy() -> CGImage? {
    with(provider: dataProvider, width: width, height: height, space: colorSpace)
  }

  /// Returns a copy whose components are interpreted in another space, or nil if their number differs.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard let colorSpace, colorSpace.numberOfComponents == space.numberOfComponents else { return nil }
    return with(provider: dataProvider, width: width, height: height, space: space)
  }

  /// Returns the part of the image inside a rectangle, in pixels from the top left corner, or nil if there is none.
  ///
  /// The rectangle is enlarged to whole pixels and clipped to the image. Bytes are shared, not copied.
  public func cropping(to rect: CGRect) -> CGImage? {
    let bounds = CGRect(x: 0, y: 0, width: width, height: height)
    guard let part = rect.isInfinite ? bounds : rect.integral.overlap(bounds), let provider = dataProvider else {
      return nil
    }
    let (x, y, width, height) = (Int(part.minX), Int(part.minY), Int(part.width), Int(part.height))
    let start = provider.bytes.startIndex + y * bytesPerRow + x * layout.bytesPerPixel
    let end = start + (height - 1) * bytesPerRow + width * layout.bytesPerPixel
    return with(
      provider: CGDataProvider(bytes: provider.bytes[start..<end]), width: width, height: height, space: colorSpace)
  }

  private func with(provider: CGDataProvider?, width: Int, height: Int, space: CGColorSpace?) -> CGImage? {
    guard let provider else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space ?? .deviceGray, bitmapInfo: bitmapInfo, provider: provider, decode: nil,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent)
  }
}
