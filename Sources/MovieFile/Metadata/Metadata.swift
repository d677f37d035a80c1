/// What a file, or a track of it, says about itself.
public struct Metadata: Hashable, Sendable {
  /// In file order.
  public var items: [MetadataItem]
  /// What could not be read; it does not keep the rest from being read.
  public var problems: [MovieError]

  public init(items: [MetadataItem] = [], problems: [MovieError] = []) {
    self.items = items
    self.problems = problems
  }

  /// The items of a key space with a key.
  public func items(_ keySpace: MetadataKeySpace, _ key: MetadataKey) -> [MetadataItem] {
    items.filter { $0.keySpace == keySpace && $0.key == key }
  }

  /// Appends what another place of the file says.
  mutating func append(_ other: Metadata) {
    items += other.items
    problems += other.problems
  }
}

extension Metadata {
  /// The items of a file with tags of several kinds, without those that only repeat what a better one says: ID3v2 goes before APE,
  /// that before texts in chunks, and these before the short tag at the end, which may have cut them off.
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

/// How much metadata there may be, so that a file cannot fill the memory.
enum MetadataLimit {
  /// Bytes of one value; more than any cover has.
  static let valueSize: Int64 = 16 << 20
  /// Bytes of all values of a place together.
  static let totalSize: Int64 = 40 << 20
  /// Items of one place.
  static let itemCount = 16_384
  /// Values in one text.
  static let textCount = 256
}
