import CoreGraphics
import Foundation

/// Returns a small image of an image: the file's own, or one made of it; nil if there is none, it is damaged, or there is
/// no image of the index.
///
/// `kCGImageSourceThumbnailMaxPixelSize` is the longer side, by default the image's own; images are not enlarged. A
/// thumbnail is made from the image if one of the two options for that asks for it; without them, and with the option
/// for files that have none, the thumbnail of a JPEG's Exif block is taken.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  func flag(_ key: CFString) -> Bool { (options?[key] as? NSNumber)?.boolValue ?? false }
  guard index == 0 || isrc.animation != nil || isrc.frames != nil else { return nil }
  let exif = isrc.exif
  let isFromImage = flag(kCGImageSourceCreateThumbnailFromImageAlways)
  let embedded =
    isFromImage ? nil : exif.flatMap { $0.thumbnail.isEmpty ? nil : try? ImageCodec.jpeg.decode($0.thumbnail) }
  let isMade = isFromImage || flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
  guard let image = embedded ?? (isMade ? isrc.image(at: index) : nil) else { return nil }
  let wanted = (options?[kCGImageSourceThumbnailMaxPixelSize] as? NSNumber)?.doubleValue
  let (width, height) = image.size(longerSide: wanted)
  let orientation =
    flag(kCGImageSourceCreateThumbnailWithTransform)
    ? exif?.properties[kCGImagePropertyOrientation as String] as? Int ?? 1 : 1
  return image.scaled(toWidth: width, height: height, orientation: orientation)
}

extension CGImage {
  /// Returns the size with a longer side of at most a number; the image's own without one.
  func size(longerSide: Double?) -> (width: Int, height: Int) {
    let longer = Double(max(width, height))
    let wanted = longerSide ?? longer
    let scale = wanted >= 1 ? min(1, wanted / longer) : 1
    return (max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
  }

  /// Returns the image in another size, turned upright from an orientation of Exif.
  func scaled(toWidth width: Int, height: Int, orientation: Int) -> CGImage? {
    let isTurned = (5...8).contains(orientation)
    func context(_ space: CGColorSpace, _ info: UInt32) -> CGContext? {
      CGContext(
        data: nil, width: isTurned ? height : width, height: isTurned ? width : height, bitsPerComponent: 8,
        bytesPerRow: 0, space: space, bitmapInfo: info)
    }
    let color = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    let isGray = colorSpace?.model == .monochrome && bitsPerPixel == 8
    guard
      let context = context(
        colorSpace ?? CGColorSpaceCreateDeviceRGB(), isGray ? CGImageAlphaInfo.none.rawValue : color)
        ?? context(CGColorSpaceCreateDeviceRGB(), color)
    else { return nil }
    context.concatenate(upright(orientation, CGFloat(width), CGFloat(height)))
    context.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
    return context.makeImage()
  }
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
