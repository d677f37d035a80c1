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
    guard let copy = gst_caps_copy(caps) else { return self }
    var value = GValue()
    g_value_init(&value, gst_fraction_get_type())
    gst_value_set_fraction(&value, gint(clamping: pixelShape.width), gint(clamping: pixelShape.height))
    gst_caps_set_value(copy, "pixel-aspect-ratio", &value)
    g_value_unset(&value)
    return Caps(adopting: copy)
  }
}
