// QuickTime's user data (QuickTime File Format, "User data atoms").
extension AVMetadataIdentifier {
  /// Tagged characteristic: `tagc`.
  public static let quickTimeUserDataTaggedCharacteristic = AVMetadataIdentifier(
    .quickTimeUserDataKeyTaggedCharacteristic, .quickTimeUserData)
  /// Album: `©alb`.
  public static let quickTimeUserDataAlbum = AVMetadataIdentifier(.quickTimeUserDataKeyAlbum, .quickTimeUserData)
  /// Arranger: `©arg`.
  public static let quickTimeUserDataArranger = AVMetadataIdentifier(.quickTimeUserDataKeyArranger, .quickTimeUserData)
  /// Artist: `©ART`.
  public static let quickTimeUserDataArtist = AVMetadataIdentifier(.quickTimeUserDataKeyArtist, .quickTimeUserData)
  /// Author: `©aut`.
  public static let quickTimeUserDataAuthor = AVMetadataIdentifier(.quickTimeUserDataKeyAuthor, .quickTimeUserData)
  /// Chapter: `©chp`.
  public static let quickTimeUserDataChapter = AVMetadataIdentifier(.quickTimeUserDataKeyChapter, .quickTimeUserData)
  /// Comment: `©cmt`.
  public static let quickTimeUserDataComment = AVMetadataIdentifier(.quickTimeUserDataKeyComment, .quickTimeUserData)
  /// Composer: `©com`.
  public static let quickTimeUserDataComposer = AVMetadataIdentifier(.quickTimeUserDataKeyComposer, .quickTimeUserData)
  /// Copyright: `©cpy`.
  public static let quickTimeUserDataCopyright = AVMetadataIdentifier(
    .quickTimeUserDataKeyCopyright, .quickTimeUserData)
  /// Creation date: `©day`.
  public static let quickTimeUserDataCreationDate = AVMetadataIdentifier(
    .quickTimeUserDataKeyCreationDate, .quickTimeUserData)
  /// Description: `©des`.
  public static let quickTimeUserDataDescription = AVMetadataIdentifier(
    .quickTimeUserDataKeyDescription, .quickTimeUserData)
  /// Director: `©dir`.
  public static let quickTimeUserDataDirector = AVMetadataIdentifier(.quickTimeUserDataKeyDirector, .quickTimeUserData)
  /// Disclaimer: `©dis`.
  public static let quickTimeUserDataDisclaimer = AVMetadataIdentifier(
    .quickTimeUserDataKeyDisclaimer, .quickTimeUserData)
  /// Encoded by: `©enc`.
  public static let quickTimeUserDataEncodedBy = AVMetadataIdentifier(
    .quickTimeUserDataKeyEncodedBy, .quickTimeUserData)
  /// Full name: `©nam`.
  public static let quickTimeUserDataFullName = AVMetadataIdentifier(.quickTimeUserDataKeyFullName, .quickTimeUserData)
  /// Genre: `©gen`.
  public static let quickTimeUserDataGenre = AVMetadataIdentifier(.quickTimeUserDataKeyGenre, .quickTimeUserData)
  /// Host computer: `©hst`.
  public static let quickTimeUserDataHostComputer = AVMetadataIdentifier(
    .quickTimeUserDataKeyHostComputer, .quickTimeUserData)
  /// Information: `©inf`.
  public static let quickTimeUserDataInformation = AVMetadataIdentifier(
    .quickTimeUserDataKeyInformation, .quickTimeUserData)
  /// Keywords: `©key`.
  public static let quickTimeUserDataKeywords = AVMetadataIdentifier(.quickTimeUserDataKeyKeywords, .quickTimeUserData)
  /// Make: `©mak`.
  public static let quickTimeUserDataMake = AVMetadataIdentifier(.quickTimeUserDataKeyMake, .quickTimeUserData)
  /// Model: `©mod`.
  public static let quickTimeUserDataModel = AVMetadataIdentifier(.quickTimeUserDataKeyModel, .quickTimeUserData)
  /// Original artist: `©ope`.
  public static let quickTimeUserDataOriginalArtist = AVMetadataIdentifier(
    .quickTimeUserDataKeyOriginalArtist, .quickTimeUserData)
  /// Original format: `©fmt`.
  public static let quickTimeUserDataOriginalFormat = AVMetadataIdentifier(
    .quickTimeUserDataKeyOriginalFormat, .quickTimeUserData)
  /// Original source: `©src`.
  public static let quickTimeUserDataOriginalSource = AVMetadataIdentifier(
    .quickTimeUserDataKeyOriginalSource, .quickTimeUserData)
  /// Performers: `©prf`.
  public static let quickTimeUserDataPerformers = AVMetadataIdentifier(
    .quickTimeUserDataKeyPerformers, .quickTimeUserData)
  /// Producer: `©prd`.
  public static let quickTimeUserDataProducer = AVMetadataIdentifier(.quickTimeUserDataKeyProducer, .quickTimeUserData)
  /// Publisher: `©pub`.
  public static let quickTimeUserDataPublisher = AVMetadataIdentifier(
    .quickTimeUserDataKeyPublisher, .quickTimeUserData)
  /// Product: `©PRD`.
  public static let quickTimeUserDataProduct = AVMetadataIdentifier(.quickTimeUserDataKeyProduct, .quickTimeUserData)
  /// Software: `©swr`.
  public static let quickTimeUserDataSoftware = AVMetadataIdentifier(.quickTimeUserDataKeySoftware, .quickTimeUserData)
  /// Special playback requirements: `©req`.
  public static let quickTimeUserDataSpecialPlaybackRequirements = AVMetadataIdentifier(
    .quickTimeUserDataKeySpecialPlaybackRequirements, .quickTimeUserData)
  /// Track: `©trk`.
  public static let quickTimeUserDataTrack = AVMetadataIdentifier(.quickTimeUserDataKeyTrack, .quickTimeUserData)
  /// Warning: `©wrn`.
  public static let quickTimeUserDataWarning = AVMetadataIdentifier(.quickTimeUserDataKeyWarning, .quickTimeUserData)
  /// Writer: `©wrt`.
  public static let quickTimeUserDataWriter = AVMetadataIdentifier(.quickTimeUserDataKeyWriter, .quickTimeUserData)
  /// URL link: `©url`.
  public static let quickTimeUserDataURLLink = AVMetadataIdentifier(.quickTimeUserDataKeyURLLink, .quickTimeUserData)
  /// Location ISO6709: `©xyz`.
  public static let quickTimeUserDataLocationISO6709 = AVMetadataIdentifier(
    .quickTimeUserDataKeyLocationISO6709, .quickTimeUserData)
  /// Track name: `tnam`.
  public static let quickTimeUserDataTrackName = AVMetadataIdentifier(
    .quickTimeUserDataKeyTrackName, .quickTimeUserData)
  /// Credits: `©src`.
  public static let quickTimeUserDataCredits = AVMetadataIdentifier(.quickTimeUserDataKeyCredits, .quickTimeUserData)
  /// Phonogram rights: `©phg`.
  public static let quickTimeUserDataPhonogramRights = AVMetadataIdentifier(
    .quickTimeUserDataKeyPhonogramRights, .quickTimeUserData)
  /// A description for those who do not see or hear: `©ade`.
  public static let quickTimeUserDataAccessibilityDescription = AVMetadataIdentifier(
    .quickTimeUserDataKeyAccessibilityDescription, .quickTimeUserData)
}
