internal import GStreamer
internal import CGStreamer
import CoreAudioTypes
import CoreMedia
import MovieFile

/// FFmpeg's names of the code points of ITU-T H.273; without those that are unspecified or reserved.
enum FFmpegColorNames {
  static let primaries: [Int: String] = [
    1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020", 10: "smpte428",
    11: "smpte431", 12: "smpte432", 22: "ebu3213",
  ]
  static let transfers: [Int: String] = [
    1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "linear", 9: "log100", 10: "log316",
    11: "iec61966-2-4", 12: "bt1361e", 13: "iec61966-2-1", 14: "bt2020-10", 15: "bt2020-12", 16: "smpte2084",
    17: "smpte428", 18: "arib-std-b67",
  ]
  static let matrices: [Int: String] = [
    0: "gbr", 1: "bt709", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "ycgco", 9: "bt2020nc",
    10: "bt2020c", 11: "smpte2085", 12: "chroma-derived-nc", 13: "chroma-derived-c", 14: "ictcp",
  ]
}

extension AssetProbe.Color {
  /// Reads GStreamer's colorimetry.
  init(colorimetry text: String?) {
    var value = GstVideoColorimetry()
    guard let text, gst_video_colorimetry_from_string(&value, text) != 0 else { return }
    primaries = FFmpegColorNames.primaries[Int(gst_video_color_primaries_to_iso(value.primaries))]
    transfer = FFmpegColorNames.transfers[Int(gst_video_transfer_function_to_iso(value.transfer))]
    matrix = FFmpegColorNames.matrices[Int(gst_video_color_matrix_to_iso(value.matrix))]
    isFullRange =
      switch value.range {
      case GST_VIDEO_COLOR_RANGE_0_255: true
      case GST_VIDEO_COLOR_RANGE_16_235: false
      default: nil
      }
  }
}

/// FFmpeg's names of pixel formats.
enum FFmpegPixelFormatNames {
  static func name(of signal: VideoSignal) -> String? {
    // Matrix 0 is RGB, stored as green, blue and red.
    if signal.matrix == 0, signal.chromaFormat == 3 { return "gbrp" + suffix(signal.bitDepth) }
    return name(chroma: signal.chromaFormat, depth: signal.bitDepth)
  }

  /// - Parameter chroma: 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  static func name(chroma: Int?, depth: Int) -> String? {
    guard let chroma, (0...3).contains(chroma) else { return nil }
    return ["gray", "yuv420p", "yuv422p", "yuv444p"][chroma] + suffix(depth)
  }

  private static func suffix(_ depth: Int) -> String { depth > 8 ? "\(depth)le" : "" }

  /// The format of codecs that have only one.
  static func implied(by codec: Codec, entry: Codec.Entry?) -> String? {
    switch codec {
    case .vp8, .h263, .sorenson, .mpeg4, .mpeg1: return "yuv420p"
    case .proRes:
      // Those with 4:4:4 may have alpha, which their frames tell.
      let is422 = entry?.codes.contains { ["apcn", "apcs", "apco", "apch"].contains($0) } == true
      return is422 ? "yuv422p10le" : nil
    default: return nil
    }
  }

  /// GStreamer's names of what its decoders make.
  static let gstreamer: [String: String] = [
    "I420": "yuv420p", "YV12": "yuv420p", "NV12": "yuv420p", "Y42B": "yuv422p", "Y444": "yuv444p", "GRAY8": "gray",
    "I420_10LE": "yuv420p10le", "I422_10LE": "yuv422p10le", "Y444_10LE": "yuv444p10le", "I420_12LE": "yuv420p12le",
    "I422_12LE": "yuv422p12le", "Y444_12LE": "yuv444p12le", "A420": "yuva420p", "A444_10LE": "yuva444p10le",
    "RGB": "rgb24", "BGR": "bgr24", "RGBA": "rgba", "BGRA": "bgra", "ARGB": "argb", "ABGR": "abgr", "BGRx": "bgr0",
    "RGBx": "rgb0", "xRGB": "0rgb", "xBGR": "0bgr", "GBR": "gbrp", "GBRA": "gbrap", "YUY2": "yuyv422",
    "UYVY": "uyvy422", "Y41B": "yuv411p", "YUV9": "yuv410p", "RGB16": "rgb565le", "RGB15": "rgb555le", "RGB8P": "pal8",
    "GRAY16_LE": "gray16le", "GBR_10LE": "gbrp10le",
  ]
}

/// FFmpeg's names of channel layouts.
enum ChannelLayoutName {
  static func name(of description: CMFormatDescription, codec: Codec?) -> String? {
    guard let channels = description.audioStreamBasicDescription.map({ Int($0.mChannelsPerFrame) }) else { return nil }
    if let layout = description.audioChannelLayout {
      if let name = tags[layout.tag] { return name }
      if layout.tag == kAudioChannelLayoutTag_UseChannelBitmap {
        return masks[layout.bitmap.rawValue] ?? implied(by: codec, channels: channels)
      }
      if layout.tag == kAudioChannelLayoutTag_UseChannelDescriptions {
        let labels = layout.channelDescriptions.map(\.mChannelLabel)
        if labels.count == channels, let mask = mask(of: labels), let name = masks[mask] { return name }
      }
    }
    return implied(by: codec, channels: channels)
  }

  /// The bits of WAVE's mask, which Core Audio's labels from 1 on number.
  private static func mask(of labels: [AudioChannelLabel]) -> UInt32? {
    var mask: UInt32 = 0
    for label in labels {
      let number = label == kAudioChannelLabel_Mono ? kAudioChannelLabel_Center : label
      guard (1...18).contains(number) else { return nil }
      mask |= 1 << (number - 1)
    }
    return mask
  }

  private static let tags: [AudioChannelLayoutTag: String] = [
    kAudioChannelLayoutTag_Mono: "mono", kAudioChannelLayoutTag_Stereo: "stereo",
    kAudioChannelLayoutTag_StereoHeadphones: "stereo", kAudioChannelLayoutTag_MPEG_3_0_A: "3.0",
    kAudioChannelLayoutTag_MPEG_3_0_B: "3.0", kAudioChannelLayoutTag_MPEG_4_0_A: "4.0",
    kAudioChannelLayoutTag_MPEG_4_0_B: "4.0", kAudioChannelLayoutTag_Quadraphonic: "quad",
    kAudioChannelLayoutTag_MPEG_5_0_A: "5.0", kAudioChannelLayoutTag_MPEG_5_0_B: "5.0",
    kAudioChannelLayoutTag_MPEG_5_0_C: "5.0", kAudioChannelLayoutTag_MPEG_5_0_D: "5.0",
    kAudioChannelLayoutTag_MPEG_5_1_A: "5.1", kAudioChannelLayoutTag_MPEG_5_1_B: "5.1",
    kAudioChannelLayoutTag_MPEG_5_1_C: "5.1", kAudioChannelLayoutTag_MPEG_5_1_D: "5.1",
    kAudioChannelLayoutTag_MPEG_6_1_A: "6.1", kAudioChannelLayoutTag_MPEG_7_1_A: "7.1(wide)",
    kAudioChannelLayoutTag_MPEG_7_1_C: "7.1",
  ]

  /// The layouts by WAVE's masks.
  private static let masks: [UInt32: String] = [
    0x4: "mono", 0x3: "stereo", 0xb: "2.1", 0x7: "3.0", 0x103: "3.0(back)", 0x107: "4.0", 0x33: "quad",
    0x603: "quad(side)", 0xf: "3.1", 0x37: "5.0", 0x607: "5.0(side)", 0x10f: "4.1", 0x3f: "5.1", 0x60f: "5.1(side)",
    0x707: "6.0", 0x70f: "6.1", 0x13f: "6.1(back)", 0x637: "7.0", 0x63f: "7.1", 0xff: "7.1(wide)",
    0x6cf: "7.1(wide-side)",
  ]

  /// The layout that a codec's channels have where nothing is stated.
  static func implied(by codec: Codec?, channels: Int) -> String? {
    switch (codec, channels) {
    case (_, 1): "mono"
    case (_, 2): "stereo"
    case (.aac?, 3...6): ["3.0", "4.0", "5.0", "5.1"][channels - 3]
    case (.flac?, 3...8), (.vorbis?, 3...8), (.opus?, 3...8):
      ["3.0", "quad", "5.0", "5.1", "6.1", "7.1"][channels - 3]
    // Its surround speakers are those at the sides; other numbers of channels have several arrangements.
    case (.ac3?, 6), (.enhancedAC3?, 6), (.dts?, 6): "5.1(side)"
    default: nil
    }
  }
}
