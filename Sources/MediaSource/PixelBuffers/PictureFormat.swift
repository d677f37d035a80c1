package import GStreamer
package import CGStreamer
internal import CReel
package import CoreMedia
import Synchronization

/// The format of a stream's pictures on both sides, made once for all pictures: GStreamer's description, Core Video's
/// attachments and Core Media's format description.
package final class PictureFormat: Sendable {
  /// What buffers of pictures carry besides pixels and times; made once for pictures that look alike.
  package struct Look: Sendable {
    package var attachments: BufferAttachments
    package var formatDescription: CMVideoFormatDescription
  }

  /// The code of the pixel format.
  package let pixelFormat: OSType
  /// What sample buffers of such pictures say of them, as far as all pictures of the stream are alike.
  package var formatDescription: CMVideoFormatDescription { usual.formatDescription }
  /// Points to constants of GStreamer only.
  package nonisolated(unsafe) let info: GstVideoInfo
  package let light: HighDynamicRange
  private let usualTraits: PictureTraits
  private let usual: Look
  /// What the last picture with traits of its own looked like: neighbours are usually alike.
  private let lastUnusual = Mutex<(PictureTraits, Look)?>(nil)

  private init(_ info: GstVideoInfo, _ light: HighDynamicRange) throws {
    // One field a buffer, or two one below the other, is not what Core Video calls a picture.
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
    usualTraits = PictureTraits(info)
    usual = try Self.look(info, light, type, usualTraits)
  }

  /// Reads what a link has agreed on.
  ///
  /// - Throws: `GStreamerError.badCaps` for formats that are not one kind of raw video, `CVError` with
  ///   `kCVReturnInvalidPixelFormat` for one that Core Video does not know, and for fields in buffers of their own.
  package convenience init(_ caps: Caps) throws {
    var info = GstVideoInfo()
    guard caps.isFixed, gst_video_info_from_caps(&info, caps.caps) != 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
    // GStreamer guesses, and beside a guessed colorimetry even if caps say it.
    info.chroma_site =
      caps.first?["chroma-site"]?.string.map { gst_video_chroma_site_from_string($0) } ?? GST_VIDEO_CHROMA_SITE_UNKNOWN
    try self.init(info, HighDynamicRange(caps))
  }

  /// Reads a format in GStreamer's text form.
  package convenience init(caps text: String) throws {
    try self.init(Caps(text))
  }

  /// The format of a buffer: its pixels, shape, fields and colours.
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
    info.chroma_site = GST_VIDEO_CHROMA_SITE_UNKNOWN
    let attachments = pixelBuffer.attachmentStore.current
    info.takeColors(of: attachments, isFullRange: known.isFullRange)
    info.takeShape(of: attachments)
    info.takeFields(of: attachments)
    try self.init(info, HighDynamicRange(attachments))
  }

  /// What links agree on for such pictures.
  package var caps: Caps {
    var info = info
    let caps = gst_video_info_to_caps(&info)!
    light.add(to: caps)
    return Caps(adopting: caps)
  }

  /// What a picture with such traits looks like.
  package func look(_ traits: PictureTraits) throws -> Look {
    if traits == usualTraits { return usual }
    if let (last, look) = lastUnusual.withLock({ $0 }), last == traits { return look }
    let look = try Self.look(info, light, pixelFormat, traits)
    lastUnusual.withLock { $0 = (traits, look) }
    return look
  }

  private static func look(
    _ info: GstVideoInfo, _ light: HighDynamicRange, _ type: OSType, _ traits: PictureTraits
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
