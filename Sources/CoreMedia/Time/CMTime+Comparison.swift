extension CMTime: Comparable, Hashable {
  /// Returns the order of two times: -1, 0 or 1.
  ///
  /// Negative infinity comes before numbers, then come indefinite, positive infinity and invalid; times of one of these
  /// kinds are equal. Numbers are ordered by epoch first, then by their seconds, regardless of timescale. A timescale
  /// of 0 makes a positive value later, a negative one earlier than all other numbers of the epoch.
  @usableFromInline
  func compare(with other: CMTime) -> Int32 {
    let (kind, otherKind) = (kind, other.kind)
    guard kind == otherKind else { return kind.rawValue < otherKind.rawValue ? -1 : 1 }
    guard kind == .numeric else { return 0 }
    guard epoch == other.epoch else { return epoch < other.epoch ? -1 : 1 }
    if timescale == other.timescale, timescale > 0 {
      return value == other.value ? 0 : value < other.value ? -1 : 1
    }
    let (left, right) = (ratio, other.ratio)
    if left.isBeyondNumbers || right.isBeyondNumbers {
      let order = (left.beyondNumbers, right.beyondNumbers)
      return order.0 == order.1 ? 0 : order.0 < order.1 ? -1 : 1
    }
    let (a, b) = (left.value * right.timescale, right.value * left.timescale)
    return a == b ? 0 : a < b ? -1 : 1
  }

  /// Returns true if two times are the same instant; 200/2 equals 400/4, and invalid times equal each other.
  @inlinable
  public static func == (time1: CMTime, time2: CMTime) -> Bool { time1.compare(with: time2) == 0 }

  /// Returns true if two times are different instants or of different kinds.
  @inlinable
  public static func != (time1: CMTime, time2: CMTime) -> Bool { time1.compare(with: time2) != 0 }

  /// Returns true if a time is earlier than another; see `CMTimeCompare` for the order of times that are not numeric.
  @inlinable
  public static func < (time1: CMTime, time2: CMTime) -> Bool { time1.compare(with: time2) < 0 }

  /// Returns true if a time is earlier than another or the same instant.
  @inlinable
  public static func <= (time1: CMTime, time2: CMTime) -> Bool { time1.compare(with: time2) <= 0 }

  /// Returns true if a time is later than another.
  @inlinable
  public static func > (time1: CMTime, time2: CMTime) -> Bool { time1.compare(with: time2) > 0 }

  /// Returns true if a time is later than another or the same instant.
  @inlinable
  public static func >= (time1: CMTime, time2: CMTime) -> Bool { time1.compare(with: time2) >= 0 }

  /// Hashes the values that `==` compares, so that equal times of different timescales have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind.rawValue)
    guard kind == .numeric else { return }
    hasher.combine(epoch)
    guard let exact = WideTime(self)?.reduced else {
      hasher.combine(value.signum())
      return
    }
    hasher.combine(exact.isNegative)
    hasher.combine(UInt64(exact.numerator))
    hasher.combine(UInt64(exact.denominator))
  }

  /// A number as a fraction whose timescale is not negative.
  private struct Ratio {
    var value: Int128
    var timescale: Int128
    var isBeyondNumbers: Bool { timescale == 0 }
    var beyondNumbers: Int { isBeyondNumbers ? Int(value.signum()) : 0 }
  }

  private var ratio: Ratio {
    if timescale == 0 && value == 0 { return Ratio(value: 0, timescale: 1) }
    let sign: Int128 = timescale < 0 ? -1 : 1
    return Ratio(value: Int128(value) * sign, timescale: Int128(timescale) * sign)
  }
}
