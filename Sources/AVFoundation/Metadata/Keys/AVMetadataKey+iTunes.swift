// The item list that iTunes writes into MPEG-4 files.
extension AVMetadataKey {
  /// Album: `©alb`.
  public static let iTunesMetadataKeyAlbum = AVMetadataKey("©alb")
  /// Artist: `©ART`.
  public static let iTunesMetadataKeyArtist = AVMetadataKey("©ART")
  /// User comment: `©cmt`.
  public static let iTunesMetadataKeyUserComment = AVMetadataKey("©cmt")
  /// Cover art: `covr`.
  public static let iTunesMetadataKeyCoverArt = AVMetadataKey("covr")
  /// Copyright: `cprt`.
  public static let iTunesMetadataKeyCopyright = AVMetadataKey("cprt")
  /// Release date: `©day`.
  public static let iTunesMetadataKeyReleaseDate = AVMetadataKey("©day")
  /// Encoded by: `©enc`.
  public static let iTunesMetadataKeyEncodedBy = AVMetadataKey("©enc")
  /// Predefined genre: `gnre`.
  public static let iTunesMetadataKeyPredefinedGenre = AVMetadataKey("gnre")
  /// User genre: `©gen`.
  public static let iTunesMetadataKeyUserGenre = AVMetadataKey("©gen")
  /// Song name: `©nam`.
  public static let iTunesMetadataKeySongName = AVMetadataKey("©nam")
  /// Track sub title: `©st3`.
  public static let iTunesMetadataKeyTrackSubTitle = AVMetadataKey("©st3")
  /// Encoding tool: `©too`.
  public static let iTunesMetadataKeyEncodingTool = AVMetadataKey("©too")
  /// Composer: `©wrt`.
  public static let iTunesMetadataKeyComposer = AVMetadataKey("©wrt")
  /// Album artist: `aART`.
  public static let iTunesMetadataKeyAlbumArtist = AVMetadataKey("aART")
  /// Account kind: `akID`.
  public static let iTunesMetadataKeyAccountKind = AVMetadataKey("akID")
  /// Apple ID: `apID`.
  public static let iTunesMetadataKeyAppleID = AVMetadataKey("apID")
  /// Artist ID: `atID`.
  public static let iTunesMetadataKeyArtistID = AVMetadataKey("atID")
  /// Song ID: `cnID`.
  public static let iTunesMetadataKeySongID = AVMetadataKey("cnID")
  /// Disc compilation: `cpil`.
  public static let iTunesMetadataKeyDiscCompilation = AVMetadataKey("cpil")
  /// Disc number: `disk`.
  public static let iTunesMetadataKeyDiscNumber = AVMetadataKey("disk")
  /// Genre ID: `geID`.
  public static let iTunesMetadataKeyGenreID = AVMetadataKey("geID")
  /// Grouping: `grup`.
  public static let iTunesMetadataKeyGrouping = AVMetadataKey("grup")
  /// Playlist ID: `plID`.
  public static let iTunesMetadataKeyPlaylistID = AVMetadataKey("plID")
  /// Content rating: `rtng`.
  public static let iTunesMetadataKeyContentRating = AVMetadataKey("rtng")
  /// Beats per min: `tmpo`.
  public static let iTunesMetadataKeyBeatsPerMin = AVMetadataKey("tmpo")
  /// Track number: `trkn`.
  public static let iTunesMetadataKeyTrackNumber = AVMetadataKey("trkn")
  /// Art director: `©ard`.
  public static let iTunesMetadataKeyArtDirector = AVMetadataKey("©ard")
  /// Arranger: `©arg`.
  public static let iTunesMetadataKeyArranger = AVMetadataKey("©arg")
  /// Author: `©aut`.
  public static let iTunesMetadataKeyAuthor = AVMetadataKey("©aut")
  /// Lyrics: `©lyr`.
  public static let iTunesMetadataKeyLyrics = AVMetadataKey("©lyr")
  /// Acknowledgement: `©cak`.
  public static let iTunesMetadataKeyAcknowledgement = AVMetadataKey("©cak")
  /// Conductor: `©con`.
  public static let iTunesMetadataKeyConductor = AVMetadataKey("©con")
  /// Description: `©des`.
  public static let iTunesMetadataKeyDescription = AVMetadataKey("©des")
  /// Director: `©dir`.
  public static let iTunesMetadataKeyDirector = AVMetadataKey("©dir")
  /// EQ: `©equ`.
  public static let iTunesMetadataKeyEQ = AVMetadataKey("©equ")
  /// Liner notes: `©lnt`.
  public static let iTunesMetadataKeyLinerNotes = AVMetadataKey("©lnt")
  /// Record company: `©mak`.
  public static let iTunesMetadataKeyRecordCompany = AVMetadataKey("©mak")
  /// Original artist: `©ope`.
  public static let iTunesMetadataKeyOriginalArtist = AVMetadataKey("©ope")
  /// Phonogram rights: `©phg`.
  public static let iTunesMetadataKeyPhonogramRights = AVMetadataKey("©phg")
  /// Producer: `©prd`.
  public static let iTunesMetadataKeyProducer = AVMetadataKey("©prd")
  /// Performer: `©prf`.
  public static let iTunesMetadataKeyPerformer = AVMetadataKey("©prf")
  /// Publisher: `©pub`.
  public static let iTunesMetadataKeyPublisher = AVMetadataKey("©pub")
  /// Sound engineer: `©sne`.
  public static let iTunesMetadataKeySoundEngineer = AVMetadataKey("©sne")
  /// Soloist: `©sol`.
  public static let iTunesMetadataKeySoloist = AVMetadataKey("©sol")
  /// Credits: `©src`.
  public static let iTunesMetadataKeyCredits = AVMetadataKey("©src")
  /// Thanks: `©thx`.
  public static let iTunesMetadataKeyThanks = AVMetadataKey("©thx")
  /// Online extras: `©url`.
  public static let iTunesMetadataKeyOnlineExtras = AVMetadataKey("©url")
  /// Exec producer: `©xpd`.
  public static let iTunesMetadataKeyExecProducer = AVMetadataKey("©xpd")
}
