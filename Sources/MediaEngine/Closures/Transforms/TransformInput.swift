import MediaGraph

/// The input of a `Transform`: frames, audio or packets, in the formats that its code handles.
///
/// Frames and audio are converted to one of the formats; packets must have the format.
public struct TransformInput<M: Medium, Unit: ~Copyable>: Sendable {
  let caps: String
  /// The element that converts the input, if there is one.
  let converter: String?
  let makeReader: @Sendable () -> TransformInputReader<Unit>
}

extension TransformInput where M == RawVideo, Unit == VideoFrame {
  /// - Parameter formats: the layouts that the code handles, best first; any, if empty.
  public static func frames(_ formats: [PixelFormat] = []) -> Self {
    TransformInput(
      caps: ClosureElements.videoCaps(formats), converter: formats.isEmpty ? nil : "videoconvert",
      makeReader: { MappedFrameReader() })
  }
}

extension TransformInput where M == RawAudio, Unit == AudioBlock {
  /// - Parameter formats: the formats that the code handles, best first. Audio is always interleaved.
  public static func audio(_ formats: [SampleFormat] = [.f32]) -> Self {
    TransformInput(caps: ClosureElements.audioCaps(formats), converter: "audioconvert", makeReader: { BlockReader() })
  }
}

extension TransformInput where Unit == DataBlock {
  /// - Parameter format: the packets' format; any of the medium, if nil.
  public static func packets(_ format: PacketFormat?) -> Self {
    TransformInput(caps: format?.caps ?? "ANY", converter: nil, makeReader: { PacketReader() })
  }
}
