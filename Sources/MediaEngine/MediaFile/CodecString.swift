import MovieFile

/// A format as parameters of MIME types and playlists name it (RFC 6381, clause 3).
package struct CodecString: Sendable, Hashable {
  package enum Kind: Sendable {
    case video, audio, text
  }

  package let text: String
  /// The coding; nil for what is not decoded here, or needs no decoder.
  let codec: Codec?
  /// What it is a coding of; nil for what nobody here knows.
  package let kind: Kind?

  package init(_ text: String) {
    self.text = text
    let parts = text.lowercased().split(separator: ".").map(String.init)
    let name = parts.first ?? ""
    if ["wvtt", "stpp", "tx3g"].contains(name) {
      (codec, kind) = (nil, .text)
      return
    }
    let found = name == "mp4a" || name == "mp4v" ? Self.mpeg4(parts) : Self.names[name]
    codec = found
    kind = found.map { $0.isPicture ? .video : .audio }
  }

  /// Whether it can be shown or heard here.
  package var isDecodable: Bool { kind == .text || codec.map { StreamDecoding.hasDecoder($0) } ?? false }

  /// Whether the coding may be inside a container that holds these; text may be in any.
  package func isOne(of names: Set<String>) -> Bool {
    kind == .text || codec.map { names.contains($0.rawValue) } ?? false
  }

  /// The object type, in hexadecimal, and for 40 the kind of AAC (ISO/IEC 14496-1, table 5; 14496-3, table 1.17).
  private static func mpeg4(_ parts: [String]) -> Codec? {
    guard parts.count > 1, let type = UInt8(parts[1], radix: 16) else { return nil }
    switch type {
    case 0x20: return .mpeg4
    case 0x60...0x65: return .mpeg2
    case 0x40:
      guard parts.count > 2 else { return .aac }
      // Main, LC, SSR, LTP; SBR and PS on top of LC; the low-delay kinds.
      return ["1", "2", "02", "3", "4", "5", "05", "29", "23", "39"].contains(parts[2]) ? .aac : nil
    case 0x66...0x68: return .aac
    case 0x69, 0x6b: return .mpegAudio
    case 0x6c: return .motionJPEG
    case 0xa5: return .ac3
    case 0xa6: return .enhancedAC3
    case 0xad: return .opus
    default: return nil
    }
  }

  private static let names: [String: Codec] = [
    "avc1": .h264, "avc3": .h264, "hvc1": .hevc, "hev1": .hevc, "vp8": .vp8, "vp08": .vp8, "vp9": .vp9, "vp09": .vp9,
    "av01": .av1, "apcn": .proRes, "apch": .proRes, "apcs": .proRes, "apco": .proRes, "ap4h": .proRes, "ap4x": .proRes,
    "jpeg": .motionJPEG, "s263": .h263, "h263": .h263, "mp3": .mpegAudio, "opus": .opus, "vorbis": .vorbis,
    "theora": .theora,
    "flac": .flac, "alac": .alac, "ac-3": .ac3, "ec-3": .enhancedAC3, "samr": .amr, "sawb": .amrWideband, "ulaw": .uLaw,
    "alaw": .aLaw, "lpcm": .pcm, "1": .pcm,
  ]
}
