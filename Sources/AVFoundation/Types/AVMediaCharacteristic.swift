/// A characteristic of a track, or of an option of a media selection.
///
/// Inferred from the media, or tagged by the file's author (QuickTime user data `tagc`, in mov and m4v files).
public struct AVMediaCharacteristic: StringConstant {
  /// The name; tags in files have the same.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The media are visual.
  public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
  /// The media are audible.
  public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
  /// The media are legible.
  public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
  /// The media consist of frames, each with a time of its own.
  public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
  /// The main content: all that is not auxiliary.
  public static let isMainProgramContent = AVMediaCharacteristic("public.main-program-content")
  /// Auxiliary content, such as a commentary.
  public static let isAuxiliaryContent = AVMediaCharacteristic("public.auxiliary-content")
  /// Content in the original language of the media; by tag only.
  public static let isOriginalContent = AVMediaCharacteristic("public.original-content")
  /// Subtitles only for parts in other languages.
  public static let containsOnlyForcedSubtitles = AVMediaCharacteristic("public.subtitles.forced-only")
  /// A transcript of the spoken dialogue; by tag only.
  public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
    "public.accessibility.transcribes-spoken-dialog")
  /// A description of music and sounds; by tag only.
  public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
    "public.accessibility.describes-music-and-sound")
  /// A description of the video; by tag only.
  public static let describesVideoForAccessibility = AVMediaCharacteristic("public.accessibility.describes-video")
}
