// User data of MPEG-4 and 3GPP files (ISO/IEC 14496-12; 3GPP TS 26.244, clause 8).
extension AVMetadataKey {
  /// Copyright: `cprt`.
  public static let isoUserDataKeyCopyright = AVMetadataKey("cprt")
  /// Copyright: `cprt`.
  public static let metadata3GPUserDataKeyCopyright = AVMetadataKey("cprt")
  /// Author: `auth`.
  public static let metadata3GPUserDataKeyAuthor = AVMetadataKey("auth")
  /// Performer: `perf`.
  public static let metadata3GPUserDataKeyPerformer = AVMetadataKey("perf")
  /// Genre: `gnre`.
  public static let metadata3GPUserDataKeyGenre = AVMetadataKey("gnre")
  /// Recording year: `yrrc`.
  public static let metadata3GPUserDataKeyRecordingYear = AVMetadataKey("yrrc")
  /// Location: `loci`.
  public static let metadata3GPUserDataKeyLocation = AVMetadataKey("loci")
  /// Title: `titl`.
  public static let metadata3GPUserDataKeyTitle = AVMetadataKey("titl")
  /// Description: `dscp`.
  public static let metadata3GPUserDataKeyDescription = AVMetadataKey("dscp")
}
