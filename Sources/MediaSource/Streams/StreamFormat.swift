internal import GStreamer
import CoreMedia
import MovieFile

/// The media type and the subtype of a stream, from its caps.
struct StreamFormat: Sendable {
  let structure: Structure

  init?(_ caps: Caps) {
    guard let structure = caps.first else { return nil }
    self.structure = structure
  }

  /// The media type by QuickTime's handlers; nil for streams that are not media, such as tags listed as a stream.
  var mediaType: String? {
    let name = structure.name
    if name.hasPrefix("video/") || name.hasPrefix("image/") { return "vide" }
    if name.hasPrefix("audio/") { return "soun" }
    if name.hasPrefix("closedcaption/") { return "clcp" }
    // Not every text format: an HTML page is no subtitle.
    if name.hasPrefix("subpicture/") || structure.codec?.codec.kind == .subtitle { return "sbtl" }
    return name.hasPrefix("meta/") ? "meta" : nil
  }

  /// True if sizes, rates and channels, and the place of parameter sets are known.
  var isSettled: Bool {
    switch mediaType {
    case "vide"?: structure["width"] != nil && structure["height"] != nil && !hasParametersInStream
    case "soun"?: structure["rate"] != nil && structure["channels"] != nil
    default: true
    }
  }

  /// True if decoders find the parameter sets in the stream, as in MPEG transport streams.
  var hasParametersInStream: Bool {
    guard let codec = structure.codec?.codec, [.h264, .hevc].contains(codec) else { return false }
    return structure["codec_data"] == nil
  }

  /// The FourCC of the format: that of QuickTime and Core Audio if there is one, else Matroska's or ffmpeg's.
  var subType: CMFormatDescription.MediaSubType {
    CMFormatDescription.MediaSubType(rawValue: (structure.codec?.entry.codes.first ?? "????").rawValue)
  }
}
