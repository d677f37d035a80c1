import CoreGraphics
import Foundation

/// The format of an image's pixels.
public struct vImage_CGImageFormat {
  public var bitsPerComponent: UInt32
  public var bitsPerPixel: UInt32
  /// The colour space; sRGB if nil.
  public var colorSpace: Unmanaged<CGColorSpace>!
  public var bitmapInfo: CGBitmapInfo
  public var version: UInt32
  public var decode: UnsafePointer<CGFloat>!
  public var renderingIntent: CGColorRenderingIntent

  public init() {
    self.init(
      bitsPerComponent: 0, bitsPerPixel: 0, colorSpace: nil, bitmapInfo: [], version: 0, decode: nil,
      renderingIntent: .defaultIntent)
  }

  public init(
    bitsPerComponent: UInt32, bitsPerPixel: UInt32, colorSpace: Unmanaged<CGColorSpace>!, bitmapInfo: CGBitmapInfo,
    version: UInt32, decode: UnsafePointer<CGFloat>!, renderingIntent: CGColorRenderingIntent
  ) {
    (self.bitsPerComponent, self.bitsPerPixel, self.colorSpace) = (bitsPerComponent, bitsPerPixel, colorSpace)
    (self.bitmapInfo, self.version, self.decode) = (bitmapInfo, version, decode)
    self.renderingIntent = renderingIntent
  }

  /// Creates a format, which keeps the colour space; nil for numbers of bits that cannot be.
  public init?(
    bitsPerComponent: Int, bitsPerPixel: Int, colorSpace: CGColorSpace, bitmapInfo: CGBitmapInfo,
    renderingIntent: CGColorRenderingIntent = .defaultIntent
  ) {
    guard bitsPerComponent > 0, bitsPerPixel >= bitsPerComponent, bitsPerPixel <= 128 else { return nil }
    self.init(
      bitsPerComponent: UInt32(bitsPerComponent), bitsPerPixel: UInt32(bitsPerPixel),
      colorSpace: .passRetained(colorSpace), bitmapInfo: bitmapInfo, version: 0, decode: nil,
      renderingIntent: renderingIntent)
  }

  /// Creates the format of an image, which keeps its colour space; nil for images without one.
  public init?(cgImage: CGImage) {
    guard let space = cgImage.colorSpace else { return nil }
    self.init(
      bitsPerComponent: cgImage.bitsPerComponent, bitsPerPixel: cgImage.bitsPerPixel, colorSpace: space,
      bitmapInfo: cgImage.bitmapInfo, renderingIntent: cgImage.renderingIntent)
  }

  /// The number of channels of a pixel, with that of alpha; 0 without a number of bits.
  public var componentCount: Int { bitsPerComponent == 0 ? 0 : Int(bitsPerPixel / bitsPerComponent) }

  fileprivate var space: CGColorSpace {
    colorSpace?.takeUnretainedValue() ?? CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
  }

  fileprivate var alpha: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
  }

  /// The format with premultiplied alpha, and the call that undoes it; nil for formats without other alpha.
  fileprivate var premultiplied: (info: CGBitmapInfo, isAlphaFirstInMemory: Bool)? {
    guard let alpha, alpha == .first || alpha == .last else { return nil }
    let other: CGImageAlphaInfo = alpha == .first ? .premultipliedFirst : .premultipliedLast
    let order = bitmapInfo.rawValue & ~CGBitmapInfo.alphaInfoMask.rawValue
    let isLittle = bitmapInfo.contains(.byteOrder32Little)
    return (CGBitmapInfo(rawValue: order | other.rawValue), (alpha == .first) != isLittle)
  }
}

/// Makes a buffer of an image's pixels in a format; `free` releases its memory.
///
/// An image in that format is copied as it is, another one is drawn.
///
/// - Parameters:
///   - format: Formats of 8 bits that contexts have, with or without premultiplied alpha. Without a number of bits, the
///     image's own is filled in.
///   - backgroundColor: The colour behind transparent pixels of a format without alpha; black if nil.
///   - flags: With `kvImageNoAllocate`, the buffer has its memory.
@discardableResult
public func vImageBuffer_InitWithCGImage(
  _ buf: UnsafeMutablePointer<vImage_Buffer>, _ format: UnsafeMutablePointer<vImage_CGImageFormat>,
  _ backgroundColor: UnsafePointer<CGFloat>?, _ image: CGImage, _ flags: vImage_Flags
) -> vImage_Error {
  if format.pointee.bitsPerComponent == 0 {
    guard let own = vImage_CGImageFormat(cgImage: image) else { return kvImageInvalidImageObject }
    format.pointee = own
  }
  let wanted = format.pointee
  guard wanted.bitsPerComponent == 8, wanted.bitsPerPixel % 8 == 0 else { return kvImageInvalidImageFormat }
  let isOwn = !flags.has(kvImageNoAllocate)
  if isOwn {
    let error = vImageBuffer_Init(
      buf, vImagePixelCount(image.height), vImagePixelCount(image.width), wanted.bitsPerPixel,
      vImage_Flags(kvImageNoFlags))
    if error != kvImageNoError { return error }
  } else if buf.pointee.data == nil {
    return kvImageNullPointerArgument
  } else if buf.pointee.width != vImagePixelCount(image.width) || buf.pointee.height != vImagePixelCount(image.height) {
    return kvImageBufferSizeMismatch
  }
  let error =
    isEqual(image, wanted) ? copy(image, buf.pointee) : draw(image, wanted, backgroundColor, buf.pointee)
  if error != kvImageNoError, isOwn {
    free(buf.pointee.data)
    buf.pointee = vImage_Buffer()
  }
  return error
}

/// Returns true if an image's pixels are those of a format.
private func isEqual(_ image: CGImage, _ format: vImage_CGImageFormat) -> Bool {
  image.bitsPerComponent == Int(format.bitsPerComponent) && image.bitsPerPixel == Int(format.bitsPerPixel)
    && image.bitmapInfo == format.bitmapInfo && (format.colorSpace == nil || image.colorSpace == format.space)
}

private func copy(_ image: CGImage, _ buffer: vImage_Buffer) -> vImage_Error {
  guard let data = image.dataProvider?.data else { return kvImageInvalidImageObject }
  let row = image.width * image.bitsPerPixel / 8
  guard buffer.rowBytes >= row, data.length >= (image.height - 1) * image.bytesPerRow + row else {
    return kvImageInvalidRowBytes
  }
  for line in 0..<image.height {
    memcpy(buffer.data + line * buffer.rowBytes, data.bytes + line * image.bytesPerRow, row)
  }
  return kvImageNoError
}

private func draw(
  _ image: CGImage, _ format: vImage_CGImageFormat, _ background: UnsafePointer<CGFloat>?, _ buffer: vImage_Buffer
) -> vImage_Error {
  let premultiplied = format.premultiplied
  memset(buffer.data, 0, buffer.rowBytes * image.height)
  guard
    let context = CGContext(
      data: buffer.data, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: buffer.rowBytes,
      space: format.space, bitmapInfo: (premultiplied?.info ?? format.bitmapInfo).rawValue)
  else { return kvImageUnsupportedConversion }
  let bounds = CGRect(x: 0, y: 0, width: image.width, height: image.height)
  if let background, let color = CGColor(colorSpace: format.space, components: components(background, format)) {
    context.setFillColor(color)
    context.fill(bounds)
  }
  context.interpolationQuality = .none
  context.draw(image, in: bounds)
  context.flush()
  guard let premultiplied else { return kvImageNoError }
  var own = buffer
  let none = vImage_Flags(kvImageNoFlags)
  return premultiplied.isAlphaFirstInMemory
    ? vImageUnpremultiplyData_ARGB8888(&own, &own, none) : vImageUnpremultiplyData_RGBA8888(&own, &own, none)
}

/// Returns the components of an opaque colour.
private func components(_ color: UnsafePointer<CGFloat>, _ format: vImage_CGImageFormat) -> [CGFloat] {
  (0..<format.space.numberOfComponents).map { color[$0] } + [1]
}

/// Makes an image of a buffer's pixels.
///
/// - Parameters:
///   - callback: Called with the buffer's memory when an image that was made without a copy no longer needs it.
///   - flags: With `kvImageNoAllocate`, the image keeps the buffer's memory, and calls the callback or `free` with it.
///   - error: Becomes 0, or a code.
/// - Returns: The image, which the caller releases; nil for an error.
public func vImageCreateCGImageFromBuffer(
  _ buf: UnsafePointer<vImage_Buffer>, _ format: UnsafePointer<vImage_CGImageFormat>,
  _ callback: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void)?,
  _ userData: UnsafeMutableRawPointer?, _ flags: vImage_Flags, _ error: UnsafeMutablePointer<vImage_Error>?
) -> Unmanaged<CGImage>? {
  let (buffer, format) = (buf.pointee, format.pointee)
  func fail(_ code: vImage_Error) -> Unmanaged<CGImage>? {
    error?.pointee = code
    return nil
  }
  guard let memory = buffer.data else { return fail(kvImageNullPointerArgument) }
  let (size, overflow) = buffer.rowBytes.multipliedReportingOverflow(by: Int(clamping: buffer.height))
  guard !overflow, buffer.rowBytes >= 0, buffer.width > 0, buffer.height > 0 else {
    return fail(kvImageInvalidParameter)
  }
  let keepsMemory = flags.has(kvImageNoAllocate)
  nonisolated(unsafe) let context = userData
  let bytes =
    keepsMemory
    ? Data(
      bytesNoCopy: memory, count: size,
      deallocator: .custom { pointer, _ in
        if let callback { callback(context, pointer) } else { free(pointer) }
      })
    : Data(bytes: memory, count: size)
  guard let provider = CGDataProvider(data: bytes as CFData),
    let image = CGImage(
      width: Int(buffer.width), height: Int(buffer.height), bitsPerComponent: Int(format.bitsPerComponent),
      bitsPerPixel: Int(format.bitsPerPixel), bytesPerRow: buffer.rowBytes, space: format.space,
      bitmapInfo: format.bitmapInfo, provider: provider, decode: nil, shouldInterpolate: true,
      intent: format.renderingIntent)
  else { return fail(kvImageInvalidImageFormat) }
  error?.pointee = kvImageNoError
  return .passRetained(image)
}
