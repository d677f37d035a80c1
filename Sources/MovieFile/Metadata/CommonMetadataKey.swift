/// The keys that nearly every key space has an equivalent of; the raw values are those of Apple's common keys.
public enum CommonMetadataKey: String, CaseIterable, Hashable, Sendable {
  case title, creator, subject, description, publisher, contributor, creationDate, lastModifiedDate, type, format
  case identifier, source, language, relation, location, copyrights, albumName, author, artist, artwork
  case make, model, software

  /// Makes the common key of a key; nil if it has none.
  public init?(_ key: MetadataKey, in keySpace: MetadataKeySpace) {
    if keySpace == .common {
      guard case .name(let name) = key else { return nil }
      self.init(rawValue: name)
      return
    }
    guard let found = Self.meanings[keySpace]?[keySpace.canonical(key)] else { return nil }
    self = found
  }

  /// Returns the equivalent key of a key space; nil if it has none.
  public func key(in keySpace: MetadataKeySpace) -> MetadataKey? {
    keySpace == .common ? .name(rawValue) : Self.written[keySpace]?[self]
  }

  private static let meanings = table.mapValues { entries in
    Dictionary(entries.map { ($0.key, $0.common) }) { first, _ in first }
  }

  private static let written = table.mapValues { entries in
    Dictionary(entries.filter { !$0.isReadOnly }.map { ($0.common, $0.key) }) { first, _ in first }
  }
}

extension MetadataKeySpace {
  /// Returns the canonical spelling of a key; names of Vorbis comments, Matroska's and APE tags are case-insensitive.
  func canonical(_ key: MetadataKey) -> MetadataKey {
    guard [.vorbisComment, .matroska, .ape].contains(self), case .name(let name) = key else { return key }
    return .name(name.uppercased())
  }

  /// True if the keys are codes of four characters.
  public var hasCodes: Bool { [.iTunes, .quickTimeUserData, .isoUserData, .id3].contains(self) }

  /// Returns the key for a text: four characters of Latin-1 are a code if the key space has codes, three in ID3v2.2.
  public func key(_ text: String) -> MetadataKey {
    guard hasCodes, text.unicodeScalars.allSatisfy({ $0.value < 0x100 }) else { return .name(text) }
    return switch text.unicodeScalars.count {
    case 4: .code(BoxType(string: text))
    case 3 where self == .id3: .code(BoxType(string: "\0" + text))
    default: .name(text)
    }
  }
}
