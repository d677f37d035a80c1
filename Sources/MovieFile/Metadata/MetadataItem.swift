/// Something that a file says about itself, under the key and with the value that the file has.
///
/// An entry of a file that holds several values, such as the covers of an album, is as many items; they have equal sources.
public struct MetadataItem: Hashable, Sendable {
  public var keySpace: MetadataKeySpace
  public var key: MetadataKey
  public var value: MetadataValue
  /// The language; nil if the file does not say.
  public var language: MetadataLanguage?
  /// The country, two letters of ISO 3166-1 as QuickTime's metadata have them; nil if the file does not say.
  public var country: String?
  /// The type of the value in QuickTime's table of well-known types (QuickTime File Format, "Metadata item atom");
  /// nil in key spaces without such types.
  public var dataType: UInt32?
  /// What else the file says about the value.
  public var attributes: [MetadataAttribute: MetadataAttributeValue]
  /// Where it was found; nil for a new item.
  public var source: MetadataSource?
  /// Where in the file the value is, if it was left out for its size: `Movie.value(of:)` reads it. Nil for all others.
  public var omittedValue: Range<Int64>?

  public init(
    keySpace: MetadataKeySpace, key: MetadataKey, value: MetadataValue, language: MetadataLanguage? = nil,
    country: String? = nil, dataType: UInt32? = nil, attributes: [MetadataAttribute: MetadataAttributeValue] = [:],
    source: MetadataSource? = nil
  ) {
    self.keySpace = keySpace
    self.key = key
    self.value = value
    self.language = language
    self.country = country
    self.dataType = dataType
    self.attributes = attributes
    self.source = source
  }

  /// Key space and key in one, as Apple's `AVMetadataIdentifier` writes them: `itsk/%A9nam`, `id3/TIT2`.
  public var identifier: String { key.identifier(in: keySpace) }
}

/// What a file says about an item beside its value.
public enum MetadataAttribute: String, Hashable, Sendable, CaseIterable {
  /// What the value is, in words (ID3: COMM, TXXX, APIC and others).
  case description
  /// The media type of the data (ID3: APIC, GEOB); three letters such as `JPG` in ID3v2.2.
  case mimeType
  /// What a picture shows, as ID3 counts: 3 is the front cover.
  case pictureType
  /// Who gave the value its meaning (ID3: UFID, PRIV), or whose it is (ID3: POPM).
  case owner
  /// The part somebody had (ID3: TIPL, TMCL, IPLS).
  case role
  /// How often it was played (ID3: POPM).
  case playCount
  /// The name of an enclosed file (ID3: GEOB).
  case fileName
  /// The reverse-DNS meaning of a free-form entry (iTunes `----`), which its key begins with.
  case meaning
  /// The entity and the table that a classification or rating refers to (3GPP: rtng, clsf).
  case entity
  case table
  /// The number of the track that an album title is about (3GPP: albm).
  case trackNumber
  /// 1 if an ID3 frame is compressed or encrypted, and its data therefore as they are stored.
  case isOpaque
}

/// The value of an attribute.
public enum MetadataAttributeValue: Hashable, Sendable, CustomStringConvertible {
  case text(String)
  case number(Int64)

  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    }
  }
}

extension MetadataAttributeValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}

/// Where in a file an item was found.
public struct MetadataSource: Hashable, Sendable {
  /// The form of the metadata.
  public enum Container: Hashable, Sendable {
    case iTunes, quickTimeMetadata, userData
    case id3v1
    /// ID3v2 with this minor version: 2, 3 or 4.
    case id3v2(minor: UInt8)
    /// Comments of Vorbis, FLAC and Opus.
    case vorbisComment
    case matroska
    case ape
    /// Texts in chunks of WAVE, AIFF and Core Audio files.
    case coreAudio
  }

  public var container: Container
  /// The boxes around it, such as `moov/udta/meta/ilst`; or the tag, such as `ID3v2.3`.
  public var path: String
  /// The position of the entry among its neighbours, from 0; an entry of several values makes several items.
  public var entry: Int
}
