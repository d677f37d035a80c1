/// A kind of file, by its uniform type identifier.
///
/// Of what can be read here, `AVURLAsset.audiovisualTypes()` gives a list; a writer refuses what it cannot write.
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
  /// 3GPP2 files: `.3g2`, `.3gp2`.
  public static let mobile3GPP2 = AVFileType("public.3gpp2")
  /// AC-3 files: `.ac3`.
  public static let ac3 = AVFileType("public.ac3-audio")
  /// Enhanced AC-3 files: `.eac3`.
  public static let eac3 = AVFileType("public.enhanced-ac3-audio")
  /// Sun's audio files: `.au`, `.snd`.
  public static let au = AVFileType("public.au-audio")
  /// JPEG images: `.jpg`, `.jpeg`.
  public static let jpg = AVFileType("public.jpeg")
  /// Adobe's digital negatives: `.dng`.
  public static let dng = AVFileType("com.adobe.raw-image")
  /// High-efficiency images of HEVC: `.heic`.
  public static let heic = AVFileType("public.heic")
  /// High-efficiency images of H.264: `.avci`.
  public static let avci = AVFileType("public.avci")
  /// High-efficiency images of any codec: `.heif`.
  public static let heif = AVFileType("public.heif")
  /// Tagged image files: `.tif`, `.tiff`.
  public static let tif = AVFileType("public.tiff")
  /// Apple's timed text: `.itt`.
  public static let appleiTT = AVFileType("com.apple.itunes-timed-text")
  /// Apple's patterns of haptics: `.ahap`.
  public static let AHAP = AVFileType("com.apple.haptics.ahap")
  /// Scenarist's closed captions: `.scc`.
  public static let SCC = AVFileType("com.scenarist.closed-caption")
}
