/// What a track, or an option of a media selection, is good for.
///
/// Inferred from the media, or tagged by whoever made the file (QuickTime user data `tagc`, in mov and m4v files).
public struct AVMediaCharacteristic: StringConstant {
  /// The name; tags in files have the same.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// It can be seen.
  public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
  /// It can be heard.
  public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
  /// It can be read.
  public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
  /// It comes in frames, each with a time of its own.
  public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
  /// It is what most people want; whatever is not auxiliary.
  public static let isMainProgramContent = AVMediaCharacteristic("public.main-program-content")
  /// It is not what most people want, such as a commentary.
  public static let isAuxiliaryContent = AVMediaCharacteristic("public.auxiliary-content")
  /// It is in the language in which the media were made; by tag only.
  public static let isOriginalContent = AVMediaCharacteristic("public.original-content")
  /// Its subtitles are for parts in other languages only.
  public static let containsOnlyForcedSubtitles = AVMediaCharacteristic("public.subtitles.forced-only")
  /// It writes down what is spoken; by tag only.
  public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
    "public.accessibility.transcribes-spoken-dialog")
  /// It writes down music and noises; by tag only.
  public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
    "public.accessibility.describes-music-and-sound")
  /// It tells what is to be seen; by tag only.
  public static let describesVideoForAccessibility = AVMediaCharacteristic("public.accessibility.describes-video")
}
