import CoreGraphics
import Foundation

/// The quality of a JPEG from 0 to 1; 0.8 if absent.
public nonisolated(unsafe) let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
/// The `CGColor` behind transparent pixels of a JPEG; white if absent.
public nonisolated(unsafe) let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"

/// A PNG or JPEG file to be written.
public final class CGImageDestination {
  enum Target {
    case data(NSMutableData)
    case url(URL)
  }

  enum Content {
    case image(CGImage, [String: Any])
    case source(CGImageSource, [String: Any])
  }

  let target: Target
  let codec: ImageCodec
  var properties: [String: Any] = [:]
  var content: Content?
  var isFinal = false

  init?(_ target: Target, type: CFString, count: Int) {
    guard let codec = ImageCodec(rawValue: type as String), count == 1 else { return nil }
    self.target = target
    self.codec = codec
  }

  /// Returns the bytes of the file, or nil if there is no image, or it cannot be decoded or encoded.
  func encoded() -> Data? {
    switch content {
    case nil:
      return nil
    case .image(let image, let own):
      return encode(image, ExifBlock(), own)
    case .source(let source, let own):
      let merged = properties.merging(own) { $1 }
      let asksForCompression = merged[kCGImageDestinationLossyCompressionQuality as String] != nil
      if codec == .jpeg, source.codec == .jpeg, !asksForCompression {
        return jpegData(source.data, merging: merged)
      }
      guard let image = try? source.codec.decode(source.data) else { return nil }
      var block = source.exif ?? ExifBlock()
      // A thumbnail has the old file's type.
      block.thumbnail = Data()
      block.thumbnailDirectory = [:]
      return encode(image, block, own)
    }
  }

  private func encode(_ image: CGImage, _ exif: ExifBlock, _ own: [String: Any]) -> Data? {
    let merged = properties.merging(own) { $1 }
    let quality = (merged[kCGImageDestinationLossyCompressionQuality as String] as? NSNumber)?.doubleValue
    let background = merged[kCGImageDestinationBackgroundColor as String] as? CGColor
    guard let file = try? codec.encode(image, quality: quality ?? 0.8, background: background) else { return nil }
    var block = exif
    block.merge(merged)
    guard !block.isEmpty else { return file }
    if codec == .png { return PNGFile.adding(block, to: file) }
    guard var jpeg = JPEGFile(file), jpeg.setExif(block) else { return nil }
    return jpeg.write()
  }
}

/// Creates a destination that appends to data, or nil if the type is neither public.png nor public.jpeg, or the number
/// of images is not 1.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(.data(data), type: type, count: count)
}

/// Creates a destination that writes a file, which appears complete or not at all; nil if the type is neither
/// public.png nor public.jpeg, or the number of images is not 1.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(.url(url as URL), type: type, count: count)
}

/// Returns the identifiers of the writable types.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
  ImageCodec.allCases.map(\.rawValue) as CFArray
}

/// Sets properties of the file, which those of the image override.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.properties = properties as? [String: Any] ?? [:]
}

/// Sets the image, with its quality and the dictionaries of TIFF, Exif and GPS.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  if !idst.isFinal { idst.content = .image(image, properties as? [String: Any] ?? [:]) }
}

/// Sets the image of a source, with its properties and the given ones; null removes one.
///
/// From JPEG to JPEG, without a quality, the image is copied unchanged and not compressed again.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  if !idst.isFinal, index == 0 { idst.content = .source(isrc, properties as? [String: Any] ?? [:]) }
}

/// Writes the file; returns true for success. A destination is written once.
@discardableResult
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  guard !idst.isFinal, let file = idst.encoded() else { return false }
  idst.isFinal = true
  switch idst.target {
  case .data(let data):
    data.append(file)
    return true
  case .url(let url):
    return (try? file.write(to: url, options: .atomic)) != nil
  }
}
