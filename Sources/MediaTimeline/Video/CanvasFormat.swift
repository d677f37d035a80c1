package import GStreamer
import CGStreamer
internal import CReel
internal import CoreGraphics
internal import CoreMedia
internal import MediaGraph
internal import MediaSource

/// The format of the frames on which layers are drawn: 4:2:0 in planes, of 8 to 12 bits, in one of four layouts.
///
/// Chroma is half-way between rows and at the left pixel of each pair, unless the caps say otherwise.
package final class CanvasFormat: Sendable {
  package let caps: Caps
  package let width: Int
  package let height: Int
  /// Points to constants of GStreamer only.
  nonisolated(unsafe) let info: GstVideoInfo
  let color: CanvasColor
  /// True if frames are converted to the primaries and the transfer function of the canvas too: if it says which it has.
  package let convertsColors: Bool
  /// The distance of the first chroma sample from the upper left corner of the frame, in pixels.
  let chromaSite: (x: Double, y: Double)

  /// - Throws: `GStreamerError.badCaps` for caps that are not one format of raw video; `DecoderError` with `unsupported` for pixel formats
  ///   on which nothing is drawn.
  package init(_ caps: Caps, convertsColors: Bool = false) throws {
    var info = GstVideoInfo()
    guard caps.isFixed, gst_video_info_from_caps(&info, caps.caps) != 0, info.width > 0, info.height > 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
    guard Self.isDrawable(info) else {
      throw DecoderError(.unsupported, "nothing can be drawn on frames of \(caps.text)")
    }
    (self.caps, self.info, self.convertsColors) = (caps, info, convertsColors)
    (width, height) = (Int(info.width), Int(info.height))
    color = CanvasColor(info)
    chromaSite = Self.site(info)
  }

  /// True if layers can be drawn on frames of a format, and frames of it drawn without conversion.
  static func isDrawable(_ info: GstVideoInfo) -> Bool {
    switch info.finfo.pointee.format {
    case GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_I420_10LE, GST_VIDEO_FORMAT_P010_10LE,
      GST_VIDEO_FORMAT_I420_12LE, GST_VIDEO_FORMAT_P012_LE:
      true
    default: false
    }
  }

  /// The place of the first chroma sample: at the centre of a pixel where it is co-sited, else on the edge of two.
  static func site(_ info: GstVideoInfo) -> (x: Double, y: Double) {
    let site = info.chroma_site.rawValue
    if site == GST_VIDEO_CHROMA_SITE_UNKNOWN.rawValue { return (0.5, 1) }
    return (
      site & GST_VIDEO_CHROMA_SITE_H_COSITED.rawValue != 0 ? 0.5 : 1,
      site & GST_VIDEO_CHROMA_SITE_V_COSITED.rawValue != 0 ? 0.5 : 1
    )
  }

  /// True if frames of another format have the same layout and mean the same colours, whatever their size.
  func draws(_ other: GstVideoInfo) -> Bool {
    other.finfo.pointee.format == info.finfo.pointee.format && CanvasColor(other).isSame(as: color)
      && hasPrimariesAndTransfer(of: other)
  }

  /// True if the primaries and the transfer function of another format need no conversion.
  func hasPrimariesAndTransfer(of other: GstVideoInfo) -> Bool {
    guard convertsColors else { return true }
    let own = info.colorimetry, theirs = other.colorimetry
    // A colour that a source does not say is that of the canvas.
    let hasPrimaries =
      theirs.primaries == GST_VIDEO_COLOR_PRIMARIES_UNKNOWN
      || gst_video_color_primaries_is_equivalent(theirs.primaries, own.primaries) != 0
    let depth = guint(other.finfo.pointee.depth.0)
    let hasTransfer =
      theirs.transfer == GST_VIDEO_TRANSFER_UNKNOWN
      || gst_video_transfer_function_is_equivalent(theirs.transfer, depth, own.transfer, guint(color.depth)) != 0
    return hasPrimaries && hasTransfer
  }

  /// The space of red, green and blue from which the canvas' luma and chroma are computed.
  var pictureSpace: CGColorSpace {
    let name: CFString? =
      switch convertsColors ? info.colorimetry.primaries : GST_VIDEO_COLOR_PRIMARIES_BT709 {
      case GST_VIDEO_COLOR_PRIMARIES_BT2020: CGColorSpace.itur_2020
      case GST_VIDEO_COLOR_PRIMARIES_SMPTEEG432: CGColorSpace.displayP3
      default: nil
      }
    return name.flatMap { CGColorSpace(name: $0) } ?? CGColorSpaceCreateDeviceRGB()
  }

  /// Luma, Cb and Cr of a colour of sRGB.
  func values(of rgb: RGBColor) -> [Int] {
    let parts = [rgb.red, rgb.green, rgb.blue].map { CGFloat($0) / 255 }
    let color = CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: 1)
    let space = pictureSpace
    let found = space.name == nil ? nil : color.converted(to: space, intent: .defaultIntent, options: nil)?.components
    let own = found.flatMap { $0.count == 4 ? $0 : nil } ?? parts
    return self.color.values(red: Double(own[0]), green: Double(own[1]), blue: Double(own[2]))
  }

  /// The caps of this format in another size.
  func caps(width: Int, height: Int) -> Caps {
    let copy = gst_caps_copy(caps.caps)!
    for (name, number) in [("width", width), ("height", height)] {
      var value = GValue()
      g_value_init(&value, creel_type_int())
      g_value_set_int(&value, gint(clamping: number))
      gst_caps_set_value(copy, name, &value)
      g_value_unset(&value)
    }
    return Caps(adopting: copy)
  }
}

/// The meaning of the values of luma and chroma.
struct CanvasColor {
  /// The weights of red and blue in luma.
  let red: Double
  let blue: Double
  let isFullRange: Bool
  /// Two transfer functions that differ in brightness itself: frames of one cannot be mixed with those of another.
  let dynamicRange: DynamicRange
  let depth: Int

  enum DynamicRange: String { case standard = "SDR", pq = "HDR (PQ)", hlg = "HDR (HLG)" }

  init(_ info: GstVideoInfo) {
    var (red, blue) = (0.0, 0.0)
    if gst_video_color_matrix_get_Kr_Kb(info.colorimetry.matrix, &red, &blue) == 0 {
      (red, blue) = info.height <= 576 && info.width <= 1024 ? (0.299, 0.114) : (0.2126, 0.0722)
    }
    (self.red, self.blue) = (red, blue)
    isFullRange = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
    dynamicRange =
      switch info.colorimetry.transfer {
      case GST_VIDEO_TRANSFER_SMPTE2084: .pq
      case GST_VIDEO_TRANSFER_ARIB_STD_B67: .hlg
      default: .standard
      }
    depth = Int(info.finfo.pointee.depth.0)
  }

  func isSame(as other: CanvasColor) -> Bool {
    red == other.red && blue == other.blue && isFullRange == other.isFullRange && dynamicRange == other.dynamicRange
  }

  /// The weights of red, green and blue of 0 to 1 in luma, Cb and Cr, and what is added to them (H.273, equations 20 to 40).
  var matrix: (red: [Double], green: [Double], blue: [Double], offset: [Double]) {
    let largest = Double((1 << depth) - 1), unit = Double(1 << (depth - 8))
    let (black, luma, chroma) = isFullRange ? (0, largest, largest) : (16 * unit, 219 * unit, 224 * unit)
    let middle = Double(1 << (depth - 1)), green = 1 - red - blue
    func row(_ weights: (Double, Double, Double)) -> (Double, Double, Double) {
      (weights.0 * chroma, weights.1 * chroma, weights.2 * chroma)
    }
    let cb = row((-red / (2 * (1 - blue)), -green / (2 * (1 - blue)), 0.5))
    let cr = row((0.5, -green / (2 * (1 - red)), -blue / (2 * (1 - red))))
    return (
      [red * luma, cb.0, cr.0], [green * luma, cb.1, cr.1], [blue * luma, cb.2, cr.2], [black, middle, middle]
    )
  }

  /// Luma, Cb and Cr of a colour of 0 to 1 for each part, as they are stored.
  func values(red: Double, green: Double, blue: Double) -> [Int] {
    let matrix = matrix
    return (0..<3).map { index in
      let value =
        matrix.red[index] * red + matrix.green[index] * green + matrix.blue[index] * blue + matrix.offset[index]
      return max(0, min((1 << depth) - 1, Int(value.rounded())))
    }
  }
}
