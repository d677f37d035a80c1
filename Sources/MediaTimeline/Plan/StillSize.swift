internal import CoreGraphics
import Foundation
import ImageIO
internal import MediaGraph
internal import MediaSource

extension OpenedSource {
  /// All bytes of the file, such as those of a picture. Blocks.
  ///
  /// - Throws: Read errors of the source.
  package func bytes() throws -> Data {
    let source = try file.bytes()
    return Data(try source.bytes(at: 0, count: Int(clamping: source.size)))
  }
}

/// The size of a still picture as it is seen, without decoding it.
enum StillSize {
  /// - Throws: `MediaError` for a picture that is damaged.
  static func size(of source: OpenedSource) throws -> PixelSize {
    let image = CGImageSourceCreateWithData(try source.bytes() as CFData, nil)
    guard let properties = image.flatMap({ CGImageSourceCopyPropertiesAtIndex($0, 0, nil) }) as? [String: Any],
      let width = properties[kCGImagePropertyPixelWidth as String] as? Int,
      let height = properties[kCGImagePropertyPixelHeight as String] as? Int
    else { throw MediaError(.damaged, "it is no picture that can be read", path: source.location.text) }
    // Exif's orientations from 5 on lie on a side.
    let isTurned = (properties[kCGImagePropertyOrientation as String] as? Int ?? 1) >= 5
    return isTurned ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }
}
