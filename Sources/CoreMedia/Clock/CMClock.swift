import CoreGraphics
import Foundation

/// A source of time that runs at a constant rate.
///
/// Apart from the host clock, clocks are made from a closure that returns the time: the position of an audio device, or
/// a time that tests set.
public final class CMClock: CMSyncProtocol, Hashable, Sendable {
  private let now: @Sendable () -> CMTime

  /// Creates a clock that reads the time from a closure; it may be called on any thread and must not go backwards.
  package init(now: @escaping @Sendable () -> CMTime) {
    self.now = now
  }

  /// The clock of the machine: nanoseconds since it was started, not counting the time it slept.
  public static let hostTimeClock = CMClock {
    CMTime(value: Int64(clamping: DispatchTime.now().uptimeNanoseconds), timescale: 1_000_000_000)
  }

  /// The time now.
  public var time: CMTime { now() }

  /// The time now, and the machine's time with it.
  public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
    (time, CMClock.hostTimeClock.time)
  }

  /// Returns true if the two may drift apart because they are different clocks.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

  /// Accepted without effect: clocks hold nothing that could be let go.
  public func invalidate() {}

  /// A time of the machine's clock in its own units, nanoseconds; 0 for times before its start or that are no numbers.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    let nanoseconds = hostTime.convertScale(1_000_000_000, method: .default)
    return nanoseconds.isNumeric ? UInt64(clamping: nanoseconds.value) : 0
  }

  /// Nanoseconds of the machine's clock as a time.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: systemUnits), timescale: 1_000_000_000)
  }

  /// The identifier of clocks, as `CFGetTypeID(_:)` returns it.
  public static var typeID: CFTypeID { CoreGraphics.typeID(of: CMClock.self) }

  /// Two clocks are equal if they are the same object.
  public static func == (lhs: CMClock, rhs: CMClock) -> Bool { lhs === rhs }

  /// Feeds the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The clock of the machine.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The time of a clock now.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// The time of a clock, and the machine's time with it.
@discardableResult
public func CMClockGetAnchorTime(
  _ clock: CMClock, clockTimeOut: UnsafeMutablePointer<CMTime>, referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
  clockTimeOut.pointee = clock.time
  referenceClockTimeOut.pointee = CMClock.hostTimeClock.time
  return noErr
}

/// Returns true if two clocks may drift apart.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
  clock.mightDrift(relativeTo: otherClock)
}

/// Accepted without effect: clocks hold nothing that could be let go.
public func CMClockInvalidate(_ clock: CMClock) {}

/// A time of the machine's clock in nanoseconds.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// Nanoseconds of the machine's clock as a time.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}
