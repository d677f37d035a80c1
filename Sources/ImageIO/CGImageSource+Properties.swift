import CoreGraphics
import Foundation

/// Returns the properties of the whole file: its size, and of an animation the dictionary of GIF or PNG, with its
/// repetitions.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  var result: [String: Any] = [kCGImagePropertyFileSize as String: isrc.data.count]
  if let animation = isrc.animation { result[kCGImagePropertyGIFDictionary as String] = animation.properties }
  if let frames = isrc.frames { result[kCGImagePropertyPNGDictionary as String] = frames.properties }
  return result as CFDictionary
}

/// Returns the properties of an image, or nil if its header is damaged, has not come, or there is none of the index.
///
/// Size, depth, colour model; the contents of an Exif block: the dictionaries of TIFF, Exif, GPS and Apple's notes, the
/// orientation and the resolution; the dictionaries of PNG, JFIF, IPTC and GIF.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  if let animation = isrc.animation { return animation.properties(at: index) as CFDictionary? }
  let frames = isrc.frames
  guard index == 0 || frames?.images.indices.contains(index) == true, let header = isrc.header else { return nil }
  var result = isrc.exif?.properties ?? [:]
  result[kCGImagePropertyPixelWidth as String] = header.width
  result[kCGImagePropertyPixelHeight as String] = header.height
  result[kCGImagePropertyDepth as String] = 8
  let model = header.isGray ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB
  result[kCGImagePropertyColorModel as String] = model as String
  if header.hasAlpha { result[kCGImagePropertyHasAlpha as String] = true }
  if isrc.codec == .png {
    var (png, depth) = PNGFile.properties(of: isrc.data)
    if let frames { png.merge(frames.delays(at: index)) { own, _ in own } }
    result[kCGImagePropertyPNGDictionary as String] = png
    // A palette's pixels are numbers; its colours have eight bits.
    if let depth, depth > 8 || header.isGray { result[kCGImagePropertyDepth as String] = depth }
  } else if let file = JPEGFile(isrc.data) {
    if let jfif = file.jfif { result[kCGImagePropertyJFIFDictionary as String] = jfif }
    let iptc = IPTCBlock(file).values
    if !iptc.isEmpty { result[kCGImagePropertyIPTCDictionary as String] = iptc }
  }
  return result as CFDictionary
}

extension JPEGFile {
  /// The properties of the JFIF segment; nil if there is none.
  fileprivate var jfif: [String: Any]? {
    guard let segment = segments.first(where: { $0.marker == 0xE0 && $0.payload.starts(with: Data("JFIF\0".utf8)) }),
      segment.payload.count >= 12
    else { return nil }
    let bytes = Array(segment.payload.dropFirst(5).prefix(7))
    let version = bytes[1] % 10 == 0 ? [Int(bytes[0]), Int(bytes[1]) / 10] : [Int(bytes[0]), 0, Int(bytes[1])]
    return [
      kCGImagePropertyJFIFVersion as String: version, kCGImagePropertyJFIFDensityUnit as String: Int(bytes[2]),
      kCGImagePropertyJFIFXDensity as String: Int(bytes[3]) << 8 | Int(bytes[4]),
      kCGImagePropertyJFIFYDensity as String: Int(bytes[5]) << 8 | Int(bytes[6]),
      kCGImagePropertyJFIFIsProgressive as String: segments.contains { $0.marker == 0xC2 },
    ]
  }
}
