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
