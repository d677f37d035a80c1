import CoreGraphics
import Foundation

/// Decodes the image at a smaller size, or nil if it is damaged or the index is not 0.
///
/// `kCGImageSourceThumbnailMaxPixelSize` is the longer side, by default the image's own; images are not enlarged. Only
/// made if one of the two options for a thumbnail from the image is true.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  func flag(_ key: CFString) -> Bool { (options?[key] as? NSNumber)?.boolValue ?? false }
  let isWanted =
    flag(kCGImageSourceCreateThumbnailFromImageAlways) || flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
  guard isWanted, let image = CGImageSourceCreateImageAtIndex(isrc, index, options) else { return nil }
  let longer = max(image.width, image.height)
  let wanted = (options?[kCGImageSourceThumbnailMaxPixelSize] as? NSNumber)?.doubleValue ?? Double(longer)
  let scale = wanted >= 1 ? min(1, wanted / Double(longer)) : 1
  let width = max(1, Int((Double(image.width) * scale).rounded()))
  let height = max(1, Int((Double(image.height) * scale).rounded()))

  let orientation =
    flag(kCGImageSourceCreateThumbnailWithTransform)
    ? isrc.exif?.properties[kCGImagePropertyOrientation as String] as? Int ?? 1 : 1
  let isTurned = (5...8).contains(orientation)
  guard
    let context = CGContext(
      data: nil, width: isTurned ? height : width, height: isTurned ? width : height, bitsPerComponent: 8,
      bytesPerRow: 0, space: image.colorSpace ?? CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: image.colorSpace?.model == .monochrome && image.bitsPerPixel == 8
        ? CGImageAlphaInfo.none.rawValue
        : CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
      ?? CGContext(
        data: nil, width: isTurned ? height : width, height: isTurned ? width : height, bitsPerComponent: 8,
        bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
  else { return nil }
  context.concatenate(upright(orientation, CGFloat(width), CGFloat(height)))
  context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
  return context.makeImage()
}

/// Returns the transform of a stored image to its upright orientation, y pointing up, by the numbers of Exif.
private func upright(_ orientation: Int, _ w: CGFloat, _ h: CGFloat) -> CGAffineTransform {
  switch orientation {
  case 2: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
  case 3: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
  case 4: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
  case 5: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: h, ty: w)
  case 6: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
  case 7: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
  case 8: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
  default: .identity
  }
}
