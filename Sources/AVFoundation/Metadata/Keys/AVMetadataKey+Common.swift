// Keys that nearly every format supports (Dublin Core, and more).
extension AVMetadataKey {
  /// Artwork.
  public static let commonKeyArtwork = AVMetadataKey("artwork")
  /// Title.
  public static let commonKeyTitle = AVMetadataKey("title")
  /// Creator.
  public static let commonKeyCreator = AVMetadataKey("creator")
  /// Subject.
  public static let commonKeySubject = AVMetadataKey("subject")
  /// Description.
  public static let commonKeyDescription = AVMetadataKey("description")
  /// Publisher.
  public static let commonKeyPublisher = AVMetadataKey("publisher")
  /// Contributor.
  public static let commonKeyContributor = AVMetadataKey("contributor")
  /// Creation date.
  public static let commonKeyCreationDate = AVMetadataKey("creationDate")
  /// Last modified date.
  public static let commonKeyLastModifiedDate = AVMetadataKey("lastModifiedDate")
  /// Type.
  public static let commonKeyType = AVMetadataKey("type")
  /// Format.
  public static let commonKeyFormat = AVMetadataKey("format")
  /// Identifier.
  public static let commonKeyIdentifier = AVMetadataKey("identifier")
  /// Source.
  public static let commonKeySource = AVMetadataKey("source")
  /// Language.
  public static let commonKeyLanguage = AVMetadataKey("language")
  /// Relation.
  public static let commonKeyRelation = AVMetadataKey("relation")
  /// Location.
  public static let commonKeyLocation = AVMetadataKey("location")
  /// Copyrights.
  public static let commonKeyCopyrights = AVMetadataKey("copyrights")
  /// Album name.
  public static let commonKeyAlbumName = AVMetadataKey("albumName")
  /// Author.
  public static let commonKeyAuthor = AVMetadataKey("author")
  /// Artist.
  public static let commonKeyArtist = AVMetadataKey("artist")
  /// Make.
  public static let commonKeyMake = AVMetadataKey("make")
  /// Model.
  public static let commonKeyModel = AVMetadataKey("model")
  /// Software.
  public static let commonKeySoftware = AVMetadataKey("software")
  /// A description for those who do not see or hear.
  public static let commonKeyAccessibilityDescription = AVMetadataKey("accessibilityDescription")
}
