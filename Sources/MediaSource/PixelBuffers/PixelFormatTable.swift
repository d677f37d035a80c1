internal import CGStreamer
import CoreVideo

/// The pixel formats that Core Video and GStreamer share, byte for byte.
///
/// GStreamer has the value range in the colorimetry; Core Video has it in the format.
enum PixelFormatTable {
  /// Returns Core Video's format for one of GStreamer's; nil if there is none.
  static func type(of format: GstVideoFormat, isFullRange: Bool) -> OSType? {
    byFormat[format.rawValue].map { isFullRange ? $0.full ?? $0.limited : $0.limited }
  }

  /// Returns GStreamer's format for one of Core Video's, and true for full range; nil if there is none.
  static func format(of type: OSType) -> (format: GstVideoFormat, isFullRange: Bool)? { byType[type] }

  /// All formats of Core Video in the table.
  static var types: [OSType] { byType.keys.sorted() }

  private struct Entry: Sendable {
    var format: GstVideoFormat
    /// The format for the default range: limited for Y'CbCr.
    var limited: OSType
    /// The format for the full range, if it is another one.
    var full: OSType?

    init(_ format: GstVideoFormat, _ limited: OSType, full: OSType? = nil) {
      self.format = format
      self.limited = limited
      self.full = full
    }
  }

  private static let byFormat = Dictionary(uniqueKeysWithValues: entries.map { ($0.format.rawValue, $0) })

  private static let byType: [OSType: (format: GstVideoFormat, isFullRange: Bool)] = {
    var result: [OSType: (format: GstVideoFormat, isFullRange: Bool)] = [:]
    for entry in entries {
      result[entry.limited] = (entry.format, false)
      if let full = entry.full { result[full] = (entry.format, true) }
    }
    return result
  }()

  private static let entries: [Entry] = [
    Entry(GST_VIDEO_FORMAT_UYVY, kCVPixelFormatType_422YpCbCr8),
    Entry(
      GST_VIDEO_FORMAT_YUY2, kCVPixelFormatType_422YpCbCr8_yuvs, full: kCVPixelFormatType_422YpCbCr8FullRange),
    Entry(GST_VIDEO_FORMAT_v210, kCVPixelFormatType_422YpCbCr10),
    Entry(GST_VIDEO_FORMAT_v216, kCVPixelFormatType_422YpCbCr16),
    Entry(GST_VIDEO_FORMAT_AYUV, kCVPixelFormatType_4444AYpCbCr8),
    Entry(GST_VIDEO_FORMAT_AYUV64, kCVPixelFormatType_4444AYpCbCr16),
    Entry(
      GST_VIDEO_FORMAT_I420, kCVPixelFormatType_420YpCbCr8Planar, full: kCVPixelFormatType_420YpCbCr8PlanarFullRange),
    Entry(
      GST_VIDEO_FORMAT_NV12, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      full: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange),
    Entry(
      GST_VIDEO_FORMAT_NV16, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange,
      full: kCVPixelFormatType_422YpCbCr8BiPlanarFullRange),
    Entry(
      GST_VIDEO_FORMAT_NV24, kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange,
      full: kCVPixelFormatType_444YpCbCr8BiPlanarFullRange),
    Entry(
      GST_VIDEO_FORMAT_P010_10LE, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
      full: kCVPixelFormatType_420YpCbCr10BiPlanarFullRange),
    Entry(GST_VIDEO_FORMAT_AV12, kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar),
    Entry(GST_VIDEO_FORMAT_RGB15, kCVPixelFormatType_16LE555),
    Entry(GST_VIDEO_FORMAT_RGB16, kCVPixelFormatType_16LE565),
    Entry(GST_VIDEO_FORMAT_RGB, kCVPixelFormatType_24RGB),
    Entry(GST_VIDEO_FORMAT_BGR, kCVPixelFormatType_24BGR),
    Entry(GST_VIDEO_FORMAT_ARGB, kCVPixelFormatType_32ARGB),
    Entry(GST_VIDEO_FORMAT_BGRA, kCVPixelFormatType_32BGRA),
    Entry(GST_VIDEO_FORMAT_ABGR, kCVPixelFormatType_32ABGR),
    Entry(GST_VIDEO_FORMAT_RGBA, kCVPixelFormatType_32RGBA),
    Entry(GST_VIDEO_FORMAT_ARGB64_BE, kCVPixelFormatType_64ARGB),
    Entry(GST_VIDEO_FORMAT_RGBA64_LE, kCVPixelFormatType_64RGBALE),
    Entry(GST_VIDEO_FORMAT_BGR10A2_LE, kCVPixelFormatType_ARGB2101010LEPacked),
    Entry(GST_VIDEO_FORMAT_GRAY8, kCVPixelFormatType_OneComponent8),
    Entry(GST_VIDEO_FORMAT_GRAY16_LE, kCVPixelFormatType_OneComponent16),
    Entry(GST_VIDEO_FORMAT_GRAY16_BE, kCVPixelFormatType_16Gray),
  ]
}
