package import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// The pixel format and the size in which frames are wanted.
package struct FrameFormat: Hashable, Sendable {
  /// Core Video's code of the pixel format; that of the source if nil.
  package var pixelFormat: OSType?
  /// The size in pixels, to which frames are stretched; that of the source if nil.
  package var size: CMVideoDimensions?

  package init(pixelFormat: OSType? = nil, size: CMVideoDimensions? = nil) {
    (self.pixelFormat, self.size) = (pixelFormat, size)
  }

  /// True if frames can be made in a pixel format of Core Video.
  package static func canMake(_ pixelFormat: OSType) -> Bool { PixelFormatTable.format(of: pixelFormat) != nil }

  /// The pixel formats of such frames.
  package static var pixelFormats: [OSType] { PixelFormatTable.types }

  /// The format that frames of another one become.
  ///
  /// - Throws: `DecoderError` with `unsupported` for a pixel format that cannot be made.
  package func caps(from source: Caps) throws -> Caps {
    var caps = source
    if let size { caps = try caps.scaled(width: Int(size.width), height: Int(size.height)) }
    guard let pixelFormat else { return caps }
    guard let (format, isFullRange) = PixelFormatTable.format(of: pixelFormat),
      let name = gst_video_format_to_string(format).map({ String(cString: $0) })
    else {
      throw DecoderError(.unsupported, "the pixel format '\(FourCharCode.text(pixelFormat))' cannot be made")
    }
    // Y'CbCr has the range that the code says, or that is usual where there is one code alone.
    let flags = gst_video_format_get_info(format).pointee.flags.rawValue
    return try caps.converted(
      toFormat: name, isFullRange: flags & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0 ? isFullRange : nil)
  }
}

extension FourCharCode {
  fileprivate static func text(_ code: OSType) -> String {
    let bytes = withUnsafeBytes(of: code.bigEndian) { Array($0) }
    return bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: bytes, as: UTF8.self) : "\(code)"
  }
}

extension Caps {
  /// The caps of frames that keep their format and their colours, and get a size; the shape of pixels makes up for another shape of the
  /// frame, as with GStreamer's `videoscale`.
  ///
  /// - Parameter keepsPixelShape: True if the frame has its shape but for the rounding to whole pixels.
  package func scaled(width: Int, height: Int, keepsPixelShape: Bool = false) throws -> Caps {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0, width > 0, height > 0 else { throw GStreamerError.badCaps(text) }
    if width == Int(info.width), height == Int(info.height) { return self }
    let (numerator, denominator) =
      keepsPixelShape
      ? (Int(info.par_n), Int(info.par_d))
      : Self.reduced(Int(info.par_n) * Int(info.width) * height, Int(info.par_d) * Int(info.height) * width)
    return withStatedColors().withSize(width, height, pixelAspectRatio: (numerator, denominator))
  }

  /// The caps of frames that keep their format and their colours, and are stretched to a size in square pixels.
  package func stretched(width: Int, height: Int) throws -> Caps {
    try scaled(width: width, height: height).withSize(width, height, pixelAspectRatio: (1, 1))
  }

  /// The caps of frames that get another pixel format, with the colours that GStreamer's `videoconvert` gives them.
  ///
  /// - Parameter isFullRange: True or false for the range of values that is wanted; that of the source, or the format's own, if nil.
  package func converted(toFormat name: String, isFullRange: Bool? = nil) throws -> Caps {
    var (source, target) = (GstVideoInfo(), GstVideoInfo())
    guard gst_video_info_from_caps(&source, caps) != 0 else { throw GStreamerError.badCaps(text) }
    let hasRange = isFullRange.map { $0 == (source.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255) } ?? true
    if first?["format"]?.string == name, hasRange { return self }
    var fields: [(String, FieldChange)] = [("format", .string(name)), ("colorimetry", .none), ("chroma-site", .none)]
    let plain = replacing(fields)
    guard gst_video_info_from_caps(&target, plain.caps) != 0 else { throw GStreamerError.badCaps(plain.text) }
    if let colors = first?["colorimetry"]?.string {
      if Self.kind(source) == Self.kind(target) {
        fields[1].1 = .string(colors)
      } else {
        // From Y'CbCr to RGB and back the primaries and the curve stay, the matrix and the range are the format's own.
        target.colorimetry.primaries = source.colorimetry.primaries
        target.colorimetry.transfer = source.colorimetry.transfer
        fields[1].1 = takeText(gst_video_colorimetry_to_string(&target.colorimetry)).map { .string($0) } ?? .none
      }
    }
    if Self.kind(target) == .yCbCr, Self.kind(source) == .yCbCr, let place = first?["chroma-site"]?.string,
      source.finfo.pointee.w_sub.1 == target.finfo.pointee.w_sub.1,
      source.finfo.pointee.h_sub.1 == target.finfo.pointee.h_sub.1
    {
      fields[2].1 = .string(place)
    }
    if let isFullRange {
      var colors = replacing(fields).colorimetry
      let range = isFullRange ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235
      if colors.range != range {
        colors.range = range
        fields[1].1 = takeText(gst_video_colorimetry_to_string(&colors)).map { .string($0) } ?? .none
      }
    }
    return replacing(fields)
  }

  /// The caps of frames that come at a rate.
  package func withFrameRate(_ numerator: Int, _ denominator: Int) -> Caps {
    replacing([("framerate", .fraction(numerator, denominator))])
  }

  private var colorimetry: GstVideoColorimetry {
    var info = GstVideoInfo()
    gst_video_info_from_caps(&info, caps)
    return info.colorimetry
  }

  private enum Kind { case yCbCr, rgb, gray, other }

  private static func kind(_ info: GstVideoInfo) -> Kind {
    let flags = info.finfo.pointee.flags.rawValue
    if flags & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0 { return .yCbCr }
    if flags & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0 { return .rgb }
    return flags & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0 ? .gray : .other
  }

  private static func reduced(_ numerator: Int, _ denominator: Int) -> (Int, Int) {
    guard (numerator, denominator) != (0, 0) else { return (1, 1) }
    let divisor = greatestCommonDivisor(numerator, denominator)
    return (numerator / divisor, denominator / divisor)
  }

  /// The caps of frames of another size.
  func withSize(_ width: Int, _ height: Int, pixelAspectRatio: (Int, Int)) -> Caps {
    replacing([
      ("width", .int(width)), ("height", .int(height)),
      ("pixel-aspect-ratio", .fraction(pixelAspectRatio.0, pixelAspectRatio.1)),
    ])
  }
}
