/// A run of positions, as Core Foundation writes it.
public struct CFRange: Hashable, Sendable {
  /// The first position.
  public var location: CFIndex
  /// How many there are.
  public var length: CFIndex

  /// Creates an empty run at 0.
  public init() {
    self.init(location: 0, length: 0)
  }

  /// Creates a run.
  public init(location: CFIndex, length: CFIndex) {
    self.location = location
    self.length = length
  }
}

/// Creates a run of positions.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
  CFRange(location: loc, length: len)
}
