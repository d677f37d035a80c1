/// An item of a file's metadata, with the key and the value as stored.
///
/// An entry of a file with several values, such as the covers of an album, becomes several items with equal sources.
public struct MetadataItem: Hashable, Sendable {
  public var keySpace: MetadataKeySpace
  public var key: MetadataKey
  public var value: MetadataValue
  /// The language; nil if the file does not name it.
  public var language: MetadataLanguage?
  /// The country, two letters of ISO 3166-1 from QuickTime's metadata; nil if the file does not name it.
  public var country: String?
  /// The type of the value in QuickTime's table of well-known types (QuickTime File Format, "Metadata item atom");
  /// nil in key spaces without such types.
  public var dataType: UInt32?
  /// Further attributes of the value.
  public var attributes: [MetadataAttribute: MetadataAttributeValue]
  /// The place of the item in the file; nil for a new item.
  public var source: MetadataSource?
  /// The byte range of a value that was left out for its size: `Movie.value(of:)` reads it. Nil for all others.
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

  /// The key space and key combined, as in Apple's `AVMetadataIdentifier`: `itsk/%A9nam`, `id3/TIT2`.
  public var identifier: String { key.identifier(in: keySpace) }
}

/// The attributes of a metadata item beside its value.
public enum MetadataAttribute: String, Hashable, Sendable, CaseIterable {
  /// A description of the value (ID3: COMM, TXXX, APIC and others).
  case description
  /// The media type of the data (ID3: APIC, GEOB); three letters such as `JPG` in ID3v2.2.
  case mimeType
  /// The type of a picture by ID3's numbers: 3 is the front cover.
  case pictureType
  /// The owner of the identifier or data (ID3: UFID, PRIV), or the user who rated (ID3: POPM).
  case owner
  /// The role of a person (ID3: TIPL, TMCL, IPLS).
  case role
  /// The play count (ID3: POPM).
  case playCount
  /// The name of an enclosed file (ID3: GEOB).
  case fileName
  /// The reverse-DNS meaning of a free-form entry (iTunes `----`), which is the prefix of its key.
  case meaning
  /// The entity and the table that a classification or rating refers to (3GPP: rtng, clsf).
  case entity
  case table
  /// The track number in an album title (3GPP: albm).
  case trackNumber
  /// 1 if an ID3 frame is compressed or encrypted, so that its data are as stored.
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

/// The place of an item in a file.
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
  /// The enclosing boxes, such as `moov/udta/meta/ilst`; or the tag, such as `ID3v2.3`.
  public var path: String
  /// The index of the entry among its neighbours, from 0; an entry with several values makes several items.
  public var entry: Int
}
