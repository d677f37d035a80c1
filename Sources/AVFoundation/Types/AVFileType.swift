/// A kind of file, by its uniform type identifier.
public struct AVFileType: StringConstant {
  /// The uniform type identifier.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// QuickTime movies: `.mov`, `.qt`.
  public static let mov = AVFileType("com.apple.quicktime-movie")
  /// MPEG-4 files: `.mp4`.
  public static let mp4 = AVFileType("public.mpeg-4")
  /// MPEG-4 video with Apple's extensions: `.m4v`.
  public static let m4v = AVFileType("com.apple.m4v-video")
  /// MPEG-4 audio: `.m4a`.
  public static let m4a = AVFileType("com.apple.m4a-audio")
  /// 3GPP files: `.3gp`, `.3gpp`, `.sdv`.
  public static let mobile3GPP = AVFileType("public.3gpp")
  /// Core Audio files: `.caf`.
  public static let caf = AVFileType("com.apple.coreaudio-format")
  /// WAVE files: `.wav`, `.wave`, `.bwf`.
  public static let wav = AVFileType("com.microsoft.waveform-audio")
  /// AIFF files: `.aif`, `.aiff`.
  public static let aiff = AVFileType("public.aiff-audio")
  /// Compressed AIFF files: `.aifc`, `.cdda`.
  public static let aifc = AVFileType("public.aifc-audio")
  /// Adaptive Multi-Rate files: `.amr`.
  public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
  /// MPEG audio of layer III: `.mp3`.
  public static let mp3 = AVFileType("public.mp3")
}
