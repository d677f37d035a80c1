/// A namespace of metadata keys; the raw values are those of Apple's `AVMetadataKeySpace`.
public struct MetadataKeySpace: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The item list that iTunes writes into MPEG-4 files (`moov/udta/meta/ilst`): four-character codes such as `©nam`.
  public static let iTunes = MetadataKeySpace(rawValue: "itsk")
  /// iTunes' free-form entries (`----`): a reverse-DNS meaning and a name, such as `com.apple.iTunes.iTunSMPB`.
  public static let iTunesFreeForm = MetadataKeySpace(rawValue: "itlk")
  /// QuickTime's metadata with a key table (`meta/keys`, `meta/ilst`): names such as `com.apple.quicktime.make`.
  public static let quickTimeMetadata = MetadataKeySpace(rawValue: "mdta")
  /// QuickTime's user data (`udta`): four-character codes such as `©xyz`.
  public static let quickTimeUserData = MetadataKeySpace(rawValue: "udta")
  /// User data of ISO base media and 3GPP files (3GPP TS 26.244, clause 8): four-character codes such as `titl`.
  public static let isoUserData = MetadataKeySpace(rawValue: "uiso")
  /// Frames of ID3 tags: `TIT2`, and `TT2` (three characters after a zero) of ID3v2.2.
  public static let id3 = MetadataKeySpace(rawValue: "org.id3")
  /// Core Audio's information dictionary, by name after `info-`: texts in chunks of WAVE, AIFF and Core Audio files.
  public static let audioFile = MetadataKeySpace(rawValue: "caaf")
  /// Keys that match the equivalent keys of all other key spaces: `CommonMetadataKey`.
  public static let common = MetadataKeySpace(rawValue: "comn")
  /// Comments of Vorbis, FLAC, Opus and Theora (Xiph.Org, "Ogg Vorbis I format specification: comment field"); not Apple's.
  public static let vorbisComment = MetadataKeySpace(rawValue: "org.xiph.vorbis-comment")
  /// Matroska's tags by name (RFC 9559, section 5.1.8); not Apple's.
  public static let matroska = MetadataKeySpace(rawValue: "org.matroska.tag")
  /// APE tags, by name (Hydrogenaudio Knowledgebase, "APE key"); not Apple's.
  public static let ape = MetadataKeySpace(rawValue: "com.monkeysaudio.ape")

  /// The prefix of identifiers of this key space.
  public var identifierPrefix: String {
    switch self {
    case .id3: "id3"
    case .common: "common"
    default: rawValue
    }
  }
}
