package import GStreamer
import CoreMedia
import MovieFile

/// The format of coded samples, as decoders are told it.
package struct CodedFormat: Sendable {
  package let caps: Caps
  /// The set-up that samples' bytes are read by.
  package let stream: CodedStream
  /// The elements that decode it, the best first.
  package let decoders: [String]
  /// The format as Core Media has it, where it came from a description.
  package let description: CMFormatDescription?
  /// Samples at the beginning of the stream that are no sound, as the codec's own header says (Opus).
  package let preSkip: Int

  package init(codec: Codec, caps: Caps, description: CMFormatDescription? = nil, preSkip: Int = 0) {
    self.caps = caps
    stream = CodedStream(codec, caps)
    decoders = caps.first?.codec?.entry.decoders ?? codec.decoders
    self.description = description
    self.preSkip = preSkip
  }

  package var codec: Codec { stream.codec }
}
