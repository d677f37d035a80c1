/// The kind of a `CMTime`, and its rounding.
public struct CMTimeFlags: OptionSet, BitwiseCopyable, Hashable, Sendable {
  /// The flags as bits.
  public let rawValue: UInt32

  /// Creates flags from bits.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The time is valid; without this flag it is invalid, regardless of the others.
  @inlinable
  public static var valid: CMTimeFlags { CMTimeFlags(rawValue: 1) }
  /// The number was rounded, or derived from one that was.
  @inlinable
  public static var hasBeenRounded: CMTimeFlags { CMTimeFlags(rawValue: 2) }
  /// The time is later than every number; the other fields are ignored.
  @inlinable
  public static var positiveInfinity: CMTimeFlags { CMTimeFlags(rawValue: 4) }
  /// The time is earlier than every number; the other fields are ignored.
  @inlinable
  public static var negativeInfinity: CMTimeFlags { CMTimeFlags(rawValue: 8) }
  /// The time is not known; the other fields are ignored.
  @inlinable
  public static var indefinite: CMTimeFlags { CMTimeFlags(rawValue: 16) }
  /// The three flags for which the other fields are ignored.
  @inlinable
  public static var impliedValueFlagsMask: CMTimeFlags { CMTimeFlags(rawValue: 4 | 8 | 16) }
}
