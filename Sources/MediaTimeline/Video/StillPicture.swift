internal import CoreGraphics
internal import Foundation
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
}
