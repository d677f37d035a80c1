/// The kind of media that a track holds.
public struct AVMediaType: StringConstant {
  /// Four characters, as QuickTime files name the kind.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Video.
  public static let video = AVMediaType("vide")
  /// Audio.
  public static let audio = AVMediaType("soun")
  /// Text that is no subtitle, such as chapter titles.
  public static let text = AVMediaType("text")
  /// Closed captions (CEA-608, CEA-708).
  public static let closedCaption = AVMediaType("clcp")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Time codes.
  public static let timecode = AVMediaType("tmcd")
  /// Timed metadata.
  public static let metadata = AVMediaType("meta")
  /// Several media in one stream.
  public static let muxed = AVMediaType("muxx")
}
