/// A span of time from a start up to, but not including, its end.
///
/// A valid range has a valid start and a valid duration that is not negative and has epoch 0. The start may have any
/// epoch, but ranges whose starts differ in epoch have neither union nor intersection and never contain each other.
///
/// Source: `CMTimeRange`.
public struct CMTimeRange: BitwiseCopyable, Sendable {
  /// The first time of the range.
  public var start: CMTime
  /// The duration of the range; 0 makes it empty, positive infinity makes it endless.
  public var duration: CMTime

  /// Creates an invalid range, every field 0.
  public init() {
    self.init(uncheckedStart: .invalid, duration: .invalid)
  }

  /// Creates a range; invalid if the duration's epoch is not 0.
  ///
  /// Source: `CMTimeRangeMake`.
  public init(start: CMTime, duration: CMTime) {
    if duration.epoch == 0 {
      self.init(uncheckedStart: start, duration: duration)
    } else {
      self.init()
    }
  }

  /// Creates the range from a time up to another; invalid if that is earlier or in another epoch.
  ///
  /// Source: `CMTimeRangeFromTimeToTime`.
  public init(start: CMTime, end: CMTime) {
    self.init(start: start, duration: end - start)
  }

  private init(uncheckedStart start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }

  /// The empty range at time 0.
  public static let zero = CMTimeRange(uncheckedStart: .zero, duration: .zero)
  /// The invalid range with all fields 0; other values can be invalid too: test `isValid`.
  public static let invalid = CMTimeRange()

  /// The first time after the range, which the range does not contain; invalid if the range is.
  ///
  /// Source: `CMTimeRangeGetEnd`.
  public var end: CMTime { isValid ? start + duration : .invalid }
}

extension CMTimeRange {
  /// True if start and duration are valid and the duration is not negative and has epoch 0.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
  }

  /// True if this range is valid and its start or its duration is unknown.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// True if this range is valid and contains no time.
  public var isEmpty: Bool { isValid && duration == .zero }
}

extension CMTimeRange: Hashable {
  /// Returns true if two ranges have equal starts and equal durations.
  public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
    range1.start == range2.start && range1.duration == range2.duration
  }

  /// Returns true if starts or durations differ.
  public static func != (range1: CMTimeRange, range2: CMTimeRange) -> Bool { !(range1 == range2) }
}
