internal import GStreamer
import CoreMedia
import MovieFile

/// The format of coded samples, as decoders are told it.
struct CodedFormat: Sendable {
  let caps: Caps
  /// The set-up that samples' bytes are read by.
  let stream: CodedStream
  /// The elements that decode it, the best first.
  let decoders: [String]
  /// The format as Core Media has it, where it came from a description.
  let description: CMFormatDescription?
  /// Samples at the beginning of the stream that are no sound, as the codec's own header says (Opus).
  let preSkip: Int

  init(codec: Codec, caps: Caps, description: CMFormatDescription? = nil, preSkip: Int = 0) {
    self.caps = caps
    stream = CodedStream(codec, caps)
    decoders = caps.first?.codec?.entry.decoders ?? codec.decoders
    self.description = description
    self.preSkip = preSkip
  }

  var codec: Codec { stream.codec }
}
