import CoreMedia

/// Whether there are decoders here.
enum StreamDecoding {
  /// Whether samples of a format can be decoded; those that are shown without a decoder can.
  static func isDecodable(_ description: CMFormatDescription) throws -> Bool {
    guard description.mediaType == .video || description.mediaType == .audio else { return true }
    do {
      return hasDecoder(try CodedFormat(description).codec)
    } catch is DecoderError {
      return false
    }
  }

  static func isDecodable(_ caps: Caps, mediaType: String) -> Bool {
    guard mediaType == "vide" || mediaType == "soun" else { return true }
    return CodedFormat(caps).map { hasDecoder($0.codec) } ?? false
  }

  static func hasDecoder(_ codec: Codec) -> Bool {
    codec == .pcm || codec.decoders.contains { (try? ElementFactory.find($0)) ?? nil != nil }
  }
}
