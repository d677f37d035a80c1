import CoreGraphics
import Foundation

/// A PNG or JPEG file, the source of images and properties.
public final class CGImageSource: Sendable {
  let data: Data
  let codec: ImageCodec

  init?(data: Data) {
    guard let codec = ImageCodec(sniffing: data) else { return nil }
    self.data = data
    self.codec = codec
  }

  var exif: ExifBlock? {
    codec == .jpeg ? JPEGFile(data)?.exif : PNGFile.exif(of: data)
  }
}

/// The reading status of a source.
public enum CGImageSourceStatus: Int32, Sendable {
  case statusUnexpectedEOF = -5
  case statusInvalidData = -4
  case statusUnknownType = -3
  case statusReadingHeader = -2
  case statusIncomplete = -1
  case statusComplete = 0
}

/// True to keep the decoded image; accepted with no effect.
public nonisolated(unsafe) let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// True to decode at once; accepted with no effect: images are always decoded at once.
public nonisolated(unsafe) let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// The probable type of a file; accepted with no effect: the first bytes decide.
public nonisolated(unsafe) let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// True to make a thumbnail if the file has none; Reel makes all thumbnails from the image.
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// True to make a thumbnail from the image even if the file has one.
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// The longer side of a thumbnail, in pixels.
public nonisolated(unsafe) let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// True to rotate a thumbnail upright, by the orientation property.
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"

/// Creates a source of a file's bytes, or nil if they are neither PNG nor JPEG.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(data: Data(copying: data))
}

/// Creates a source of a file, or nil if it cannot be read or is neither PNG nor JPEG.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  (try? Data(contentsOf: url as URL)).flatMap(CGImageSource.init(data:))
}

/// Creates a source of a provider's bytes, or nil if they are neither PNG nor JPEG.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.flatMap { CGImageSource(data: Data(copying: $0)) }
}

/// Returns the identifiers of the readable types.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  ImageCodec.allCases.map(\.rawValue) as CFArray
}

/// Returns the identifier of a source's type: public.png or public.jpeg.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
  isrc.codec.rawValue as CFString
}

/// Returns the number of images in a source; always 1.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int {
  1
}

/// Returns the status of a source, by reading its header.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
  (try? isrc.codec.header(of: isrc.data)) == nil ? .statusInvalidData : .statusComplete
}

/// Decodes the image, or nil if it is damaged or the index is not 0.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  index == 0 ? try? isrc.codec.decode(isrc.data) : nil
}

/// Returns the properties of the whole file.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  [kCGImagePropertyFileSize: isrc.data.count] as CFDictionary
}

/// Returns the properties of the image, or nil if its header is damaged or the index is not 0.
///
/// Size, depth, colour model, and the contents of an Exif block: the dictionaries of TIFF, Exif and GPS, the
/// orientation and the resolution.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0, let header = try? isrc.codec.header(of: isrc.data) else { return nil }
  var result = isrc.exif?.properties ?? [:]
  result[kCGImagePropertyPixelWidth as String] = header.width
  result[kCGImagePropertyPixelHeight as String] = header.height
  result[kCGImagePropertyDepth as String] = 8
  let model = header.isGray ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB
  result[kCGImagePropertyColorModel as String] = model as String
  if header.hasAlpha { result[kCGImagePropertyHasAlpha as String] = true }
  return result as CFDictionary
}
