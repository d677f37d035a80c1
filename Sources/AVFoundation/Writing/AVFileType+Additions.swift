extension AVFileType {
  /// Matroska files: `.mkv`. An addition of this module.
  public static let matroska = AVFileType("org.matroska.mkv")
  /// WebM files: `.webm`. An addition of this module.
  public static let webM = AVFileType("org.webmproject.webm")
  /// MPEG-2 transport streams: `.ts`. An addition of this module.
  public static let transportStream = AVFileType("public.mpeg-2-transport-stream")
}
