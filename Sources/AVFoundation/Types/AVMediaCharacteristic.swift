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
  /// Speech that is easier to understand; by tag only.
  public static let enhancesSpeechIntelligibility = AVMediaCharacteristic(
    "public.accessibility.enhances-speech-intelligibility")
  /// Text that is edited for ease of reading; by tag only.
  public static let easyToRead = AVMediaCharacteristic("public.easy-to-read")
  /// A translation; by tag only.
  public static let languageTranslation = AVMediaCharacteristic("public.translation")
  /// A translation spoken in place of the original; by tag only.
  public static let dubbedTranslation = AVMediaCharacteristic("public.translation.dubbed")
  /// A translation spoken over the original; by tag only.
  public static let voiceOverTranslation = AVMediaCharacteristic("public.translation.voice-over")
  /// Video with an alpha channel: its format says so, by its extensions or its codec.
  public static let containsAlphaChannel = AVMediaCharacteristic("public.contains-alpha-channel")
  /// Video of high dynamic range: its transfer function is PQ or HLG.
  public static let containsHDRVideo = AVMediaCharacteristic("public.contains-hdr-video")
  /// Video with colours beyond those of high-definition video: its primaries are P3 or BT.2020.
  public static let usesWideGamutColorSpace = AVMediaCharacteristic("public.uses-wide-gamut-color-space")
}
