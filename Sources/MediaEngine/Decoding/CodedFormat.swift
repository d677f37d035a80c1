internal import GStreamer
import CoreMedia
import MovieFile

/// The format of coded samples, as decoders are told it.
struct CodedFormat: Sendable {
  let caps: Caps
  /// The set-up that samples' bytes are read by.
  let stream: CodedStream
  /// The format as Core Media has it, where it came from a description.
  let description: CMFormatDescription?
  /// Samples at the beginning of the stream that are no sound, as the codec's own header says (Opus).
  let preSkip: Int

  init(codec: Codec, caps: Caps, description: CMFormatDescription? = nil, preSkip: Int = 0) {
    self.caps = caps
    stream = CodedStream(codec, caps)
    self.description = description
    self.preSkip = preSkip
  }

  var codec: Codec { stream.codec }

  /// The elements that decode it, the best first.
  var decoders: [String] {
    // Layers I and III have a decoder of their own.
    if codec == .mpegAudio, caps.first?["layer"]?.int == 2 { return ["avdec_mp2float", "mpg123audiodec"] }
    guard codec == .adpcm else { return codec.decoders }
    return switch caps.first?["layout"]?.string {
    case "quicktime": ["avdec_adpcm_ima_qt"]
    case "microsoft": ["avdec_adpcm_ms"]
    // libav's decoder wants to know the bits of a sample, which GStreamer does not tell it.
    case "dvi": ["adpcmdec"]
    default: []
    }
  }
}
