// QuickTime's user data (QuickTime File Format, "User data atoms").
extension AVMetadataKey {
  /// Tagged characteristic: `tagc`.
  public static let quickTimeUserDataKeyTaggedCharacteristic = AVMetadataKey("tagc")
  /// Album: `©alb`.
  public static let quickTimeUserDataKeyAlbum = AVMetadataKey("©alb")
  /// Arranger: `©arg`.
  public static let quickTimeUserDataKeyArranger = AVMetadataKey("©arg")
  /// Artist: `©ART`.
  public static let quickTimeUserDataKeyArtist = AVMetadataKey("©ART")
  /// Author: `©aut`.
  public static let quickTimeUserDataKeyAuthor = AVMetadataKey("©aut")
  /// Chapter: `©chp`.
  public static let quickTimeUserDataKeyChapter = AVMetadataKey("©chp")
  /// Comment: `©cmt`.
  public static let quickTimeUserDataKeyComment = AVMetadataKey("©cmt")
  /// Composer: `©com`.
  public static let quickTimeUserDataKeyComposer = AVMetadataKey("©com")
  /// Copyright: `©cpy`.
  public static let quickTimeUserDataKeyCopyright = AVMetadataKey("©cpy")
  /// Creation date: `©day`.
  public static let quickTimeUserDataKeyCreationDate = AVMetadataKey("©day")
  /// Description: `©des`.
  public static let quickTimeUserDataKeyDescription = AVMetadataKey("©des")
  /// Director: `©dir`.
  public static let quickTimeUserDataKeyDirector = AVMetadataKey("©dir")
  /// Disclaimer: `©dis`.
  public static let quickTimeUserDataKeyDisclaimer = AVMetadataKey("©dis")
  /// Encoded by: `©enc`.
  public static let quickTimeUserDataKeyEncodedBy = AVMetadataKey("©enc")
  /// Full name: `©nam`.
  public static let quickTimeUserDataKeyFullName = AVMetadataKey("©nam")
  /// Genre: `©gen`.
  public static let quickTimeUserDataKeyGenre = AVMetadataKey("©gen")
  /// Host computer: `©hst`.
  public static let quickTimeUserDataKeyHostComputer = AVMetadataKey("©hst")
  /// Information: `©inf`.
  public static let quickTimeUserDataKeyInformation = AVMetadataKey("©inf")
  /// Keywords: `©key`.
  public static let quickTimeUserDataKeyKeywords = AVMetadataKey("©key")
  /// Make: `©mak`.
  public static let quickTimeUserDataKeyMake = AVMetadataKey("©mak")
  /// Model: `©mod`.
  public static let quickTimeUserDataKeyModel = AVMetadataKey("©mod")
  /// Original artist: `©ope`.
  public static let quickTimeUserDataKeyOriginalArtist = AVMetadataKey("©ope")
  /// Original format: `©fmt`.
  public static let quickTimeUserDataKeyOriginalFormat = AVMetadataKey("©fmt")
  /// Original source: `©src`.
  public static let quickTimeUserDataKeyOriginalSource = AVMetadataKey("©src")
  /// Performers: `©prf`.
  public static let quickTimeUserDataKeyPerformers = AVMetadataKey("©prf")
  /// Producer: `©prd`.
  public static let quickTimeUserDataKeyProducer = AVMetadataKey("©prd")
  /// Publisher: `©pub`.
  public static let quickTimeUserDataKeyPublisher = AVMetadataKey("©pub")
  /// Product: `©PRD`.
  public static let quickTimeUserDataKeyProduct = AVMetadataKey("©PRD")
  /// Software: `©swr`.
  public static let quickTimeUserDataKeySoftware = AVMetadataKey("©swr")
  /// Special playback requirements: `©req`.
  public static let quickTimeUserDataKeySpecialPlaybackRequirements = AVMetadataKey("©req")
  /// Track: `©trk`.
  public static let quickTimeUserDataKeyTrack = AVMetadataKey("©trk")
  /// Warning: `©wrn`.
  public static let quickTimeUserDataKeyWarning = AVMetadataKey("©wrn")
  /// Writer: `©wrt`.
  public static let quickTimeUserDataKeyWriter = AVMetadataKey("©wrt")
  /// URL link: `©url`.
  public static let quickTimeUserDataKeyURLLink = AVMetadataKey("©url")
  /// Location ISO6709: `©xyz`.
  public static let quickTimeUserDataKeyLocationISO6709 = AVMetadataKey("©xyz")
  /// Track name: `tnam`.
  public static let quickTimeUserDataKeyTrackName = AVMetadataKey("tnam")
  /// Credits: `©src`.
  public static let quickTimeUserDataKeyCredits = AVMetadataKey("©src")
  /// Phonogram rights: `©phg`.
  public static let quickTimeUserDataKeyPhonogramRights = AVMetadataKey("©phg")
  /// A description for those who do not see or hear: `©ade`. Apple's constant has `@ade`, its identifier `%A9ade`.
  public static let quickTimeUserDataKeyAccessibilityDescription = AVMetadataKey("©ade")
}
