internal import CGStreamer
internal import CReel
package import CoreMedia

/// The format of a stream's pictures on both sides, made once for all pictures: GStreamer's description, Core Video's
/// attachments and Core Media's format description.
package final class PictureFormat: @unchecked Sendable {
  /// The code of the pixel format.
  package let pixelFormat: OSType
  /// What sample buffers of such pictures say of them.
  package let formatDescription: CMVideoFormatDescription
  /// Points to constants of GStreamer only.
  let info: GstVideoInfo
  let attachments: SharedAttachments

  private init(_ info: GstVideoInfo) throws {
    let isFullRange = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
    guard let type = PixelFormatTable.type(of: info.finfo.pointee.format, isFullRange: isFullRange) else {
      throw CVError(code: kCVReturnInvalidPixelFormat)
    }
    self.info = info
    pixelFormat = type
    attachments = SharedAttachments(info.attachments)
    var extensions = CMFormatDescription.Extensions()
    for (key, value) in attachments.values { extensions[.init(rawValue: key)] = .init(value) }
    formatDescription = try CMFormatDescription(
      videoCodecType: .init(rawValue: type), width: Int(info.width), height: Int(info.height), extensions: extensions)
  }

  /// Reads what a link has agreed on.
  ///
  /// - Throws: `GStreamerError.badCaps` for formats that are not one kind of raw video, `CVError` with
  ///   `kCVReturnInvalidPixelFormat` for one that Core Video does not know.
  convenience init(_ caps: Caps) throws {
    var info = GstVideoInfo()
    guard caps.isFixed, gst_video_info_from_caps(&info, caps.caps) != 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
    try self.init(info)
  }

  /// Reads a format in GStreamer's text form.
  package convenience init(caps text: String) throws {
    try self.init(Caps(text))
  }

  /// The format of a buffer: its pixels, shape and colours.
  ///
  /// - Throws: `CVError` with `kCVReturnInvalidPixelFormat` for a format that GStreamer does not know,
  ///   `kCVReturnInvalidSize` for a size beyond its limits.
  package convenience init(of pixelBuffer: CVPixelBuffer) throws {
    guard let known = PixelFormatTable.format(of: CVPixelBufferGetPixelFormatType(pixelBuffer)) else {
      throw CVError(code: kCVReturnInvalidPixelFormat)
    }
    var info = GstVideoInfo()
    guard let width = UInt32(exactly: CVPixelBufferGetWidth(pixelBuffer)),
      let height = UInt32(exactly: CVPixelBufferGetHeight(pixelBuffer)),
      gst_video_info_set_format(&info, known.format, width, height) != 0
    else { throw CVError(code: kCVReturnInvalidSize) }
    info.takeColors(of: pixelBuffer, isFullRange: known.isFullRange)
    info.takeShape(of: pixelBuffer)
    try self.init(info)
  }

  /// What links agree on for such pictures.
  var caps: Caps {
    var info = info
    return Caps(adopting: gst_video_info_to_caps(&info))
  }
}
