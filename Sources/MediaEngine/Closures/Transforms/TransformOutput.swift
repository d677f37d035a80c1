internal import MediaSource
import MediaGraph

/// The output of a `Transform`: frames, audio or packets.
public struct TransformOutput<M: Medium, Unit: ~Copyable>: Sendable {
  let caps: String
  /// True if the output has times, like all media except bytes.
  let hasTimes: Bool
  let open: @Sendable (TransformOutputStream) -> Unit
}

extension TransformOutput where M == RawVideo, Unit == FrameOutput {
  /// - Parameter formats: the frames' layouts; the first is the default.
  public static func frames(_ formats: PixelFormat...) -> Self {
    TransformOutput(caps: ClosureElements.videoCaps(formats), hasTimes: true) {
      FrameOutput(stream: $0, format: formats.first ?? .i420)
    }
  }
}

extension TransformOutput where M == RawAudio, Unit == AudioOutput {
  /// - Parameter format: the storage of samples.
  public static func audio(_ format: SampleFormat = .f32) -> Self {
    TransformOutput(caps: ClosureElements.audioCaps([format]), hasTimes: true) {
      AudioOutput(stream: $0, format: format)
    }
  }
}

extension TransformOutput where Unit == PacketOutput {
  /// - Parameter format: the packets' format; size and frame rate, or rate and channels, are added from the input.
  public static func packets(_ format: PacketFormat) -> Self {
    let inherited: [String] =
      switch M.type {
      case .codedVideo: ["width", "height", "framerate", "pixel-aspect-ratio"]
      case .codedAudio: ["rate", "channels"]
      default: []
      }
    return TransformOutput(caps: "ANY", hasTimes: ![.bytes, .container].contains(M.type)) {
      PacketOutput(stream: $0, format: format, inherited: inherited)
    }
  }
}
