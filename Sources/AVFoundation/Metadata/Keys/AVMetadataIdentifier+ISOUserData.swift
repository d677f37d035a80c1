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
  /// The date of recording: `date`.
  public static let isoUserDataDate = AVMetadataIdentifier(.isoUserDataKeyDate, .isoUserData)
  /// A media characteristic: `tagc`.
  public static let isoUserDataTaggedCharacteristic = AVMetadataIdentifier(
    .isoUserDataKeyTaggedCharacteristic, .isoUserData)
  /// A description for those who do not see or hear: `ades`.
  public static let isoUserDataAccessibilityDescription = AVMetadataIdentifier(
    .isoUserDataKeyAccessibilityDescription, .isoUserData)
  /// Keywords: `kywd`.
  public static let identifier3GPUserDataKeywordList = AVMetadataIdentifier(
    .metadata3GPUserDataKeyKeywordList, .isoUserData)
  /// The class of the media: `clsf`.
  public static let identifier3GPUserDataMediaClassification = AVMetadataIdentifier(
    .metadata3GPUserDataKeyMediaClassification, .isoUserData)
  /// The rating of the media: `rtng`.
  public static let identifier3GPUserDataMediaRating = AVMetadataIdentifier(
    .metadata3GPUserDataKeyMediaRating, .isoUserData)
  /// A small image: `thmb`.
  public static let identifier3GPUserDataThumbnail = AVMetadataIdentifier(
    .metadata3GPUserDataKeyThumbnail, .isoUserData)
  /// The rating of a user: `urat`.
  public static let identifier3GPUserDataUserRating = AVMetadataIdentifier(
    .metadata3GPUserDataKeyUserRating, .isoUserData)
  /// The album, and the place in it: `albm`.
  public static let identifier3GPUserDataAlbumAndTrack = AVMetadataIdentifier(
    .metadata3GPUserDataKeyAlbumAndTrack, .isoUserData)
  /// The collection: `coll`.
  public static let identifier3GPUserDataCollection = AVMetadataIdentifier(
    .metadata3GPUserDataKeyCollection, .isoUserData)
}
