import Foundation

/// An immutable image: pixels, their layout and their colour space.
///
/// Pixels have 8 bits per component: gray, gray and alpha, RGB in three bytes, RGB and a fourth byte in any order, or
/// alpha alone; deeper PNG files are rounded to that. Frames of 10 bits and more are pixel buffers, which are processed
/// and encoded without conversion to images. Each side is at most 32,767 pixels for drawing; images themselves may be
/// larger.
public final class CGImage: Sendable {
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of bits per component; 8.
  public let bitsPerComponent: Int
  /// The number of bits from one pixel to the next.
  public let bitsPerPixel: Int
  /// The number of bytes from one row to the next.
  public let bytesPerRow: Int
  /// The layout of a pixel.
  public let bitmapInfo: CGBitmapInfo
  /// The colour space; nil for alpha alone.
  public let colorSpace: CGColorSpace?
  /// The bytes of all rows, the top one first.
  public let dataProvider: CGDataProvider?
  /// True if drawing at another size may interpolate pixels.
  public let shouldInterpolate: Bool
  /// The treatment of colours that a destination cannot show.
  public let renderingIntent: CGColorRenderingIntent
  let layout: BitmapLayout
  /// The format of the file that the image was decoded from.
  let fileFormat: ImageCodec?

  /// Creates an image over the bytes of a provider, or nil if the layout is not one of those above, the size is not
  /// positive, rows overlap, the provider has too few bytes, or `decode` is given.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard decode == nil else { return nil }
    self.init(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider,
      shouldInterpolate: shouldInterpolate, intent: intent, fileFormat: nil)
  }

  init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, shouldInterpolate: Bool, intent: CGColorRenderingIntent,
    fileFormat: ImageCodec?
  ) {
    guard
      let layout = BitmapLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, components: space.numberOfComponents,
        info: bitmapInfo),
      let needed = byteCount(width: width, height: height, layout: layout, bytesPerRow: bytesPerRow),
      provider.bytes.count >= needed
    else { return nil }
    self.width = width
    self.height = height
    self.bitsPerComponent = bitsPerComponent
    self.bitsPerPixel = bitsPerPixel
    self.bytesPerRow = bytesPerRow
    self.bitmapInfo = bitmapInfo
    colorSpace = layout.color == nil ? nil : space
    dataProvider = provider
    self.shouldInterpolate = shouldInterpolate
    renderingIntent = intent
    self.layout = layout
    self.fileFormat = fileFormat
  }

  /// The uniform type identifier of the file that the image was decoded from, such as public.png; nil for others.
  public var utType: CFString? { fileFormat.map { $0.rawValue as CFString } }

  /// The place of alpha, and its premultiplication.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha }
  /// The order of a pixel's bytes.
  public var byteOrderInfo: CGImageByteOrderInfo { bitmapInfo.byteOrder }
  /// The packing of components.
  public var pixelFormatInfo: CGImagePixelFormatInfo { bitmapInfo.pixelFormat }
  /// True for a mask rather than an image; always false.
  public var isMask: Bool { false }

  /// Reads the pixels' memory, the top row first.
  package func withPixels<Result>(_ body: (UnsafeRawPointer) throws -> Result) rethrows -> Result {
    // The initialiser has checked that there are bytes, and how many.
    try dataProvider!.bytes.withUnsafeBytes { try body($0.baseAddress!) }
  }
}

extension CGImage: Hashable {
  /// Two images are equal if they are the same object.
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// Returns the number of bytes from the first to the last pixel of a bitmap, or nil if the numbers are invalid or
/// overflow.
func byteCount(width: Int, height: Int, layout: BitmapLayout, bytesPerRow: Int) -> Int? {
  guard width > 0, height > 0 else { return nil }
  let (row, overflow) = width.multipliedReportingOverflow(by: layout.bytesPerPixel)
  guard !overflow, bytesPerRow >= row else { return nil }
  let (rows, overflow2) = (height - 1).multipliedReportingOverflow(by: bytesPerRow)
  let (total, overflow3) = rows.addingReportingOverflow(row)
  return overflow2 || overflow3 ? nil : total
}
