/// The order of two values, as Core Foundation writes it.
public enum CFComparisonResult: CFIndex, Sendable {
  /// The first comes first.
  case compareLessThan = -1
  /// They are equal.
  case compareEqualTo = 0
  /// The second comes first.
  case compareGreaterThan = 1
}
