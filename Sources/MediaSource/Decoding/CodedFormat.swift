package import GStreamer
import CoreMedia
import MovieFile

/// The format of compressed samples, for decoders.
package struct CodedFormat: Sendable {
  package let caps: Caps
  /// The configuration for parsing samples' bytes.
  package let stream: CodedStream
  /// The decoding elements, best first.
  package let decoders: [String]
  /// The format description, if the format was created from one.
  package let description: CMFormatDescription?
  /// The pre-skip of the codec's own header, in samples (Opus).
  package let preSkip: Int

  package init(codec: Codec, caps: Caps, description: CMFormatDescription? = nil, preSkip: Int = 0) {
    self.caps = caps
    stream = CodedStream(codec, caps)
    decoders = caps.first?.codec?.entry.decoders ?? codec.decoders
    self.description = description
    self.preSkip = preSkip
  }

  package var codec: Codec { stream.codec }
  /// The codec's entry in the table that the caps name.
  package var entry: Codec.Entry { caps.first?.codec?.entry ?? codec.entries[0] }

  /// GStreamer's mask of the speakers of decoded channels, where decoders do not know them; 0 for all others.
  package var speakers: UInt64 {
    guard codec == .flac else { return 0 }
    let headers = caps.streamHeaders
    let blocks = headers.isEmpty ? description?.magicCookie.map { [UInt8]($0) } : headers.dropFirst().flatMap { $0 }
    guard let mask = blocks.flatMap({ FLACSpeakers.mask(inBlocks: $0) }) else { return 0 }
    return ChannelMask.gstreamer(mask)
  }
}
