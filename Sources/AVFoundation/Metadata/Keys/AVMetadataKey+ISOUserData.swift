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
  /// The date of recording: `date`.
  public static let isoUserDataKeyDate = AVMetadataKey("date")
  /// A media characteristic: `tagc`.
  public static let isoUserDataKeyTaggedCharacteristic = AVMetadataKey("tagc")
  /// A description for those who do not see or hear: `ades`.
  public static let isoUserDataKeyAccessibilityDescription = AVMetadataKey("ades")
  /// Keywords: `kywd`.
  public static let metadata3GPUserDataKeyKeywordList = AVMetadataKey("kywd")
  /// The class of the media: `clsf`.
  public static let metadata3GPUserDataKeyMediaClassification = AVMetadataKey("clsf")
  /// The rating of the media: `rtng`.
  public static let metadata3GPUserDataKeyMediaRating = AVMetadataKey("rtng")
  /// A small image: `thmb`.
  public static let metadata3GPUserDataKeyThumbnail = AVMetadataKey("thmb")
  /// The rating of a user: `urat`.
  public static let metadata3GPUserDataKeyUserRating = AVMetadataKey("urat")
  /// The album, and the place in it: `albm`.
  public static let metadata3GPUserDataKeyAlbumAndTrack = AVMetadataKey("albm")
  /// The collection: `coll`.
  public static let metadata3GPUserDataKeyCollection = AVMetadataKey("coll")
}
