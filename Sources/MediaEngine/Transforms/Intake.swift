import MediaGraph

/// What a `Transform` takes: pictures, sound or packets, in the forms that its code handles.
///
/// Pictures and sound are converted to one of the forms; packets have to come in the form.
public struct Intake<M: Medium, Unit: ~Copyable>: Sendable {
  let caps: String
  /// The element that converts what comes, if one can.
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
  /// - Parameter formats: the formats that the code handles, best first. Sound is always interleaved.
  public static func sound(_ formats: [SampleFormat] = [.f32]) -> Self {
    Intake(caps: ClosureElements.audioCaps(formats), converter: "audioconvert", makeReader: { BlockReader() })
  }
}

extension Intake where Unit == DataBlock {
  /// - Parameter format: what the packets are; any of the medium, if nil.
  public static func packets(_ format: PacketFormat?) -> Self {
    Intake(caps: format?.caps ?? "ANY", converter: nil, makeReader: { PacketReader() })
  }
}
