internal import GStreamer
import CoreMedia

/// What kind of media a stream has, and what Core Media calls its format, as its caps say.
struct StreamFormat: Sendable {
  let structure: Structure

  init?(_ caps: Caps) {
    guard let structure = caps.first else { return nil }
    self.structure = structure
  }

  /// The kind of the media as QuickTime's handlers name it; nil for what is no media, such as tags that are listed as a stream.
  var mediaType: String? {
    let name = structure.name
    if name.hasPrefix("video/") || name.hasPrefix("image/") { return "vide" }
    if name.hasPrefix("audio/") { return "soun" }
    if name.hasPrefix("closedcaption/") { return "clcp" }
    // Not all text: a page of HTML is no subtitle.
    if name.hasPrefix("subpicture/") || Self.subtitles[name] != nil { return "sbtl" }
    return name.hasPrefix("meta/") ? "meta" : nil
  }

  /// Whether sizes, rates and channels are known, and where parameter sets are.
  var isSettled: Bool {
    switch mediaType {
    case "vide"?: structure["width"] != nil && structure["height"] != nil && !hasParametersInStream
    case "soun"?: structure["rate"] != nil && structure["channels"] != nil
    default: true
    }
  }

  /// Whether decoders find their set-up among the pictures, as in MPEG transport streams.
  var hasParametersInStream: Bool {
    ["video/x-h264", "video/x-h265"].contains(structure.name) && structure["codec_data"] == nil
  }

  /// Four characters for the format: those of QuickTime and Core Audio where there are any.
  var subType: CMFormatDescription.MediaSubType {
    let name = structure.name
    switch name {
    case "video/x-h264": return .h264
    case "video/x-h265": return .hevc
    case "video/mpeg":
      return switch structure["mpegversion"]?.int {
      case 1?: .mpeg1Video
      case 2?: .mpeg2Video
      default: .mpeg4Video
      }
    case "video/x-prores": return Self.proRes[structure["variant"]?.string ?? ""] ?? code("apcn")
    case "audio/mpeg": return mpegAudio
    default: return code(Self.names[name] ?? Self.subtitles[name] ?? "????")
    }
  }

  private var mpegAudio: CMFormatDescription.MediaSubType {
    guard structure["mpegversion"]?.int == 1 else { return .mpeg4AAC }
    return switch structure["layer"]?.int {
    case 1?: .mpegLayer1
    case 2?: .mpegLayer2
    default: .mpegLayer3
    }
  }

  private func code(_ name: String) -> CMFormatDescription.MediaSubType {
    CMFormatDescription.MediaSubType(rawValue: name.utf8.prefix(4).reduce(0) { $0 << 8 | FourCharCode($1) })
  }

  private static let proRes: [String: CMFormatDescription.MediaSubType] = [
    "standard": .init(rawValue: 0x6170_636e), "lt": .init(rawValue: 0x6170_6373), "proxy": .init(rawValue: 0x6170_636f),
    "hq": .init(rawValue: 0x6170_6368), "4444": .init(rawValue: 0x6170_3468), "4444xq": .init(rawValue: 0x6170_3478),
  ]

  /// Codecs that have one name only. Where no file of Apple's holds a codec, the name is Matroska's or ffmpeg's.
  private static let names = [
    "video/x-vp8": "vp08", "video/x-vp9": "vp09", "video/x-av1": "av01", "video/x-h263": "h263", "image/jpeg": "jpeg",
    "image/png": "png ", "video/x-theora": "theo", "video/x-dv": "dvc ", "video/x-wmv": "wmv ", "video/x-divx": "DIVX",
    "video/x-flash-video": "FLV1", "video/x-raw": "raw ", "video/x-ffv": "FFV1", "video/x-huffyuv": "HFYU",
    "audio/x-opus": "opus", "audio/x-vorbis": "vorb", "audio/x-flac": "flac", "audio/x-alac": "alac",
    "audio/x-ac3": "ac-3", "audio/x-eac3": "ec-3", "audio/AMR": "samr", "audio/AMR-WB": "sawb", "audio/x-raw": "lpcm",
    "audio/x-mulaw": "ulaw", "audio/x-alaw": "alaw", "audio/x-adpcm": "ima4", "audio/x-dts": "dts ",
    "audio/x-wma": "wma ", "audio/x-speex": "spex", "audio/x-wavpack": "wvpk", "audio/x-true-hd": "mlpa",
    "closedcaption/x-cea-608": "c608", "closedcaption/x-cea-708": "c708",
  ]

  private static let subtitles = [
    "text/x-raw": "utf8", "application/x-subtitle-vtt": "wvtt", "text/vtt": "wvtt", "application/x-ssa": "ssa ",
    "application/x-ass": "ass ", "application/ttml+xml": "stpp", "subpicture/x-dvd": "dvds", "subpicture/x-pgs": "pgs ",
    "subpicture/x-dvb": "dvbs", "application/x-kate": "kate", "application/x-subtitle": "srt ",
    "subtitle/x-kate": "kate",
  ]
}
