internal import GStreamer
import CoreMedia
import MovieFile

/// Finds out whether streams can be decoded here.
enum StreamDecoding {
  /// Returns true if samples of a format can be decoded, or are shown without a decoder.
  static func isDecodable(_ description: CMFormatDescription) throws -> Bool {
    guard description.mediaType == .video || description.mediaType == .audio else { return true }
    do {
      return hasDecoder(try CodedFormat(description))
    } catch is DecoderError {
      return false
    }
  }

  static func isDecodable(_ caps: Caps, mediaType: String) -> Bool {
    guard mediaType == "vide" || mediaType == "soun" else { return true }
    return CodedFormat(caps).map { hasDecoder($0) } ?? false
  }

  static func hasDecoder(_ codec: Codec) -> Bool {
    codec.isDecodedInSwift || isAny(of: codec.decoders + codec.entries.flatMap { $0.decoders ?? [] })
  }

  /// Some codings have a decoder for each of their forms.
  static func hasDecoder(_ format: CodedFormat) -> Bool {
    format.codec.isDecodedInSwift || isAny(of: format.decoders)
  }

  private static func isAny(of decoders: [String]) -> Bool {
    decoders.contains(where: ElementFactory.isInstalled)
  }
}
