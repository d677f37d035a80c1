package import GStreamer
package import CGStreamer
internal import CReel
import CoreMedia

/// The colorimetry of stored frames.
///
/// A movie's `colr` box comes first: it overrides the coded stream (ISO/IEC 14496-12, 12.1.5.1). For unspecified
/// values, the stream's own description is used (VUI and the like). If neither specifies a value:
///
/// - the matrix is BT.601's for frames of up to 576 lines and 1024 columns, BT.709's for larger ones: so were standard
///   and high definition made, and so do players guess. BT.2020 is never guessed: such streams specify it.
/// - the range is limited (luma 16 to 235): the coding standards' default (H.273, VideoFullRangeFlag 0).
/// - chroma samples are co-sited with the left one of two luma samples, half-way between rows, as in MPEG-2 and all
///   later standards.
package struct FrameColorimetry: Hashable {
  /// The weights of red and blue in luma; nil for RGB.
  package var weights: Weights?
  package var isFullRange: Bool
  /// The offset of the first chroma sample right of and below the first luma sample, in eighths of a luma sample.
  var chromaSite: ChromaSite
  var gamut: Gamut

  package struct Weights: Hashable {
    package var red: Double
    package var blue: Double

    static let bt601 = Weights(red: 0.299, blue: 0.114)
    package static let bt709 = Weights(red: 0.2126, blue: 0.0722)
  }

  /// The chroma sample position relative to luma samples.
  package struct ChromaSite: Hashable {
    var isLeft: Bool
    var isTop: Bool
  }

  /// The colour spaces that images distinguish.
  package enum Gamut: Hashable {
    /// BT.709's primaries, and those of standard definition, which are similar.
    case standard
    case displayP3
    case bt2020
    /// BT.2020's primaries, with the HDR transfer functions, which are not converted.
    case bt2100PQ
    case bt2100HLG
  }

  /// - Parameters:
  ///   - info: GStreamer's interpretation of `caps`, including its guesses.
  ///   - description: the track's format description.
  package init(_ info: GstVideoInfo, _ caps: Caps, _ description: CMFormatDescription?) {
    let fields = caps.first
    let colorimetry = Self.colorimetry(fields, description)
    let isRGB = info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0

    var (red, blue) = (0.0, 0.0)
    if isRGB {
      weights = nil
    } else if gst_video_color_matrix_get_Kr_Kb(colorimetry.matrix, &red, &blue) != 0 {
      weights = Weights(red: red, blue: blue)
    } else {
      weights = info.height <= 576 && info.width <= 1024 ? .bt601 : .bt709
    }
    // Gray that does not say its range has the full one, as pictures do.
    let isGray = info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0
    isFullRange =
      colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
      || isGray && colorimetry.range == GST_VIDEO_COLOR_RANGE_UNKNOWN
    gamut =
      switch colorimetry.primaries {
      case GST_VIDEO_COLOR_PRIMARIES_BT2020:
        switch colorimetry.transfer {
        case GST_VIDEO_TRANSFER_SMPTE2084: .bt2100PQ
        case GST_VIDEO_TRANSFER_ARIB_STD_B67: .bt2100HLG
        default: .bt2020
        }
      case GST_VIDEO_COLOR_PRIMARIES_SMPTEEG432: .displayP3
      default: .standard
      }
    let site = fields?["chroma-site"]?.string.map { gst_video_chroma_site_from_string($0) }
    chromaSite =
      if let site, site != GST_VIDEO_CHROMA_SITE_UNKNOWN {
        ChromaSite(
          isLeft: site.rawValue & GST_VIDEO_CHROMA_SITE_H_COSITED.rawValue != 0,
          isTop: site.rawValue & GST_VIDEO_CHROMA_SITE_V_COSITED.rawValue != 0)
      } else {
        ChromaSite(isLeft: true, isTop: false)
      }
  }
}

extension FrameColorimetry {
  /// Returns the track's values, or else the stream's; unknown if neither has them.
  fileprivate static func colorimetry(_ fields: Structure?, _ description: CMFormatDescription?) -> GstVideoColorimetry
  {
    var colorimetry = GstVideoColorimetry()
    if let text = fields?["colorimetry"]?.string { gst_video_colorimetry_from_string(&colorimetry, text) }
    if let code = description?.code(.yCbCrMatrix, CVYCbCrMatrixGetIntegerCodePointForString) {
      colorimetry.matrix = gst_video_color_matrix_from_iso(code)
    }
    if let code = description?.code(.colorPrimaries, CVColorPrimariesGetIntegerCodePointForString) {
      colorimetry.primaries = gst_video_color_primaries_from_iso(code)
    }
    // Only transfer functions with a visible difference are distinguished.
    if let code = description?.code(.transferFunction, CVTransferFunctionGetIntegerCodePointForString),
      [16, 18].contains(code)
    {
      colorimetry.transfer = gst_video_transfer_function_from_iso(code)
    }
    if let flag = description?.extensions[.fullRangeVideo]?.propertyListRepresentation as? NSNumber {
      colorimetry.range = flag.boolValue ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235
    }
    return colorimetry
  }
}

extension Caps {
  /// Returns the caps of decoded frames with the track's colorimetry, which overrides the stream's.
  func colored(by description: CMFormatDescription?) -> Caps {
    guard let description, let fields = first, fields["format"]?.string.map({ !$0.hasPrefix("GBR") }) ?? false else {
      return self
    }
    var (own, colorimetry) = (
      FrameColorimetry.colorimetry(fields, nil), FrameColorimetry.colorimetry(fields, description)
    )
    guard gst_video_colorimetry_is_equal(&own, &colorimetry) == 0,
      let text = takeText(gst_video_colorimetry_to_string(&colorimetry))
    else { return self }
    return replacing([("colorimetry", .string(text))]).withMatrix()
  }
}

extension FrameColorimetry.Gamut {
  /// The colour space of an image; standard definition's primaries and camera curve are taken for sRGB's, as displays
  /// do.
  package var colorSpace: CGColorSpace {
    let name =
      switch self {
      case .standard: CGColorSpace.sRGB
      case .displayP3: CGColorSpace.displayP3
      case .bt2020: CGColorSpace.itur_2020
      case .bt2100PQ: CGColorSpace.itur_2100_PQ
      case .bt2100HLG: CGColorSpace.itur_2100_HLG
      }
    return CGColorSpace(name: name) ?? CGColorSpaceCreateDeviceRGB()
  }
}

extension CMFormatDescription {
  fileprivate func code(_ key: Extensions.Key, _ codePoint: (CFString?) -> Int32) -> UInt32? {
    guard !extensions.isOfStream(key), let name = extensions[key]?.propertyListRepresentation as? NSString else {
      return nil
    }
    // 2 means "unspecified".
    return UInt32(exactly: codePoint(name)).flatMap { $0 == 2 || $0 == 0 ? nil : $0 }
  }
}
