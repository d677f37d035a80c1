internal import CoreGraphics
import Foundation
internal import GStreamer
import ImageIO
internal import MediaSource

/// A still picture, decoded and upright.
struct StillPicture: Sendable {
  let image: CGImage

  /// - Throws: `MediaError` for a picture that is damaged.
  init(_ source: OpenedSource) throws {
    let options =
      [
        kCGImageSourceCreateThumbnailFromImageAlways: true as NSNumber,
        kCGImageSourceCreateThumbnailWithTransform: true as NSNumber,
      ] as CFDictionary
    guard let file = CGImageSourceCreateWithData(try source.bytes() as CFData, nil),
      let image = CGImageSourceCreateThumbnailAtIndex(file, 0, options)
    else { throw MediaError(.damaged, "it is no picture that can be read", path: source.location.text) }
    self.image = image
  }

  /// The picture as a frame of blue, green, red and alpha, premultiplied.
  func frame() throws -> (Buffer, Caps) {
    let (width, height) = (image.width, image.height)
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue),
      let data = context.data
    else { throw DecoderError(.unsupported, "a picture of \(width)x\(height) pixels has no room") }
    context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    let caps = try Caps(
      "video/x-raw,format=BGRA,width=\(width),height=\(height),framerate=0/1,pixel-aspect-ratio=1/1")
    return withExtendedLifetime(context) {
      (Buffer(copying: UnsafeRawBufferPointer(start: data, count: width * 4 * height)), caps)
    }
  }
}
