internal import MovieFile

/// A namespace of metadata keys.
public struct AVMetadataKeySpace: StringConstant {
  /// The name, which is the prefix of identifiers, with the exceptions listed at `AVMetadataIdentifier`.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  init(_ keySpace: MetadataKeySpace) { self.init(rawValue: keySpace.rawValue) }

  /// Keys that match the equivalent keys of all other key spaces.
  public static let common = AVMetadataKeySpace(.common)
  /// Frames of ID3 tags.
  public static let id3 = AVMetadataKeySpace(.id3)
  /// The item list that iTunes writes into MPEG-4 files.
  public static let iTunes = AVMetadataKeySpace(.iTunes)
  /// QuickTime's user data.
  public static let quickTimeUserData = AVMetadataKeySpace(.quickTimeUserData)
  /// QuickTime's metadata, with reverse-DNS names.
  public static let quickTimeMetadata = AVMetadataKeySpace(.quickTimeMetadata)
  /// User data of MPEG-4 and 3GPP files.
  public static let isoUserData = AVMetadataKeySpace(.isoUserData)
  /// Core Audio's information dictionary: texts in chunks of WAVE, AIFF and Core Audio files.
  public static let audioFile = AVMetadataKeySpace(.audioFile)

  /// Titles that radio servers send within a stream.
  public static let icy = AVMetadataKeySpace("icy")
  /// Ranges of dates in playlists.
  public static let hlsDateRange = AVMetadataKeySpace("lsdr")

  // Not Apple's.

  /// iTunes' free-form entries: names such as `com.apple.iTunes.iTunSMPB`.
  public static let iTunesFreeForm = AVMetadataKeySpace(.iTunesFreeForm)
  /// Comments of Vorbis, FLAC and Opus. Apple has no name for it.
  public static let vorbisComment = AVMetadataKeySpace(.vorbisComment)
  /// Matroska's tags. Apple has no name for it.
  public static let matroska = AVMetadataKeySpace(.matroska)
  /// APE tags. Apple has no name for it.
  public static let ape = AVMetadataKeySpace(.ape)

  /// The corresponding key space of files.
  var fileKeySpace: MetadataKeySpace { MetadataKeySpace(rawValue: rawValue) }
}
