internal import MovieFile

/// A metadata format of files.
public struct AVMetadataFormat: StringConstant {
  /// The name.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// ID3 tags.
  public static let id3Metadata = AVMetadataFormat("org.id3")
  /// The item list that iTunes writes into MPEG-4 files, with its free-form entries.
  public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
  /// QuickTime's user data.
  public static let quickTimeUserData = AVMetadataFormat("com.apple.quicktime.udta")
  /// QuickTime's metadata, with reverse-DNS names.
  public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
  /// User data of MPEG-4 and 3GPP files.
  public static let isoUserData = AVMetadataFormat("org.mp4ra")
  /// Metadata of playlists: dates and ranges of dates.
  public static let hlsMetadata = AVMetadataFormat("com.apple.quicktime.HLS")
  /// Another format, such as texts in chunks of WAVE, AIFF and Core Audio files.
  public static let unknown = AVMetadataFormat("public.unknown")

  // Not Apple's.

  /// Comments of Vorbis, FLAC and Opus. Apple has no name for it.
  public static let vorbisComment = AVMetadataFormat("org.xiph.vorbis-comment")
  /// Matroska's tags. Apple has no name for it.
  public static let matroska = AVMetadataFormat("org.matroska.tag")
  /// APE tags. Apple has no name for it.
  public static let ape = AVMetadataFormat("com.monkeysaudio.ape")

  /// Returns the format that stores the keys of a key space.
  init(storing keySpace: AVMetadataKeySpace) {
    switch keySpace {
    case .id3: self = .id3Metadata
    case .iTunes, .iTunesFreeForm: self = .iTunesMetadata
    case .quickTimeUserData: self = .quickTimeUserData
    case .quickTimeMetadata: self = .quickTimeMetadata
    case .isoUserData: self = .isoUserData
    case .vorbisComment: self = .vorbisComment
    case .matroska: self = .matroska
    case .ape: self = .ape
    default: self = .unknown
    }
  }
}
