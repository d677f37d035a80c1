// QuickTime's metadata with a table of keys (QuickTime File Format, "Metadata").
extension AVMetadataKey {
  /// Camera identifier.
  public static let quickTimeMetadataKeyCameraIdentifier = AVMetadataKey("com.apple.quicktime.camera.identifier")
  /// Camera frame readout time.
  public static let quickTimeMetadataKeyCameraFrameReadoutTime = AVMetadataKey(
    "com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  /// Title.
  public static let quickTimeMetadataKeyTitle = AVMetadataKey("com.apple.quicktime.title")
  /// Collection user.
  public static let quickTimeMetadataKeyCollectionUser = AVMetadataKey("com.apple.quicktime.collection.user")
  /// Rating user.
  public static let quickTimeMetadataKeyRatingUser = AVMetadataKey("com.apple.quicktime.rating.user")
  /// Location name.
  public static let quickTimeMetadataKeyLocationName = AVMetadataKey("com.apple.quicktime.location.name")
  /// Location body.
  public static let quickTimeMetadataKeyLocationBody = AVMetadataKey("com.apple.quicktime.location.body")
  /// Location note.
  public static let quickTimeMetadataKeyLocationNote = AVMetadataKey("com.apple.quicktime.location.note")
  /// Location role.
  public static let quickTimeMetadataKeyLocationRole = AVMetadataKey("com.apple.quicktime.location.role")
  /// Location date.
  public static let quickTimeMetadataKeyLocationDate = AVMetadataKey("com.apple.quicktime.location.date")
  /// Direction facing.
  public static let quickTimeMetadataKeyDirectionFacing = AVMetadataKey("com.apple.quicktime.direction.facing")
  /// Direction motion.
  public static let quickTimeMetadataKeyDirectionMotion = AVMetadataKey("com.apple.quicktime.direction.motion")
  /// Author.
  public static let quickTimeMetadataKeyAuthor = AVMetadataKey("com.apple.quicktime.author")
  /// Comment.
  public static let quickTimeMetadataKeyComment = AVMetadataKey("com.apple.quicktime.comment")
  /// Copyright.
  public static let quickTimeMetadataKeyCopyright = AVMetadataKey("com.apple.quicktime.copyright")
  /// Creation date.
  public static let quickTimeMetadataKeyCreationDate = AVMetadataKey("com.apple.quicktime.creationdate")
  /// Director.
  public static let quickTimeMetadataKeyDirector = AVMetadataKey("com.apple.quicktime.director")
  /// Display name.
  public static let quickTimeMetadataKeyDisplayName = AVMetadataKey("com.apple.quicktime.displayname")
  /// Information.
  public static let quickTimeMetadataKeyInformation = AVMetadataKey("com.apple.quicktime.information")
  /// Keywords.
  public static let quickTimeMetadataKeyKeywords = AVMetadataKey("com.apple.quicktime.keywords")
  /// Producer.
  public static let quickTimeMetadataKeyProducer = AVMetadataKey("com.apple.quicktime.producer")
  /// Publisher.
  public static let quickTimeMetadataKeyPublisher = AVMetadataKey("com.apple.quicktime.publisher")
  /// Album.
  public static let quickTimeMetadataKeyAlbum = AVMetadataKey("com.apple.quicktime.album")
  /// Artist.
  public static let quickTimeMetadataKeyArtist = AVMetadataKey("com.apple.quicktime.artist")
  /// Artwork.
  public static let quickTimeMetadataKeyArtwork = AVMetadataKey("com.apple.quicktime.artwork")
  /// Description.
  public static let quickTimeMetadataKeyDescription = AVMetadataKey("com.apple.quicktime.description")
  /// Software.
  public static let quickTimeMetadataKeySoftware = AVMetadataKey("com.apple.quicktime.software")
  /// Year.
  public static let quickTimeMetadataKeyYear = AVMetadataKey("com.apple.quicktime.year")
  /// Genre.
  public static let quickTimeMetadataKeyGenre = AVMetadataKey("com.apple.quicktime.genre")
  /// I XML.
  public static let quickTimeMetadataKeyiXML = AVMetadataKey("info.ixml.xml")
  /// Location ISO6709.
  public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey("com.apple.quicktime.location.ISO6709")
  /// Make.
  public static let quickTimeMetadataKeyMake = AVMetadataKey("com.apple.quicktime.make")
  /// Model.
  public static let quickTimeMetadataKeyModel = AVMetadataKey("com.apple.quicktime.model")
  /// Arranger.
  public static let quickTimeMetadataKeyArranger = AVMetadataKey("com.apple.quicktime.arranger")
  /// Encoded by.
  public static let quickTimeMetadataKeyEncodedBy = AVMetadataKey("com.apple.quicktime.encodedby")
  /// Original artist.
  public static let quickTimeMetadataKeyOriginalArtist = AVMetadataKey("com.apple.quicktime.originalartist")
  /// Performer.
  public static let quickTimeMetadataKeyPerformer = AVMetadataKey("com.apple.quicktime.performer")
  /// Composer.
  public static let quickTimeMetadataKeyComposer = AVMetadataKey("com.apple.quicktime.composer")
  /// Credits.
  public static let quickTimeMetadataKeyCredits = AVMetadataKey("com.apple.quicktime.credits")
  /// Phonogram rights.
  public static let quickTimeMetadataKeyPhonogramRights = AVMetadataKey("com.apple.quicktime.phonogramrights")
  /// Content identifier.
  public static let quickTimeMetadataKeyContentIdentifier = AVMetadataKey("com.apple.quicktime.content.identifier")
  /// A description for those who do not see or hear.
  public static let quickTimeMetadataKeyAccessibilityDescription = AVMetadataKey(
    "com.apple.quicktime.accessibility.description")
  /// True for a montage.
  public static let quickTimeMetadataKeyIsMontage = AVMetadataKey("com.apple.quicktime.is-montage")
}
