/// One or several kinds of media that an input accepts, as a generic argument: `Input<RawVideo>`, `Input<AnyMedium>`.
public protocol MediumSet: Sendable {
  /// The port types that the set holds.
  static var types: [PortType] { get }
}

/// One kind of media, as the generic argument of the ports that carry it.
public protocol Medium: MediumSet {
  /// The port type that stands for this medium in files and diagnostics.
  static var type: PortType { get }
}

extension Medium {
  public static var types: [PortType] { [type] }
}

/// A medium that a muxer can store as a track.
public protocol TrackMedium: Medium {}

/// A medium that is a sequence of bytes, which a file can hold.
public protocol ByteMedium: Medium {}

/// Uncompressed video.
public enum RawVideo: Medium { public static let type = PortType.rawVideo }

/// Uncompressed audio.
public enum RawAudio: Medium { public static let type = PortType.rawAudio }

/// Lines of plain or marked-up text with times, such as subtitles.
public enum Text: TrackMedium { public static let type = PortType.text }

/// Timed metadata.
public enum Metadata: TrackMedium { public static let type = PortType.metadata }

/// The bytes of a movie file, in order, with the muxer's seeks.
public enum Container: ByteMedium { public static let type = PortType.container }

/// Bytes of any kind.
public enum Bytes: ByteMedium { public static let type = PortType.bytes }

/// Coded media of an encoder: `Coded<Video>` or `Coded<Audio>`.
public enum Coded<Kind: CodedKind>: TrackMedium {
  public static var type: PortType { Kind.codedType }
}

/// The two kinds of media that have encoders.
public protocol CodedKind: Sendable {
  /// The port type of the coded form.
  static var codedType: PortType { get }
}

/// Video, as the argument of `Coded`.
public enum Video: CodedKind { public static let codedType = PortType.codedVideo }

/// Audio, as the argument of `Coded`.
public enum Audio: CodedKind { public static let codedType = PortType.codedAudio }

/// All media that a muxer stores as a track.
public enum AnyTrack: MediumSet {
  public static let types: [PortType] = [.codedVideo, .codedAudio, .text, .metadata]
}

/// All media that a file can hold.
public enum AnyBytes: MediumSet {
  public static let types: [PortType] = [.container, .bytes]
}

/// All media.
public enum AnyMedium: MediumSet {
  public static let types = PortType.allCases
}
