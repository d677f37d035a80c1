package import GStreamer
package import CGStreamer
internal import CReel
package import CoreMedia
import Synchronization

/// The format of a stream's frames in both frameworks, made once for all frames: GStreamer's description, Core Video's
/// attachments and Core Media's format description.
package final class PixelBufferFormat: Sendable {
  /// The metadata of frames besides pixels and times; made once for frames that are alike.
  package struct Look: Sendable {
    package var attachments: BufferAttachments
    package var formatDescription: CMVideoFormatDescription
  }

  /// The pixel format's code.
  package let pixelFormat: OSType
  /// The format description of sample buffers, if all frames of the stream are equal.
  package var formatDescription: CMVideoFormatDescription { usual.formatDescription }
  /// Points to constants of GStreamer only.
  package nonisolated(unsafe) let info: GstVideoInfo
  package let light: HighDynamicRange
  private let usualAttributes: FrameAttributes
  private let usual: Look
  /// The last frame with other traits: consecutive frames usually have the same ones.
  private let lastUnusual = Mutex<(FrameAttributes, Look)?>(nil)

  private init(_ info: GstVideoInfo, _ light: HighDynamicRange) throws {
    // Core Video has no images of one field a buffer, or of two fields one below the other.
    guard info.interlace_mode != GST_VIDEO_INTERLACE_MODE_ALTERNATE,
      info.interlace_mode != GST_VIDEO_INTERLACE_MODE_FIELDS
    else { throw CVError(code: kCVReturnInvalidPixelFormat) }
    let isFullRange = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
    guard let type = PixelFormatTable.type(of: info.finfo.pointee.format, isFullRange: isFullRange) else {
      throw CVError(code: kCVReturnInvalidPixelFormat)
    }
    self.info = info
    self.light = light
    pixelFormat = type
    usualAttributes = FrameAttributes(info)
    usual = try Self.look(info, light, type, usualAttributes)
  }

  /// Creates the format of negotiated caps.
  ///
  /// - Throws: `GStreamerError.badCaps` for caps other than one raw video format, `CVError` with
  ///   `kCVReturnInvalidPixelFormat` for a format that Core Video does not have, and for fields in separate buffers.
  package convenience init(_ caps: Caps) throws {
    var info = GstVideoInfo()
    guard caps.isFixed, gst_video_info_from_caps(&info, caps.caps) != 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
    // GStreamer guesses, and for a guessed colorimetry even if the caps specify it.
    info.chroma_site =
      caps.first?["chroma-site"]?.string.map { gst_video_chroma_site_from_string($0) } ?? GST_VIDEO_CHROMA_SITE_UNKNOWN
    try self.init(info, HighDynamicRange(caps))
  }

  /// Creates the format of caps in text form.
  package convenience init(caps text: String) throws {
    try self.init(Caps(text))
  }

  /// Creates the format of a pixel buffer: its pixels, aspect ratio, fields and colorimetry.
  ///
  /// - Throws: `CVError` with `kCVReturnInvalidPixelFormat` for a format that GStreamer does not have,
  ///   `kCVReturnInvalidSize` for a size beyond its limits, `GStreamerError.notStarted`.
  package convenience init(of pixelBuffer: CVPixelBuffer) throws {
    // A program's own buffer may be the first that this process has to do with GStreamer.
    try GStreamerLibrary.start()
    guard let known = PixelFormatTable.format(of: CVPixelBufferGetPixelFormatType(pixelBuffer)) else {
      throw CVError(code: kCVReturnInvalidPixelFormat)
    }
    var info = GstVideoInfo()
    guard let width = UInt32(exactly: CVPixelBufferGetWidth(pixelBuffer)),
      let height = UInt32(exactly: CVPixelBufferGetHeight(pixelBuffer)),
      gst_video_info_set_format(&info, known.format, width, height) != 0
    else { throw CVError(code: kCVReturnInvalidSize) }
    info.chroma_site = GST_VIDEO_CHROMA_SITE_UNKNOWN
    let attachments = pixelBuffer.attachmentStore.current
    info.takeColors(of: attachments, isFullRange: known.isFullRange)
    info.takeShape(of: attachments)
    info.takeFields(of: attachments)
    try self.init(info, HighDynamicRange(attachments))
  }

  /// The caps of such frames.
  package var caps: Caps {
    var info = info
    let caps = gst_video_info_to_caps(&info)!
    light.add(to: caps)
    return Caps(adopting: caps)
  }

  /// Returns the properties of a frame with some traits.
  package func look(_ traits: FrameAttributes) throws -> Look {
    if traits == usualAttributes { return usual }
    if let (last, look) = lastUnusual.withLock({ $0 }), last == traits { return look }
    let look = try Self.look(info, light, pixelFormat, traits)
    lastUnusual.withLock { $0 = (traits, look) }
    return look
  }

  private static func look(
    _ info: GstVideoInfo, _ light: HighDynamicRange, _ type: OSType, _ traits: FrameAttributes
  ) throws -> Look {
    var attachments = info.attachments
    attachments.merge(light.attachments) { $1 }
    attachments.merge(traits.attachments(info)) { $1 }
    var extensions = CMFormatDescription.Extensions()
    for (key, value) in attachments { extensions[.init(rawValue: key)] = .init(value) }
    return Look(
      attachments: BufferAttachments(propagating: attachments),
      formatDescription: try CMFormatDescription(
        videoCodecType: .init(rawValue: type), width: Int(info.width), height: Int(info.height),
        extensions: extensions))
  }
}
