import CoreGraphics
import Foundation
import Synchronization

// Descriptions of pixel formats as dictionaries: the names of their fields, and what is known of each format.

/// The format's name, a string.
public nonisolated(unsafe) let kCVPixelFormatName: CFString = "Name"
/// The format's code, a number.
public nonisolated(unsafe) let kCVPixelFormatConstant: CFString = "PixelFormat"
/// The code of QuickTime's codec, a number.
public nonisolated(unsafe) let kCVPixelFormatCodecType: CFString = "CodecType"
/// The FourCC of other systems, a number.
public nonisolated(unsafe) let kCVPixelFormatFourCC: CFString = "FourCC"
/// True for formats with alpha.
public nonisolated(unsafe) let kCVPixelFormatContainsAlpha: CFString = "ContainsAlpha"
/// True for formats of luma and chroma.
public nonisolated(unsafe) let kCVPixelFormatContainsYCbCr: CFString = "ContainsYCbCr"
/// True for formats of red, green and blue.
public nonisolated(unsafe) let kCVPixelFormatContainsRGB: CFString = "ContainsRGB"
/// True for formats of gray alone.
public nonisolated(unsafe) let kCVPixelFormatContainsGrayscale: CFString = "ContainsGrayscale"
/// True for formats of a sensor's own elements.
public nonisolated(unsafe) let kCVPixelFormatContainsSenselArray: CFString = "ContainsSenselArray"
/// The bytes of a black block; zeros without it.
public nonisolated(unsafe) let kCVPixelFormatBlackBlock: CFString = "BlackBlock"
/// The function that fills the pixels around an image.
public nonisolated(unsafe) let kCVPixelFormatFillExtendedPixelsCallback: CFString = "FillExtendedPixelsCallback"
/// The range of components, a string: `kCVPixelFormatComponentRange_VideoRange` and so on.
public nonisolated(unsafe) let kCVPixelFormatComponentRange: CFString = "ComponentRange"
/// Black and white inside the range of numbers, as broadcasts have them.
public nonisolated(unsafe) let kCVPixelFormatComponentRange_VideoRange: CFString = "VideoRange"
/// All numbers are used.
public nonisolated(unsafe) let kCVPixelFormatComponentRange_FullRange: CFString = "FullRange"
/// More than black to white.
public nonisolated(unsafe) let kCVPixelFormatComponentRange_WideRange: CFString = "WideRange"
/// The planes, an array of dictionaries; a format of one plane has its fields in the description itself.
public nonisolated(unsafe) let kCVPixelFormatPlanes: CFString = "Planes"
/// The width of a block, in pixels of the plane; 1 without it.
public nonisolated(unsafe) let kCVPixelFormatBlockWidth: CFString = "BlockWidth"
/// The height of a block, in pixels of the plane; 1 without it.
public nonisolated(unsafe) let kCVPixelFormatBlockHeight: CFString = "BlockHeight"
/// The number of bits of a block.
public nonisolated(unsafe) let kCVPixelFormatBitsPerBlock: CFString = "BitsPerBlock"
/// The number of bits of a component.
public nonisolated(unsafe) let kCVPixelFormatBitsPerComponent: CFString = "BitsPerComponent"
/// The number of the image's pixels in one of the plane, horizontally; 1 without it.
public nonisolated(unsafe) let kCVPixelFormatHorizontalSubsampling: CFString = "HorizontalSubsampling"
/// The number of the image's pixels in one of the plane, vertically; 1 without it.
public nonisolated(unsafe) let kCVPixelFormatVerticalSubsampling: CFString = "VerticalSubsampling"
/// The number of blocks of which rows have a multiple; 1 without it.
public nonisolated(unsafe) let kCVPixelFormatBlockHorizontalAlignment: CFString = "BlockHorizontalAlignment"
/// The number of rows of blocks of which planes have a multiple; 1 without it.
public nonisolated(unsafe) let kCVPixelFormatBlockVerticalAlignment: CFString = "BlockVerticalAlignment"
/// The components as OpenGL numbers them, a number.
public nonisolated(unsafe) let kCVPixelFormatOpenGLFormat: CFString = "OpenGLFormat"
/// The type of components as OpenGL numbers it, a number.
public nonisolated(unsafe) let kCVPixelFormatOpenGLType: CFString = "OpenGLType"
/// The components of textures as OpenGL numbers them, a number.
public nonisolated(unsafe) let kCVPixelFormatOpenGLInternalFormat: CFString = "OpenGLInternalFormat"
/// The layout of Quartz bitmaps, a number: the raw value of a `CGBitmapInfo`.
public nonisolated(unsafe) let kCVPixelFormatCGBitmapInfo: CFString = "CGBitmapInfo"
/// True for formats of QuickDraw.
public nonisolated(unsafe) let kCVPixelFormatQDCompatibility: CFString = "QDCompatibility"
/// True for formats in which Quartz draws.
public nonisolated(unsafe) let kCVPixelFormatCGBitmapContextCompatibility: CFString = "CGBitmapContextCompatibility"
/// True for formats of Quartz bitmaps.
public nonisolated(unsafe) let kCVPixelFormatCGImageCompatibility: CFString = "CGImageCompatibility"
/// True for formats of OpenGL.
public nonisolated(unsafe) let kCVPixelFormatOpenGLCompatibility: CFString = "OpenGLCompatibility"
/// True for formats of OpenGL ES.
public nonisolated(unsafe) let kCVPixelFormatOpenGLESCompatibility: CFString = "OpenGLESCompatibility"

/// Returns true if the machine can make buffers of a compressed pixel format: `kCVPixelFormatType_Lossless_…` and
/// `…_Lossy_…`. None can here.
///
/// Source: `CVIsCompressedPixelFormatAvailable`.
public func CVIsCompressedPixelFormatAvailable(_ pixelFormatType: OSType) -> Bool {
  pixelFormatType >> 24 == 0x26 && PixelFormat.named(pixelFormatType) != nil
}

/// Returns the description of a pixel format; nil for one that no buffer can have.
///
/// Source: `CVPixelFormatDescriptionCreateWithPixelFormatType`.
public func CVPixelFormatDescriptionCreateWithPixelFormatType(
  _ allocator: CFAllocator?, _ pixelFormat: OSType
) -> CFDictionary? {
  if let own = registeredDescriptions.withLock({ $0[pixelFormat] }) { return own.dictionary as CFDictionary }
  guard let format = PixelFormat.named(pixelFormat) else { return nil }
  let kind = PixelFormatKind(pixelFormat)
  var description: [String: Any] = [
    kCVPixelFormatConstant.text: NSNumber(value: pixelFormat),
    kCVPixelFormatContainsAlpha.text: NSNumber(value: kind.hasAlpha),
    kCVPixelFormatContainsYCbCr.text: NSNumber(value: kind.colors == .yCbCr),
    kCVPixelFormatContainsRGB.text: NSNumber(value: kind.colors == .rgb),
    kCVPixelFormatContainsGrayscale.text: NSNumber(value: kind.colors == .gray),
  ]
  if let info = bitmapInfos[pixelFormat] {
    description[kCVPixelFormatCGBitmapInfo.text] = NSNumber(value: info.rawValue)
    description[kCVPixelFormatCGImageCompatibility.text] = NSNumber(value: true)
  }
  if let range = kind.range { description[kCVPixelFormatComponentRange.text] = range.text }
  let planes = format.planes.map { plane in
    [
      kCVPixelFormatBlockWidth.text: NSNumber(value: plane.pixelsPerBlock),
      kCVPixelFormatBlockHeight.text: NSNumber(value: 1),
      kCVPixelFormatBitsPerBlock.text: NSNumber(value: 8 * plane.bytesPerBlock),
      kCVPixelFormatHorizontalSubsampling.text: NSNumber(value: plane.horizontalSubsampling),
      kCVPixelFormatVerticalSubsampling.text: NSNumber(value: plane.verticalSubsampling),
    ]
  }
  if format.isPlanar {
    description[kCVPixelFormatPlanes.text] = planes
  } else if let plane = planes.first {
    description.merge(plane) { own, _ in own }
  }
  return description as CFDictionary
}

/// The layouts of Quartz bitmaps that are pixel formats: alpha is not premultiplied, as on Apple's systems.
private let bitmapInfos: [OSType: CGBitmapInfo] = {
  func info(_ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo = .byteOrder32Big) -> CGBitmapInfo {
    CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue)
  }
  return [
    kCVPixelFormatType_32BGRA: info(.first, .byteOrder32Little), kCVPixelFormatType_32ARGB: info(.first),
    kCVPixelFormatType_32ABGR: info(.last, .byteOrder32Little), kCVPixelFormatType_32RGBA: info(.last),
  ]
}()

/// Adds the description of a pixel format of the program's own, or replaces one. Creating a
/// buffer of a format that is not known otherwise fails with `kCVReturnInvalidPixelFormat`.
///
/// Source: `CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType`.
public func CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType(
  _ description: CFDictionary, _ pixelFormat: OSType
) {
  guard let copy = description.copy() as? NSDictionary else { return }
  registeredDescriptions.withLock { $0[pixelFormat] = RegisteredDescription(dictionary: copy) }
}

private struct RegisteredDescription: @unchecked Sendable {
  // Unchecked: the dictionary is a copy that nothing changes.
  let dictionary: NSDictionary
}

private let registeredDescriptions = Mutex<[OSType: RegisteredDescription]>([:])

/// Returns the codes of all pixel formats that buffers can have, and of those that were registered.
///
/// Source: `CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes`.
public func CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes(_ allocator: CFAllocator?) -> CFArray? {
  let own = registeredDescriptions.withLock { Set($0.keys) }.subtracting(PixelFormat.all)
  return (PixelFormat.all + own.sorted()).map { NSNumber(value: $0) } as CFArray
}

extension NSString {
  fileprivate var text: String { "\(self)" }
}
