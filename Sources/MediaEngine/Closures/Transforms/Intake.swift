import MediaGraph

/// The input of a `Transform`: frames, audio or packets, in the formats that its code handles.
///
/// Frames and audio are converted to one of the formats; packets must have the format.
public struct Intake<M: Medium, Unit: ~Copyable>: Sendable {
  let caps: String
  /// The element that converts the input, if there is one.
  let converter: String?
  let makeReader: @Sendable () -> UnitReader<Unit>
}

extension Intake where M == RawVideo, Unit == VideoFrame {
  /// - Parameter formats: the layouts that the code handles, best first; any, if empty.
  public static func pictures(_ formats: [PixelFormat] = []) -> Self {
    Intake(
      caps: ClosureElements.videoCaps(formats), converter: formats.isEmpty ? nil : "videoconvert",
      makeReader: { MappedFrameReader() })
  }
}

extension Intake where M == RawAudio, Unit == AudioBlock {
  /// - Parameter formats: the formats that the code handles, best first. Audio is always interleaved.
  public static func sound(_ formats: [SampleFormat] = [.f32]) -> Self {
    Intake(caps: ClosureElements.audioCaps(formats), converter: "audioconvert", makeReader: { BlockReader() })
  }
}

extension Intake where Unit == DataBlock {
  /// - Parameter format: the packets' format; any of the medium, if nil.
  public static func packets(_ format: PacketFormat?) -> Self {
    Intake(caps: format?.caps ?? "ANY", converter: nil, makeReader: { PacketReader() })
  }
}
