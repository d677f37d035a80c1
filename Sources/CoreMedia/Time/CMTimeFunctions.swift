// The functions of Core Media on times, as C and older Swift code call them. Each is the member of `CMTime` that its
// doc comment names, or is described here in full.

/// Creates a time; see `CMTime.init(value:timescale:)`.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Creates a time of a certain timeline; invalid if the timescale is not positive.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  var time = CMTime(value: value, timescale: timescale)
  if time.isValid { time.epoch = epoch }
  return time
}

/// Creates a time from seconds, fractions of a unit cut off; see `CMTime.init(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// A time in seconds; see `CMTime.seconds`.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
  time.seconds
}

/// A time at another timescale; see `CMTime.convertScale(_:method:)`.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// The sum of two times; see `CMTime`'s `+`.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  lhs + rhs
}

/// The difference of two times; see `CMTime`'s `-`.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  lhs - rhs
}

/// A time multiplied by an integer.
///
/// The result keeps the timescale, which is halved while the value does not fit; a value that does not even fit at one
/// unit per second becomes infinite. An infinity keeps its side for 0 and changes it for a negative multiplier.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  time.multiplied(by: multiplier)
}

/// A time multiplied by a floating-point number.
///
/// The result has the time's own timescale, or the first of its doubles up to 65 536 and beyond, at which it is exact;
/// otherwise the finest of these, rounded, with `hasBeenRounded` set. NaN, and zero times an infinity, give an invalid
/// time; overflow follows `CMTimeMultiply`.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  time.multiplied(by: multiplier)
}

/// Returns a time multiplied by a fraction.
///
/// The result is exact if a time can hold it: its timescale is the time's times the reduced divisor, or less in lowest
/// terms. Otherwise it is rounded, with `hasBeenRounded` set. A divisor of 0 gives an infinity, or an invalid time if
/// the product above it is 0, as does an infinity multiplied by 0.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: multiplier, dividedBy: divisor)
}

/// The order of two times, -1, 0 or 1: negative infinity, numbers by epoch and then by seconds, indefinite, positive
/// infinity, invalid.
@inlinable
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  time1.compare(with: time2)
}

/// The earlier of two times, in the order of `CMTimeCompare`.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  time2 < time1 ? time2 : time1
}

/// The later of two times, in the order of `CMTimeCompare`.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  time2 > time1 ? time2 : time1
}

/// A time without its sign; negative infinity becomes positive.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  time.magnitude
}

/// Writes a time to standard error, such as `{1/30 = 0.033}`.
public func CMTimeShow(_ time: CMTime) {
  show(time.text)
}

/// Returns true if a time is valid; see `CMTime.isValid`.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Returns true if a time is invalid; see `CMTime.isValid`.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Returns true if a time is a number; see `CMTime.isNumeric`.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Returns true if a time is unknown; see `CMTime.isIndefinite`.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Returns true if a time is later than every number; see `CMTime.isPositiveInfinity`.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Returns true if a time is earlier than every number; see `CMTime.isNegativeInfinity`.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Returns true if a time is a rounded number; see `CMTime.hasBeenRounded`.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }
