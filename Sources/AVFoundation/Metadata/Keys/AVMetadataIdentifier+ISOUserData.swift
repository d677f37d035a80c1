// User data of MPEG-4 and 3GPP files (ISO/IEC 14496-12; 3GPP TS 26.244, clause 8).
extension AVMetadataIdentifier {
  /// Copyright: `cprt`.
  public static let isoUserDataCopyright = AVMetadataIdentifier(.isoUserDataKeyCopyright, .isoUserData)
  /// Copyright: `cprt`.
  public static let identifier3GPUserDataCopyright = AVMetadataIdentifier(
    .metadata3GPUserDataKeyCopyright, .isoUserData)
  /// Author: `auth`.
  public static let identifier3GPUserDataAuthor = AVMetadataIdentifier(.metadata3GPUserDataKeyAuthor, .isoUserData)
  /// Performer: `perf`.
  public static let identifier3GPUserDataPerformer = AVMetadataIdentifier(
    .metadata3GPUserDataKeyPerformer, .isoUserData)
  /// Genre: `gnre`.
  public static let identifier3GPUserDataGenre = AVMetadataIdentifier(.metadata3GPUserDataKeyGenre, .isoUserData)
  /// Recording year: `yrrc`.
  public static let identifier3GPUserDataRecordingYear = AVMetadataIdentifier(
    .metadata3GPUserDataKeyRecordingYear, .isoUserData)
  /// Location: `loci`.
  public static let identifier3GPUserDataLocation = AVMetadataIdentifier(.metadata3GPUserDataKeyLocation, .isoUserData)
  /// Title: `titl`.
  public static let identifier3GPUserDataTitle = AVMetadataIdentifier(.metadata3GPUserDataKeyTitle, .isoUserData)
  /// Description: `dscp`.
  public static let identifier3GPUserDataDescription = AVMetadataIdentifier(
    .metadata3GPUserDataKeyDescription, .isoUserData)
}
