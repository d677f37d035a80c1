import CoreGraphics
import Foundation

/// A clock or a timebase: something whose time others can be compared with.
public protocol CMSyncProtocol: AnyObject {
  /// Returns the rate relative to another clock or timebase; 0 if they have nothing in common.
  func rate<T>(relativeTo clockOrTimebase: T) -> Double where T: CMSyncProtocol
  /// The rate, and a pair of times that belong together: this one's and the other's.
  func rateAndAnchorTime<T>(
    relativeTo clockOrTimebase: T
  ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) where T: CMSyncProtocol
  /// A time of this as a time of another clock or timebase.
  func convertTime<T>(_ time: CMTime, to clockOrTimebase: T) -> CMTime where T: CMSyncProtocol
  /// Returns true if the two may drift apart because different hardware drives them.
  func mightDrift<T>(relativeTo clockOrTimebase: T) -> Bool where T: CMSyncProtocol
  /// The time now.
  var time: CMTime { get }
}

/// The relation of a clock or timebase to the clock that drives it: `time = anchor + (clock − reference) × rate`.
struct Course {
  var rate: Double
  var anchor: CMTime
  var reference: CMTime

  /// The time when the driving clock shows a time.
  func time(at clockTime: CMTime) -> CMTime {
    if rate == 0 { return anchor }
    let passed = clockTime - reference
    return anchor + (rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate))
  }

  /// Returns the time of the driving clock at a time; invalid if the time is never reached.
  func clockTime(at time: CMTime) -> CMTime {
    guard rate != 0 else { return .invalid }
    let ahead = time - anchor
    return reference + (rate == 1 ? ahead : CMTimeMultiplyByFloat64(ahead, multiplier: 1 / rate))
  }
}

extension CMSyncProtocol {
  /// The clock that drives this in the end, and how this follows it now.
  var ultimate: (clock: CMClock, course: Course) {
    switch self {
    case let clock as CMClock:
      let now = clock.time
      return (clock, Course(rate: 1, anchor: now, reference: now))
    case let timebase as CMTimebase: return timebase.ultimateCourse()
    default: return (.hostTimeClock, Course(rate: 0, anchor: .invalid, reference: .invalid))
    }
  }

  /// Returns the rate relative to another clock or timebase; 0 if the rate of the other is 0.
  public func rate<T>(relativeTo clockOrTimebase: T) -> Double where T: CMSyncProtocol {
    let (own, other) = (ultimate.course.rate, clockOrTimebase.ultimate.course.rate)
    return other == 0 ? 0 : own / other
  }

  /// Returns the rate, and a pair of corresponding times: this one's and the other's.
  ///
  /// - Throws: `CMSync.Error.rateMustBeNonZero` if the rate of the other is 0.
  public func rateAndAnchorTime<T>(
    relativeTo clockOrTimebase: T
  ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) where T: CMSyncProtocol {
    guard clockOrTimebase.ultimate.course.rate != 0 else { throw CMSync.Error.rateMustBeNonZero }
    return (rate(relativeTo: clockOrTimebase), time, clockOrTimebase.time)
  }

  /// Converts a time of this to a time of another clock or timebase; invalid if this one's rate is 0 at another time.
  ///
  /// If different clocks drive the two, they are compared at the present time.
  public func convertTime<T>(_ time: CMTime, to clockOrTimebase: T) -> CMTime where T: CMSyncProtocol {
    if self === clockOrTimebase { return time }
    let (own, other) = (ultimate, clockOrTimebase.ultimate)
    let clockTime = own.course.rate == 0 && time == own.course.anchor ? own.clock.time : own.course.clockTime(at: time)
    let onOther = own.clock === other.clock ? clockTime : clockTime - own.clock.time + other.clock.time
    return other.course.time(at: onOther)
  }

  /// Returns true if the two may drift apart because different clocks drive them.
  public func mightDrift<T>(relativeTo clockOrTimebase: T) -> Bool where T: CMSyncProtocol {
    ultimate.clock.mightDrift(relativeTo: clockOrTimebase.ultimate.clock)
  }
}

/// A clock or a timebase.
public typealias CMClockOrTimebase = AnyObject & CMSyncProtocol

/// Names that belong to clocks and timebases alike.
public struct CMSync {
  /// The errors of comparing clocks and timebases, of domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// A parameter is missing that must be there.
    public static var missingRequiredParameter: NSError { statusError(kCMSyncError_MissingRequiredParameter) }
    /// A parameter makes no sense.
    public static var invalidParameter: NSError { statusError(kCMSyncError_InvalidParameter) }
    /// Memory is short.
    public static var allocationFailed: NSError { statusError(kCMSyncError_AllocationFailed) }
    /// The rate of the other clock or timebase is 0.
    public static var rateMustBeNonZero: NSError { statusError(kCMSyncError_RateMustBeNonZero) }
  }
}

/// A parameter is missing that must be there.
public var kCMSyncError_MissingRequiredParameter: OSStatus { -12752 }
/// A parameter makes no sense.
public var kCMSyncError_InvalidParameter: OSStatus { -12753 }
/// Memory is short.
public var kCMSyncError_AllocationFailed: OSStatus { -12754 }
/// The rate of the other clock or timebase is 0.
public var kCMSyncError_RateMustBeNonZero: OSStatus { -12755 }

/// The time of a clock or timebase now.
public func CMSyncGetTime(_ clockOrTimebase: any CMClockOrTimebase) -> CMTime {
  clockOrTimebase.time
}

/// A time of one clock or timebase as a time of another.
public func CMSyncConvertTime(
  _ time: CMTime, from fromClockOrTimebase: any CMClockOrTimebase, to toClockOrTimebase: any CMClockOrTimebase
) -> CMTime {
  fromClockOrTimebase.convertTime(time, to: toClockOrTimebase)
}

/// Returns the rate of a clock or timebase relative to another.
public func CMSyncGetRelativeRate(
  _ ofClockOrTimebase: any CMClockOrTimebase, relativeTo relativeToClockOrTimebase: any CMClockOrTimebase
) -> Float64 {
  ofClockOrTimebase.rate(relativeTo: relativeToClockOrTimebase)
}

/// Returns true if two clocks or timebases may drift apart.
public func CMSyncMightDrift(
  _ clockOrTimebase1: any CMClockOrTimebase, _ clockOrTimebase2: any CMClockOrTimebase
) -> Bool {
  clockOrTimebase1.mightDrift(relativeTo: clockOrTimebase2)
}
