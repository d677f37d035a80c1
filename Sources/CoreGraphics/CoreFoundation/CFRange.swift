/// A range of positions, as in Core Foundation.
public struct CFRange: Hashable, Sendable {
  /// The first position.
  public var location: CFIndex
  /// The number of positions.
  public var length: CFIndex

  /// Creates an empty range at 0.
  public init() {
    self.init(location: 0, length: 0)
  }

  /// Creates a range.
  public init(location: CFIndex, length: CFIndex) {
    self.location = location
    self.length = length
  }
}

/// Returns a range of positions.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
  CFRange(location: loc, length: len)
}
