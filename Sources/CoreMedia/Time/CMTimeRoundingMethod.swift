/// The rounding of a value that does not fit a timescale exactly.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest value, halves away from zero; the default.
  case roundHalfAwayFromZero = 1
  /// Fractions are cut off.
  case roundTowardZero = 2
  /// Any fraction counts as a whole.
  case roundAwayFromZero = 3
  /// Toward zero when the new timescale is coarser, away from zero when it is finer; a negative time never becomes 0
  /// but the smallest negative value.
  case quickTime = 4
  /// To the next greater value.
  case roundTowardPositiveInfinity = 5
  /// To the next smaller value.
  case roundTowardNegativeInfinity = 6

  /// The method of operations that take none: `roundHalfAwayFromZero`.
  @inlinable
  public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
