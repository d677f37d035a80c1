internal import CGStreamer
internal import GStreamer
import CoreMedia
import Foundation

extension CMFormatDescription {
  /// The pixel aspect ratio, if the description has one.
  var pixelShape: (width: Int, height: Int)? {
    guard let ratio = extensions[.pixelAspectRatio]?.propertyListRepresentation as? NSDictionary,
      let width = ratio[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? NSNumber,
      let height = ratio[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing] as? NSNumber,
      width.int32Value > 0, height.int32Value > 0
    else { return nil }
    return (Int(width.int32Value), Int(height.int32Value))
  }
}

extension Caps {
  /// Returns the caps of frames with another pixel aspect ratio.
  func with(pixelShape: (width: Int, height: Int)) -> Caps {
    replacing([("pixel-aspect-ratio", .fraction(pixelShape.width, pixelShape.height))])
  }
}
