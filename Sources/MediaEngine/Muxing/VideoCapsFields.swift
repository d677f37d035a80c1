internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MovieFile

/// The fields of video caps.
struct VideoCapsFields {
  let width: Int
  let height: Int
  let shape: (Int32, Int32)
  /// Frames per seconds; nil if the rate is not constant.
  let rate: (Int32, Int32)?
  let streamFormat: String?
  private let structure: Structure

  /// The chroma subsampling in caps: 4:2:0 and so on.
  var chroma: String { structure["chroma-format"]?.string ?? "4:2:0" }
  /// Bits of a pixel; nil if they are not stated.
  var depthOfPixels: Int? { structure["bpp"]?.int }
  /// Bits of a sample.
  var depth: Int { structure["bit-depth-luma"]?.int ?? 8 }

  init(_ structure: Structure) {
    self.structure = structure
    width = structure["width"]?.int ?? 0
    height = structure["height"]?.int ?? 0
    if case .fraction(let x, let y)? = structure["pixel-aspect-ratio"], x > 0, y > 0 {
      shape = (x, y)
    } else {
      shape = (1, 1)
    }
    if case .fraction(let count, let seconds)? = structure["framerate"], count > 0, seconds > 0 {
      rate = (count, seconds)
    } else {
      rate = nil
    }
    streamFormat = structure["stream-format"]?.string
  }

  /// The code of a ProRes variant (SMPTE RDD 36).
  var proResName: BoxType {
    // Matroska demuxers use another field.
    let field = structure["variant"] ?? structure["format"]
    // Caps that were read from text have 4444 as a number.
    let variant = field?.string ?? field?.int.map { String($0) }
    let found = Codec.found(capsName: structure.name) { $0 == "variant" ? variant : nil }
    return found?.entry.codes.first ?? "apcn"
  }

  /// VP Codec Configuration (VP Codec ISO Media File Format Binding, version 1.0).
  var vpConfiguration: [UInt8] {
    let profile = structure["profile"]?.string.flatMap { UInt8($0) } ?? 0
    let depth = UInt8(clamping: structure["bit-depth-luma"]?.int ?? (profile >= 2 ? 10 : 8))
    let chroma: UInt8 =
      switch structure["chroma-format"]?.string {
      case "4:2:2": 2
      case "4:4:4": 3
      default: 1
      }
    return [1, 0, 0, 0, profile, Self.vp9Level(width * height), depth << 4 | chroma << 1, 2, 2, 2, 0, 0]
  }

  /// Returns the lowest level that allows frames of a size (VP9 levels).
  private static func vp9Level(_ pixels: Int) -> UInt8 {
    let levels: [(Int, UInt8)] = [
      (36_864, 10), (73_728, 11), (122_880, 20), (245_760, 21), (552_960, 30), (983_040, 31), (2_228_224, 40),
      (8_912_896, 50), (35_651_584, 60),
    ]
    return levels.first { pixels <= $0.0 }?.1 ?? 62
  }

  /// True if frames have the lines of two fields, or some have.
  var isInterlaced: Bool { ["interleaved", "mixed"].contains(structure["interlace-mode"]?.string) }

  /// Returns the number of fields and their order for a 'fiel' atom (QuickTime File Format, "Video sample description
  /// extensions"); nil for progressive video, and if unknown.
  ///
  /// - Parameter isSeparate: True if the fields are stored one after the other, rather than line by line.
  func fieldOrder(isSeparate: Bool) -> [UInt8]? {
    guard isInterlaced else { return nil }
    switch structure["field-order"]?.string {
    case "top-field-first": return [2, isSeparate ? 1 : 9]
    case "bottom-field-first": return [2, isSeparate ? 6 : 14]
    default: return nil
    }
  }

  /// Returns the code points of ITU-T H.273 for a 'colr' box; nil if unspecified.
  func color(isQuickTime: Bool) -> [UInt8]? {
    guard let text = structure["colorimetry"]?.string else { return nil }
    var color = GstVideoColorimetry()
    guard gst_video_colorimetry_from_string(&color, text) != 0 else { return nil }
    let codes = [
      gst_video_color_primaries_to_iso(color.primaries), gst_video_transfer_function_to_iso(color.transfer),
      gst_video_color_matrix_to_iso(color.matrix),
    ]
    guard codes != [2, 2, 2] else { return nil }
    let bytes = codes.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    if isQuickTime { return Array("nclc".utf8) + bytes }
    return Array("nclx".utf8) + bytes + [color.range == GST_VIDEO_COLOR_RANGE_0_255 ? 0x80 : 0]
  }
}

extension Caps {
  /// The mastering display of HDR video, for an 'mdcv' box: green, blue and red, then white in fifty-thousandths;
  /// luminance in ten-thousandths of a candela per square metre. Nil if unspecified.
  var masteringDisplay: [UInt8]? {
    var info = GstVideoMasteringDisplayInfo()
    guard gst_video_mastering_display_info_from_caps(&info, caps) != 0 else { return nil }
    let (red, green, blue) = info.display_primaries
    let white = (info.white_point.x, info.white_point.y)
    let points = [(green.x, green.y), (blue.x, blue.y), (red.x, red.y), white].flatMap { [$0.0, $0.1] }
    let light = [info.max_display_mastering_luminance, info.min_display_mastering_luminance]
    return points.flatMap { $0.bigEndianBytes } + light.flatMap { $0.bigEndianBytes }
  }

  /// The maximum content light level and frame average, for a 'clli' box; nil if unspecified.
  var contentLightLevel: [UInt8]? {
    var level = GstVideoContentLightLevel()
    guard gst_video_content_light_level_from_caps(&level, caps) != 0 else { return nil }
    return level.max_content_light_level.bigEndianBytes + level.max_frame_average_light_level.bigEndianBytes
  }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
