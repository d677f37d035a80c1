// The item list that iTunes writes into MPEG-4 files.
extension AVMetadataIdentifier {
  /// Album: `©alb`.
  public static let iTunesMetadataAlbum = AVMetadataIdentifier(.iTunesMetadataKeyAlbum, .iTunes)
  /// Artist: `©ART`.
  public static let iTunesMetadataArtist = AVMetadataIdentifier(.iTunesMetadataKeyArtist, .iTunes)
  /// User comment: `©cmt`.
  public static let iTunesMetadataUserComment = AVMetadataIdentifier(.iTunesMetadataKeyUserComment, .iTunes)
  /// Cover art: `covr`.
  public static let iTunesMetadataCoverArt = AVMetadataIdentifier(.iTunesMetadataKeyCoverArt, .iTunes)
  /// Copyright: `cprt`.
  public static let iTunesMetadataCopyright = AVMetadataIdentifier(.iTunesMetadataKeyCopyright, .iTunes)
  /// Release date: `©day`.
  public static let iTunesMetadataReleaseDate = AVMetadataIdentifier(.iTunesMetadataKeyReleaseDate, .iTunes)
  /// Encoded by: `©enc`.
  public static let iTunesMetadataEncodedBy = AVMetadataIdentifier(.iTunesMetadataKeyEncodedBy, .iTunes)
  /// Predefined genre: `gnre`.
  public static let iTunesMetadataPredefinedGenre = AVMetadataIdentifier(.iTunesMetadataKeyPredefinedGenre, .iTunes)
  /// User genre: `©gen`.
  public static let iTunesMetadataUserGenre = AVMetadataIdentifier(.iTunesMetadataKeyUserGenre, .iTunes)
  /// Song name: `©nam`.
  public static let iTunesMetadataSongName = AVMetadataIdentifier(.iTunesMetadataKeySongName, .iTunes)
  /// Track sub title: `©st3`.
  public static let iTunesMetadataTrackSubTitle = AVMetadataIdentifier(.iTunesMetadataKeyTrackSubTitle, .iTunes)
  /// Encoding tool: `©too`.
  public static let iTunesMetadataEncodingTool = AVMetadataIdentifier(.iTunesMetadataKeyEncodingTool, .iTunes)
  /// Composer: `©wrt`.
  public static let iTunesMetadataComposer = AVMetadataIdentifier(.iTunesMetadataKeyComposer, .iTunes)
  /// Album artist: `aART`.
  public static let iTunesMetadataAlbumArtist = AVMetadataIdentifier(.iTunesMetadataKeyAlbumArtist, .iTunes)
  /// Account kind: `akID`.
  public static let iTunesMetadataAccountKind = AVMetadataIdentifier(.iTunesMetadataKeyAccountKind, .iTunes)
  /// Apple ID: `apID`.
  public static let iTunesMetadataAppleID = AVMetadataIdentifier(.iTunesMetadataKeyAppleID, .iTunes)
  /// Artist ID: `atID`.
  public static let iTunesMetadataArtistID = AVMetadataIdentifier(.iTunesMetadataKeyArtistID, .iTunes)
  /// Song ID: `cnID`.
  public static let iTunesMetadataSongID = AVMetadataIdentifier(.iTunesMetadataKeySongID, .iTunes)
  /// Disc compilation: `cpil`.
  public static let iTunesMetadataDiscCompilation = AVMetadataIdentifier(.iTunesMetadataKeyDiscCompilation, .iTunes)
  /// Disc number: `disk`.
  public static let iTunesMetadataDiscNumber = AVMetadataIdentifier(.iTunesMetadataKeyDiscNumber, .iTunes)
  /// Genre ID: `geID`.
  public static let iTunesMetadataGenreID = AVMetadataIdentifier(.iTunesMetadataKeyGenreID, .iTunes)
  /// Grouping: `grup`.
  public static let iTunesMetadataGrouping = AVMetadataIdentifier(.iTunesMetadataKeyGrouping, .iTunes)
  /// Playlist ID: `plID`.
  public static let iTunesMetadataPlaylistID = AVMetadataIdentifier(.iTunesMetadataKeyPlaylistID, .iTunes)
  /// Content rating: `rtng`.
  public static let iTunesMetadataContentRating = AVMetadataIdentifier(.iTunesMetadataKeyContentRating, .iTunes)
  /// Beats per min: `tmpo`.
  public static let iTunesMetadataBeatsPerMin = AVMetadataIdentifier(.iTunesMetadataKeyBeatsPerMin, .iTunes)
  /// Track number: `trkn`.
  public static let iTunesMetadataTrackNumber = AVMetadataIdentifier(.iTunesMetadataKeyTrackNumber, .iTunes)
  /// Art director: `©ard`.
  public static let iTunesMetadataArtDirector = AVMetadataIdentifier(.iTunesMetadataKeyArtDirector, .iTunes)
  /// Arranger: `©arg`.
  public static let iTunesMetadataArranger = AVMetadataIdentifier(.iTunesMetadataKeyArranger, .iTunes)
  /// Author: `©aut`.
  public static let iTunesMetadataAuthor = AVMetadataIdentifier(.iTunesMetadataKeyAuthor, .iTunes)
  /// Lyrics: `©lyr`.
  public static let iTunesMetadataLyrics = AVMetadataIdentifier(.iTunesMetadataKeyLyrics, .iTunes)
  /// Acknowledgement: `©cak`.
  public static let iTunesMetadataAcknowledgement = AVMetadataIdentifier(.iTunesMetadataKeyAcknowledgement, .iTunes)
  /// Conductor: `©con`.
  public static let iTunesMetadataConductor = AVMetadataIdentifier(.iTunesMetadataKeyConductor, .iTunes)
  /// Description: `©des`.
  public static let iTunesMetadataDescription = AVMetadataIdentifier(.iTunesMetadataKeyDescription, .iTunes)
  /// Director: `©dir`.
  public static let iTunesMetadataDirector = AVMetadataIdentifier(.iTunesMetadataKeyDirector, .iTunes)
  /// EQ: `©equ`.
  public static let iTunesMetadataEQ = AVMetadataIdentifier(.iTunesMetadataKeyEQ, .iTunes)
  /// Liner notes: `©lnt`.
  public static let iTunesMetadataLinerNotes = AVMetadataIdentifier(.iTunesMetadataKeyLinerNotes, .iTunes)
  /// Record company: `©mak`.
  public static let iTunesMetadataRecordCompany = AVMetadataIdentifier(.iTunesMetadataKeyRecordCompany, .iTunes)
  /// Original artist: `©ope`.
  public static let iTunesMetadataOriginalArtist = AVMetadataIdentifier(.iTunesMetadataKeyOriginalArtist, .iTunes)
  /// Phonogram rights: `©phg`.
  public static let iTunesMetadataPhonogramRights = AVMetadataIdentifier(.iTunesMetadataKeyPhonogramRights, .iTunes)
  /// Producer: `©prd`.
  public static let iTunesMetadataProducer = AVMetadataIdentifier(.iTunesMetadataKeyProducer, .iTunes)
  /// Performer: `©prf`.
  public static let iTunesMetadataPerformer = AVMetadataIdentifier(.iTunesMetadataKeyPerformer, .iTunes)
  /// Publisher: `©pub`.
  public static let iTunesMetadataPublisher = AVMetadataIdentifier(.iTunesMetadataKeyPublisher, .iTunes)
  /// Sound engineer: `©sne`.
  public static let iTunesMetadataSoundEngineer = AVMetadataIdentifier(.iTunesMetadataKeySoundEngineer, .iTunes)
  /// Soloist: `©sol`.
  public static let iTunesMetadataSoloist = AVMetadataIdentifier(.iTunesMetadataKeySoloist, .iTunes)
  /// Credits: `©src`.
  public static let iTunesMetadataCredits = AVMetadataIdentifier(.iTunesMetadataKeyCredits, .iTunes)
  /// Thanks: `©thx`.
  public static let iTunesMetadataThanks = AVMetadataIdentifier(.iTunesMetadataKeyThanks, .iTunes)
  /// Online extras: `©url`.
  public static let iTunesMetadataOnlineExtras = AVMetadataIdentifier(.iTunesMetadataKeyOnlineExtras, .iTunes)
  /// Exec producer: `©xpd`.
  public static let iTunesMetadataExecProducer = AVMetadataIdentifier(.iTunesMetadataKeyExecProducer, .iTunes)
}
