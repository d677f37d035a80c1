import Foundation

extension CGImage {
  /// Decodes a PNG file's bytes; nil for other or damaged files.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(.png, source, decode, shouldInterpolate, intent)
  }

  /// Decodes a JPEG file's bytes; nil for other files or irreparable damage.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(.jpeg, source, decode, shouldInterpolate, intent)
  }

  private convenience init?(
    _ codec: ImageCodec, _ source: CGDataProvider, _ decode: UnsafePointer<CGFloat>?, _ shouldInterpolate: Bool,
    _ intent: CGColorRenderingIntent
  ) {
    guard decode == nil, let image = try? codec.decode(source.bytes), let space = image.colorSpace,
      let pixels = image.dataProvider
    else { return nil }
    self.init(
      width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent,
      bitsPerPixel: image.bitsPerPixel, bytesPerRow: image.bytesPerRow, space: space, bitmapInfo: image.bitmapInfo,
      provider: pixels, shouldInterpolate: shouldInterpolate, intent: intent, fileFormat: codec)
  }
}
