/// The metadata of a file, or of a track.
public struct Metadata: Hashable, Sendable {
  /// In file order.
  public var items: [MetadataItem]
  /// Errors of parts that could not be read; the rest is still read.
  public var problems: [MovieError]

  public init(items: [MetadataItem] = [], problems: [MovieError] = []) {
    self.items = items
    self.problems = problems
  }

  /// Returns the items of a key space with a key.
  public func items(_ keySpace: MetadataKeySpace, _ key: MetadataKey) -> [MetadataItem] {
    items.filter { $0.keySpace == keySpace && $0.key == key }
  }

  /// Appends metadata of another place in the file.
  mutating func append(_ other: Metadata) {
    items += other.items
    problems += other.problems
  }
}

extension Metadata {
  /// The items of a file with tags of several kinds, without items that repeat a better one: ID3v2 has precedence over
  /// APE, APE over texts in chunks, and these over ID3v1 at the end, which may have truncated them.
  public var itemsSaidOnce: [MetadataItem] {
    func place(_ item: MetadataItem) -> MetadataSource? {
      var source = item.source
      source?.entry = 0
      return source
    }
    let ranks = { (item: MetadataItem) in
      switch item.source?.container {
      case .ape: 1
      case .coreAudio: 2
      case .id3v1: 3
      default: 0
      }
    }
    var best: [MetadataTag: MetadataItem] = [:]
    for item in items {
      guard let tag = item.tag else { continue }
      if let known = best[tag], ranks(known) <= ranks(item) { continue }
      best[tag] = item
    }
    return items.filter { item in
      guard let tag = item.tag, let first = best[tag] else { return true }
      return place(first) == place(item)
    }
  }
}

/// Limits on metadata, so that a file cannot fill the memory.
enum MetadataLimit {
  /// The bytes of one value; more than any cover has.
  static let valueSize: Int64 = 16 << 20
  /// The bytes of all values of a place.
  static let totalSize: Int64 = 40 << 20
  /// The items of one place.
  static let itemCount = 16_384
  /// The values in one text.
  static let textCount = 256
}
