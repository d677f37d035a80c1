package import GStreamer
import CoreMedia
import Foundation
import Synchronization

/// Makes images of a track's decoded frames: crops, converts colours, scales, transforms.
///
///     stored frame ─▷ clean aperture ─▷ red, green, blue ─▷ size ─▷ transform ─▷ CGImage
///
/// Safe to use from several threads.
package final class ImageRenderer: Sendable {
  private let formats = Mutex<[(caps: Caps, description: CMFormatDescription?, storedFormat: StoredFrameFormat)]>([])

  package init() {}

  /// Makes the image of a frame.
  ///
  /// - Parameters:
  ///   - description: the format description of the file.
  ///   - cleanAperture: the clean aperture in pixels, from the upper left corner; by default that of the description.
  /// - Throws: `DecoderError` with `unsupported` for unreadable pixel formats.
  package func image(
    _ buffer: Buffer, _ caps: Caps, _ description: CMFormatDescription?, _ settings: ImageSettings,
    cleanAperture: CGRect? = nil
  ) throws -> CGImage {
    let stored = try storedFormat(caps, description)
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

  private func storedFormat(_ caps: Caps, _ description: CMFormatDescription?) throws -> StoredFrameFormat {
    try formats.withLock { formats in
      if let known = formats.first(where: { $0.caps === caps && $0.description === description }) {
        return known.storedFormat
      }
      let storedFormat = try StoredFrameFormat(caps, description)
      // Limits the memory for streams that change their format often.
      if formats.count > 16 { formats.removeFirst() }
      formats.append((caps, description, storedFormat))
      return storedFormat
    }
  }

  /// Draws an image with a transform; pixels that it does not cover are transparent.
  private static func drawn(_ image: CGImage, _ transform: CGAffineTransform, _ width: Int, _ height: Int) throws
    -> CGImage
  {
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: image.colorSpace ?? CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    else { throw ImagePixelBytes.outOfMemoryError(width, height) }
    // The image's rows count downwards, the context's upwards.
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: 1, y: -1)
    context.concatenate(transform)
    context.translateBy(x: 0, y: CGFloat(image.height))
    context.scaleBy(x: 1, y: -1)
    context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    guard let result = context.makeImage() else { throw ImagePixelBytes.outOfMemoryError(width, height) }
    return result
  }
}

extension CMFormatDescription {
  /// Returns the clean aperture, if there is one and frames have the description's size.
  package func cleanAperture(width: Int, height: Int) -> CGRect? {
    guard extensions[.cleanAperture] != nil, Int(dimensions.width) == width,
      Int(dimensions.height) == height
    else { return nil }
    return cleanAperture(originIsAtTopLeft: true)
  }
}
