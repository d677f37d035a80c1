/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: units per second, 1 to `kCMTimeMaxTimescale` in a valid time.
///
/// 600 is customary for movies, since common frame rates divide it; 90000 and audio rates are usual too.
public typealias CMTimeScale = Int32
/// The number of a timeline, such as one pass of a loop; 0 by default.
public typealias CMTimeEpoch = Int64

/// The largest timescale, 2 147 483 647 units per second; no good choice for movie files.
public let kCMTimeMaxTimescale: Int = 0x7fff_ffff

/// A time or a duration: a rational number of seconds, `value / timescale`.
///
/// Besides numbers, a time can be infinite, indefinite (not known yet) or invalid, by its flags; the other fields are
/// ignored then. Arithmetic is exact and rounds at most once, when the result does not fit; the result then has the
/// flag `hasBeenRounded`. No combination of fields makes any operation trap.
///
/// Many bit patterns are invalid, infinite or zero: test `isValid` and its siblings instead of comparing with a
/// constant. A time with a negative timescale counts as `-value / -timescale`; arithmetic on a timescale of 0 yields an
/// invalid time.
///
/// Source: `CMTime`, 24 bytes with Apple's layout.
public struct CMTime: BitwiseCopyable, Sendable {
  /// The numerator, in units of `1 / timescale` seconds.
  public var value: CMTimeValue
  /// The denominator: units per second.
  public var timescale: CMTimeScale
  /// The kind of the time, and its rounding.
  public var flags: CMTimeFlags
  /// The timeline that this time belongs to; 0 in a duration.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time, every field 0.
  @inlinable
  public init() {
    self.init(value: 0, timescale: 0, flags: [], epoch: 0)
  }

  /// Creates a time from its fields, unchecked.
  @inlinable
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Creates a time of `value / timescale` seconds; invalid if the timescale is not positive.
  ///
  /// Source: `CMTimeMake`.
  @inlinable
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    if timescale > 0 {
      self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    } else {
      self.init()
    }
  }

  /// Zero seconds; its timescale is 1.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// The invalid time with all fields 0, so that zeroed memory holds invalid times.
  public static let invalid = CMTime()
  /// A time that is not known, such as the duration of a live broadcast.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// Later than every number and than `indefinite`.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// Earlier than every other time.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
}

// Bits are tested as numbers: set algebra is generic, and slow in builds that do not specialise it.
extension CMTime {
  /// True if the time is a number, an infinity or indefinite.
  @inlinable
  public var isValid: Bool { flags.rawValue & 1 != 0 }

  /// True if the time is later than every number.
  @inlinable
  public var isPositiveInfinity: Bool { flags.rawValue & 5 == 5 }

  /// True if the time is earlier than every number.
  @inlinable
  public var isNegativeInfinity: Bool { flags.rawValue & 9 == 9 }

  /// True if the time is unknown.
  @inlinable
  public var isIndefinite: Bool { flags.rawValue & 17 == 17 }

  /// True if the time is a number, so that value, timescale and epoch are meaningful.
  @inlinable
  public var isNumeric: Bool { flags.rawValue & (1 | 4 | 8 | 16) == 1 }

  /// True if the time is a number that was rounded, or derived from one that was.
  @inlinable
  public var hasBeenRounded: Bool { flags.rawValue & (1 | 2 | 4 | 8 | 16) == 1 | 2 }
}

extension CMTime {
  /// The kind of a time, once the flags that imply a value are evaluated in order of precedence.
  @usableFromInline
  enum Kind: Int32 {
    // The raw values order times of different kinds.
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid
  }

  @usableFromInline
  var kind: Kind {
    if isNumeric { return .numeric }
    if !isValid { return .invalid }
    if isPositiveInfinity { return .positiveInfinity }
    return isNegativeInfinity ? .negativeInfinity : .indefinite
  }
}
