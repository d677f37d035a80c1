internal import MediaSource
import MediaGraph

/// What a `Transform` gives: pictures, sound or packets.
public struct Outlet<M: Medium, Unit: ~Copyable>: Sendable {
  let caps: String
  /// Whether what is given has times, as all media but bytes have.
  let hasTimes: Bool
  let open: @Sendable (TransformOutput) -> Unit
}

extension Outlet where M == RawVideo, Unit == PictureOutput {
  /// - Parameter formats: the layouts that pictures come in; the first is what they have unless the code says otherwise.
  public static func pictures(_ formats: PixelFormat...) -> Self {
    Outlet(caps: ClosureElements.videoCaps(formats), hasTimes: true) {
      PictureOutput(stream: $0, format: formats.first ?? .i420)
    }
  }
}

extension Outlet where M == RawAudio, Unit == SoundOutput {
  /// - Parameter format: how samples are stored.
  public static func sound(_ format: SampleFormat = .f32) -> Self {
    Outlet(caps: ClosureElements.audioCaps([format]), hasTimes: true) { SoundOutput(stream: $0, format: format) }
  }
}

extension Outlet where Unit == PacketOutput {
  /// - Parameter format: what the packets are; size and frame rate, or rate and channels, are added from what is taken.
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
