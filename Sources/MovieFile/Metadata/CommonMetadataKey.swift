/// What nearly every key space can say, each under a key of its own; the raw values are those of Apple's common keys.
public enum CommonMetadataKey: String, CaseIterable, Hashable, Sendable {
  case title, creator, subject, description, publisher, contributor, creationDate, lastModifiedDate, type, format
  case identifier, source, language, relation, location, copyrights, albumName, author, artist, artwork
  case make, model, software

  /// What a key means; nil if it is none of these.
  public init?(_ key: MetadataKey, in keySpace: MetadataKeySpace) {
    if keySpace == .common {
      guard case .name(let name) = key else { return nil }
      self.init(rawValue: name)
      return
    }
    guard let found = Self.meanings[keySpace]?[keySpace.canonical(key)] else { return nil }
    self = found
  }

  /// The key under which a key space says it; nil if it cannot.
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
  /// The spelling of a key that stands for all that mean the same; names of Vorbis comments, Matroska's and APE tags may
  /// be written in any case.
  func canonical(_ key: MetadataKey) -> MetadataKey {
    guard [.vorbisComment, .matroska, .ape].contains(self), case .name(let name) = key else { return key }
    return .name(name.uppercased())
  }

  /// Whether the keys are codes of four characters.
  public var hasCodes: Bool { [.iTunes, .quickTimeUserData, .isoUserData, .id3].contains(self) }

  /// The key that a text stands for: four characters of Latin-1 are a code where keys are codes, three in ID3v2.2.
  public func key(_ text: String) -> MetadataKey {
    guard hasCodes, text.unicodeScalars.allSatisfy({ $0.value < 0x100 }) else { return .name(text) }
    return switch text.unicodeScalars.count {
    case 4: .code(BoxType(string: text))
    case 3 where self == .id3: .code(BoxType(string: "\0" + text))
    default: .name(text)
    }
  }
}
