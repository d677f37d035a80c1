// Identifiers that nearly every format supports (Dublin Core, and more).
extension AVMetadataIdentifier {
  /// Artwork.
  public static let commonIdentifierArtwork = AVMetadataIdentifier(.commonKeyArtwork, .common)
  /// Title.
  public static let commonIdentifierTitle = AVMetadataIdentifier(.commonKeyTitle, .common)
  /// Creator.
  public static let commonIdentifierCreator = AVMetadataIdentifier(.commonKeyCreator, .common)
  /// Subject.
  public static let commonIdentifierSubject = AVMetadataIdentifier(.commonKeySubject, .common)
  /// Description.
  public static let commonIdentifierDescription = AVMetadataIdentifier(.commonKeyDescription, .common)
  /// Publisher.
  public static let commonIdentifierPublisher = AVMetadataIdentifier(.commonKeyPublisher, .common)
  /// Contributor.
  public static let commonIdentifierContributor = AVMetadataIdentifier(.commonKeyContributor, .common)
  /// Creation date.
  public static let commonIdentifierCreationDate = AVMetadataIdentifier(.commonKeyCreationDate, .common)
  /// Last modified date.
  public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier(.commonKeyLastModifiedDate, .common)
  /// Type.
  public static let commonIdentifierType = AVMetadataIdentifier(.commonKeyType, .common)
  /// Format.
  public static let commonIdentifierFormat = AVMetadataIdentifier(.commonKeyFormat, .common)
  /// Identifier.
  public static let commonIdentifierIdentifier = AVMetadataIdentifier(.commonKeyIdentifier, .common)
  /// Source.
  public static let commonIdentifierSource = AVMetadataIdentifier(.commonKeySource, .common)
  /// Language.
  public static let commonIdentifierLanguage = AVMetadataIdentifier(.commonKeyLanguage, .common)
  /// Relation.
  public static let commonIdentifierRelation = AVMetadataIdentifier(.commonKeyRelation, .common)
  /// Location.
  public static let commonIdentifierLocation = AVMetadataIdentifier(.commonKeyLocation, .common)
  /// Copyrights.
  public static let commonIdentifierCopyrights = AVMetadataIdentifier(.commonKeyCopyrights, .common)
  /// Album name.
  public static let commonIdentifierAlbumName = AVMetadataIdentifier(.commonKeyAlbumName, .common)
  /// Author.
  public static let commonIdentifierAuthor = AVMetadataIdentifier(.commonKeyAuthor, .common)
  /// Artist.
  public static let commonIdentifierArtist = AVMetadataIdentifier(.commonKeyArtist, .common)
  /// Make.
  public static let commonIdentifierMake = AVMetadataIdentifier(.commonKeyMake, .common)
  /// Model.
  public static let commonIdentifierModel = AVMetadataIdentifier(.commonKeyModel, .common)
  /// Software.
  public static let commonIdentifierSoftware = AVMetadataIdentifier(.commonKeySoftware, .common)
  /// The identifier of the media: as `commonIdentifierIdentifier`, Apple's name for it.
  public static let commonIdentifierAssetIdentifier = AVMetadataIdentifier(.commonKeyIdentifier, .common)
  /// A description for those who do not see or hear.
  public static let commonIdentifierAccessibilityDescription = AVMetadataIdentifier(
    .commonKeyAccessibilityDescription, .common)
}
