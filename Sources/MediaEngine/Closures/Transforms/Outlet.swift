internal import MediaSource
import MediaGraph

/// The output of a `Transform`: frames, audio or packets.
public struct Outlet<M: Medium, Unit: ~Copyable>: Sendable {
  let caps: String
  /// True if the output has times, like all media except bytes.
  let hasTimes: Bool
  let open: @Sendable (TransformOutput) -> Unit
}

extension Outlet where M == RawVideo, Unit == PictureOutput {
  /// - Parameter formats: the frames' layouts; the first is the default.
  public static func pictures(_ formats: PixelFormat...) -> Self {
    Outlet(caps: ClosureElements.videoCaps(formats), hasTimes: true) {
      PictureOutput(stream: $0, format: formats.first ?? .i420)
    }
  }
}

extension Outlet where M == RawAudio, Unit == SoundOutput {
  /// - Parameter format: the storage of samples.
  public static func sound(_ format: SampleFormat = .f32) -> Self {
    Outlet(caps: ClosureElements.audioCaps([format]), hasTimes: true) { SoundOutput(stream: $0, format: format) }
  }
}

extension Outlet where Unit == PacketOutput {
  /// - Parameter format: the packets' format; size and frame rate, or rate and channels, are added from the input.
  public static func packets(_ format: PacketFormat) -> Self {
    let inherited: [String] =
      switch M.type {
      case .codedVideo: ["width", "height", "framerate", "pixel-aspect-ratio"]
      case .codedAudio: ["rate", "channels"]
      default: []
      }
    return Outlet(caps: "ANY", hasTimes: ![.bytes, .container].contains(M.type)) {
      PacketOutput(stream: $0, format: format, inherited: inherited)
    }
  }
}
