internal import GStreamer
import CoreMedia
import MovieFile

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
    if name.hasPrefix("subpicture/") || structure.codec?.codec.kind == .subtitle { return "sbtl" }
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
    guard let codec = structure.codec?.codec, [.h264, .hevc].contains(codec) else { return false }
    return structure["codec_data"] == nil
  }

  /// Four characters for the format: those of QuickTime and Core Audio where there are any, else Matroska's or ffmpeg's.
  var subType: CMFormatDescription.MediaSubType {
    CMFormatDescription.MediaSubType(rawValue: (structure.codec?.entry.codes.first ?? "????").rawValue)
  }
}
