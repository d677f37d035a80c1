package import GStreamer
import CoreMedia
import Foundation
import Synchronization

/// Turns decoded pictures of a track into images: cuts, converts colours, scales, turns.
///
///     stored picture ─▷ clean aperture ─▷ red, green, blue ─▷ size ─▷ turn ─▷ CGImage
///
/// May be used from several threads at once.
package final class ImageRenderer: Sendable {
  private let formats = Mutex<[(caps: Caps, description: CMFormatDescription?, pictures: StoredPictures)]>([])

  package init() {}

  /// The image of a picture.
  ///
  /// - Parameters:
  ///   - description: what the file says of the picture's format.
  ///   - cleanAperture: in pixels from the upper left corner; what the description says without it.
  /// - Throws: `DecoderError` with `unsupported` for layouts that can't be read.
  package func image(
    _ buffer: Buffer, _ caps: Caps, _ description: CMFormatDescription?, _ settings: ImageSettings,
    cleanAperture: CGRect? = nil
  ) throws -> CGImage {
    let stored = try pictures(caps, description)
    let geometry = ImageGeometry(
      width: stored.width, height: stored.height,
      cleanAperture: cleanAperture ?? description?.cleanAperture(width: stored.width, height: stored.height),
      pixelShape: description?.pixelShape ?? stored.pixelShape, settings)
    var pixels = try stored.pixels(buffer, geometry.area)
    if (geometry.width, geometry.height) != (pixels.width, pixels.height) {
      pixels = try pixels.scaled(geometry.width, geometry.height)
    }
    if case .pixels(let quarter) = geometry.turn, quarter != .none { pixels = try pixels.turned(quarter) }
    let image = try pixels.image(stored)
    guard case .drawn(let transform, let width, let height) = geometry.turn else { return image }
    return try Self.drawn(image, transform, width, height)
  }

  private func pictures(_ caps: Caps, _ description: CMFormatDescription?) throws -> StoredPictures {
    try formats.withLock { formats in
      if let known = formats.first(where: { $0.caps === caps && $0.description === description }) {
        return known.pictures
      }
      let pictures = try StoredPictures(caps, description)
      // Streams that change their format all the time must not fill memory.
      if formats.count > 16 { formats.removeFirst() }
      formats.append((caps, description, pictures))
      return pictures
    }
  }

  /// An image in any place; what it does not cover is transparent.
  private static func drawn(_ image: CGImage, _ transform: CGAffineTransform, _ width: Int, _ height: Int) throws
    -> CGImage
  {
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: image.colorSpace ?? CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    else { throw ImagePixelMemory.shortage(width, height) }
    // Rows are counted downwards here, upwards in the context.
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: 1, y: -1)
    context.concatenate(transform)
    context.translateBy(x: 0, y: CGFloat(image.height))
    context.scaleBy(x: 1, y: -1)
    context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    guard let result = context.makeImage() else { throw ImagePixelMemory.shortage(width, height) }
    return result
  }
}

extension CMFormatDescription {
  /// The clean aperture, if there is one and pictures are as large as the description says.
  package func cleanAperture(width: Int, height: Int) -> CGRect? {
    guard extensions[.cleanAperture] != nil, Int(dimensions.width) == width,
      Int(dimensions.height) == height
    else { return nil }
    return cleanAperture(originIsAtTopLeft: true)
  }

  /// The shape of pixels, if the description says it.
  fileprivate var pixelShape: (width: Int, height: Int)? {
    guard let ratio = extensions[.pixelAspectRatio]?.propertyListRepresentation as? NSDictionary,
      let width = ratio[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? NSNumber,
      let height = ratio[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing] as? NSNumber,
      width.intValue > 0, height.intValue > 0
    else { return nil }
    return (width.intValue, height.intValue)
  }
}
