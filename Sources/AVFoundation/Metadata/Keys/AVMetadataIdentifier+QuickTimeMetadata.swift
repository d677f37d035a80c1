// QuickTime's metadata with a table of keys (QuickTime File Format, "Metadata").
extension AVMetadataIdentifier {
  /// Camera identifier.
  public static let quickTimeMetadataCameraIdentifier = AVMetadataIdentifier(
    .quickTimeMetadataKeyCameraIdentifier, .quickTimeMetadata)
  /// Camera frame readout time.
  public static let quickTimeMetadataCameraFrameReadoutTime = AVMetadataIdentifier(
    .quickTimeMetadataKeyCameraFrameReadoutTime, .quickTimeMetadata)
  /// Title.
  public static let quickTimeMetadataTitle = AVMetadataIdentifier(.quickTimeMetadataKeyTitle, .quickTimeMetadata)
  /// Collection user.
  public static let quickTimeMetadataCollectionUser = AVMetadataIdentifier(
    .quickTimeMetadataKeyCollectionUser, .quickTimeMetadata)
  /// Rating user.
  public static let quickTimeMetadataRatingUser = AVMetadataIdentifier(
    .quickTimeMetadataKeyRatingUser, .quickTimeMetadata)
  /// Location name.
  public static let quickTimeMetadataLocationName = AVMetadataIdentifier(
    .quickTimeMetadataKeyLocationName, .quickTimeMetadata)
  /// Location body.
  public static let quickTimeMetadataLocationBody = AVMetadataIdentifier(
    .quickTimeMetadataKeyLocationBody, .quickTimeMetadata)
  /// Location note.
  public static let quickTimeMetadataLocationNote = AVMetadataIdentifier(
    .quickTimeMetadataKeyLocationNote, .quickTimeMetadata)
  /// Location role.
  public static let quickTimeMetadataLocationRole = AVMetadataIdentifier(
    .quickTimeMetadataKeyLocationRole, .quickTimeMetadata)
  /// Location date.
  public static let quickTimeMetadataLocationDate = AVMetadataIdentifier(
    .quickTimeMetadataKeyLocationDate, .quickTimeMetadata)
  /// Direction facing.
  public static let quickTimeMetadataDirectionFacing = AVMetadataIdentifier(
    .quickTimeMetadataKeyDirectionFacing, .quickTimeMetadata)
  /// Direction motion.
  public static let quickTimeMetadataDirectionMotion = AVMetadataIdentifier(
    .quickTimeMetadataKeyDirectionMotion, .quickTimeMetadata)
  /// Author.
  public static let quickTimeMetadataAuthor = AVMetadataIdentifier(.quickTimeMetadataKeyAuthor, .quickTimeMetadata)
  /// Comment.
  public static let quickTimeMetadataComment = AVMetadataIdentifier(.quickTimeMetadataKeyComment, .quickTimeMetadata)
  /// Copyright.
  public static let quickTimeMetadataCopyright = AVMetadataIdentifier(
    .quickTimeMetadataKeyCopyright, .quickTimeMetadata)
  /// Creation date.
  public static let quickTimeMetadataCreationDate = AVMetadataIdentifier(
    .quickTimeMetadataKeyCreationDate, .quickTimeMetadata)
  /// Director.
  public static let quickTimeMetadataDirector = AVMetadataIdentifier(.quickTimeMetadataKeyDirector, .quickTimeMetadata)
  /// Display name.
  public static let quickTimeMetadataDisplayName = AVMetadataIdentifier(
    .quickTimeMetadataKeyDisplayName, .quickTimeMetadata)
  /// Information.
  public static let quickTimeMetadataInformation = AVMetadataIdentifier(
    .quickTimeMetadataKeyInformation, .quickTimeMetadata)
  /// Keywords.
  public static let quickTimeMetadataKeywords = AVMetadataIdentifier(.quickTimeMetadataKeyKeywords, .quickTimeMetadata)
  /// Producer.
  public static let quickTimeMetadataProducer = AVMetadataIdentifier(.quickTimeMetadataKeyProducer, .quickTimeMetadata)
  /// Publisher.
  public static let quickTimeMetadataPublisher = AVMetadataIdentifier(
    .quickTimeMetadataKeyPublisher, .quickTimeMetadata)
  /// Album.
  public static let quickTimeMetadataAlbum = AVMetadataIdentifier(.quickTimeMetadataKeyAlbum, .quickTimeMetadata)
  /// Artist.
  public static let quickTimeMetadataArtist = AVMetadataIdentifier(.quickTimeMetadataKeyArtist, .quickTimeMetadata)
  /// Artwork.
  public static let quickTimeMetadataArtwork = AVMetadataIdentifier(.quickTimeMetadataKeyArtwork, .quickTimeMetadata)
  /// Description.
  public static let quickTimeMetadataDescription = AVMetadataIdentifier(
    .quickTimeMetadataKeyDescription, .quickTimeMetadata)
  /// Software.
  public static let quickTimeMetadataSoftware = AVMetadataIdentifier(.quickTimeMetadataKeySoftware, .quickTimeMetadata)
  /// Year.
  public static let quickTimeMetadataYear = AVMetadataIdentifier(.quickTimeMetadataKeyYear, .quickTimeMetadata)
  /// Genre.
  public static let quickTimeMetadataGenre = AVMetadataIdentifier(.quickTimeMetadataKeyGenre, .quickTimeMetadata)
  /// I XML.
  public static let quickTimeMetadataiXML = AVMetadataIdentifier(.quickTimeMetadataKeyiXML, .quickTimeMetadata)
  /// Location ISO6709.
  public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier(
    .quickTimeMetadataKeyLocationISO6709, .quickTimeMetadata)
  /// Make.
  public static let quickTimeMetadataMake = AVMetadataIdentifier(.quickTimeMetadataKeyMake, .quickTimeMetadata)
  /// Model.
  public static let quickTimeMetadataModel = AVMetadataIdentifier(.quickTimeMetadataKeyModel, .quickTimeMetadata)
  /// Arranger.
  public static let quickTimeMetadataArranger = AVMetadataIdentifier(.quickTimeMetadataKeyArranger, .quickTimeMetadata)
  /// Encoded by.
  public static let quickTimeMetadataEncodedBy = AVMetadataIdentifier(
    .quickTimeMetadataKeyEncodedBy, .quickTimeMetadata)
  /// Original artist.
  public static let quickTimeMetadataOriginalArtist = AVMetadataIdentifier(
    .quickTimeMetadataKeyOriginalArtist, .quickTimeMetadata)
  /// Performer.
  public static let quickTimeMetadataPerformer = AVMetadataIdentifier(
    .quickTimeMetadataKeyPerformer, .quickTimeMetadata)
  /// Composer.
  public static let quickTimeMetadataComposer = AVMetadataIdentifier(.quickTimeMetadataKeyComposer, .quickTimeMetadata)
  /// Credits.
  public static let quickTimeMetadataCredits = AVMetadataIdentifier(.quickTimeMetadataKeyCredits, .quickTimeMetadata)
  /// Phonogram rights.
  public static let quickTimeMetadataPhonogramRights = AVMetadataIdentifier(
    .quickTimeMetadataKeyPhonogramRights, .quickTimeMetadata)
  /// Content identifier.
  public static let quickTimeMetadataContentIdentifier = AVMetadataIdentifier(
    .quickTimeMetadataKeyContentIdentifier, .quickTimeMetadata)
  /// A description for those who do not see or hear.
  public static let quickTimeMetadataAccessibilityDescription = AVMetadataIdentifier(
    .quickTimeMetadataKeyAccessibilityDescription, .quickTimeMetadata)
  /// True for a live photo that was taken by itself.
  public static let quickTimeMetadataAutoLivePhoto = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.live-photo.auto"), .quickTimeMetadata)
  /// A timed region: the body of a cat.
  public static let quickTimeMetadataDetectedCatBody = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.detected-cat-body"), .quickTimeMetadata)
  /// A timed region: the body of a dog.
  public static let quickTimeMetadataDetectedDogBody = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.detected-dog-body"), .quickTimeMetadata)
  /// A timed region: a face.
  public static let quickTimeMetadataDetectedFace = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.detected-face"), .quickTimeMetadata)
  /// A timed region: the body of a person.
  public static let quickTimeMetadataDetectedHumanBody = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.detected-human-body"), .quickTimeMetadata)
  /// A timed region: an object that stands out.
  public static let quickTimeMetadataDetectedSalientObject = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.detected-salient-object"), .quickTimeMetadata)
  /// True for a montage.
  public static let quickTimeMetadataIsMontage = AVMetadataIdentifier(
    .quickTimeMetadataKeyIsMontage, .quickTimeMetadata)
  /// The score of a live photo.
  public static let quickTimeMetadataLivePhotoVitalityScore = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.live-photo.vitality-score"), .quickTimeMetadata)
  /// The version of the scoring of live photos.
  public static let quickTimeMetadataLivePhotoVitalityScoringVersion = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.live-photo.vitality-scoring-version"), .quickTimeMetadata)
  /// The accuracy of the location, in metres.
  public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.location.accuracy.horizontal"), .quickTimeMetadata)
  /// A timed transform for display.
  public static let quickTimeMetadataPreferredAffineTransform = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.preferred-affine-transform"), .quickTimeMetadata)
  /// The score of what was taken beyond the frame.
  public static let quickTimeMetadataSpatialOverCaptureQualityScore = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.spatial-overcapture.quality-score"), .quickTimeMetadata)
  /// The version of the scoring of what was taken beyond the frame.
  public static let quickTimeMetadataSpatialOverCaptureQualityScoringVersion = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.spatial-overcapture.quality-scoring-version"), .quickTimeMetadata)
  /// A timed orientation of the video, by the numbers of Exif.
  public static let quickTimeMetadataVideoOrientation = AVMetadataIdentifier(
    AVMetadataKey("com.apple.quicktime.video-orientation"), .quickTimeMetadata)
}
