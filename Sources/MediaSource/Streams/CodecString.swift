import MovieFile

/// A codec in parameters of MIME types and playlists (RFC 6381, clause 3).
package struct CodecString: Sendable, Hashable {
  package enum Kind: Sendable {
    case video, audio, text
  }

  package let text: String
  /// The codec; nil if it is not decodable, or needs no decoder.
  package let codec: Codec?
  /// The media type; nil if unknown.
  package let kind: Kind?

  package init(_ text: String) {
    self.text = text
    let parts = text.lowercased().split(separator: ".").map(String.init)
    let name = parts.first ?? ""
    let found =
      switch name {
      case "mp4a": Self.mpeg4(parts, "mp4a")
      case "mp4v": Self.mpeg4(parts, "mp4v")
      default: Codec.named(name)
      }
    if found?.kind == .subtitle {
      (codec, kind) = (nil, .text)
    } else {
      codec = found.flatMap { $0.isDecoded ? $0 : nil }
      kind = codec.map { $0.isVideo ? .video : .audio }
    }
  }

  /// True if it can be decoded.
  package var isDecodable: Bool { kind == .text || codec.map { StreamDecoding.hasDecoder($0) } ?? false }

  /// Returns true if a file format holds the codec; text may be in any.
  package func isOne(where isHeld: (Codec) -> Bool) -> Bool { kind == .text || codec.map(isHeld) ?? false }

  /// Parses the object type, in hexadecimal, and for 40 the audio object type (ISO/IEC 14496-1, table 5; 14496-3, table
  /// 1.17).
  private static func mpeg4(_ parts: [String], _ entry: BoxType) -> Codec? {
    guard parts.count > 1, let type = UInt8(parts[1], radix: 16) else { return nil }
    // Main, LC, SSR, LTP; SBR and PS on top of LC; the low-delay types.
    let kinds = ["1", "2", "02", "3", "4", "5", "05", "29", "23", "39"]
    if type == 0x40, parts.count > 2, !kinds.contains(parts[2]) { return nil }
    return Codec.found(entry, objectType: type) { _ in true }?.codec
  }
}
