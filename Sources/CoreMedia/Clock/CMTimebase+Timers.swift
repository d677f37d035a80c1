import CoreGraphics
import Dispatch
import Foundation

/// A timer that a timebase sets to the real time that corresponds to one of its own times.
///
/// Used under the timebase's lock only.
final class TimebaseTimer {
  /// The time of the timebase at which the timer fires.
  var fireTime: CMTime = .invalid
  private let set: (Double?) -> Void

  /// - Parameter set: Lets the timer fire after some seconds; never, if nil.
  init(set: @escaping (Double?) -> Void) {
    self.set = set
  }

  func schedule(after seconds: Double?) {
    set(seconds)
  }
}

extension CMTimebase {
  /// An interval in seconds that means never.
  public static let veryLongTimeInterval: CFTimeInterval = 256 * 365 * 24 * 60 * 60
  /// A date, in seconds since 2001, that means never.
  public static let farFuture: CFAbsoluteTime = 256 * 365 * 24 * 60 * 60

  /// Puts a dispatch timer under this timebase's control; set its time with `setTimerNextFireTime(_:fireTime:)`.
  ///
  /// The timer fires once for each time that is set, on its own queue. The timebase keeps it until it is removed.
  public func addTimer<T>(_ timer: T) throws where T: DispatchSourceTimer {
    addTimer(
      TimebaseTimer { seconds in
        if let seconds, seconds < Self.veryLongTimeInterval {
          timer.schedule(deadline: .now() + seconds, repeating: .never, leeway: .nanoseconds(0))
        } else {
          timer.schedule(deadline: .distantFuture, repeating: .never)
        }
      }, key: timer as AnyObject)
  }

  /// Lets go of a timer, which then fires no more.
  ///
  /// - Throws: `invalidParameter` if the timer was not added.
  public func removeTimer<T>(_ timer: T) throws where T: DispatchSourceTimer {
    try removeTimer(key: timer as AnyObject)
  }

  /// Sets a timer to fire at a time of this timebase; at once if it is past, never if it is not numeric.
  ///
  /// - Throws: `invalidParameter` if the timer was not added.
  public func setTimerNextFireTime<T>(_ timer: T, fireTime: CMTime) throws where T: DispatchSourceTimer {
    try setFireTime(fireTime, key: timer as AnyObject)
  }

  /// Lets a timer fire at once, without changing its time.
  public func setTimerToFireImmediately<T>(_ timer: T) throws where T: DispatchSourceTimer {
    try fireImmediately(key: timer as AnyObject)
  }

  /// Puts a run loop's timer under this timebase's control, and adds it to the run loop.
  public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
    addTimer(
      TimebaseTimer { seconds in
        timer.fireDate = seconds.map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture
      }, key: timer as AnyObject)
    runloop.add(timer, forMode: .common)
  }

  /// Lets go of a timer, which then fires no more.
  public func removeTimer(_ timer: Timer) throws {
    try removeTimer(key: timer as AnyObject)
  }

  /// Sets a timer to fire at a time of this timebase.
  public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws {
    try setFireTime(fireTime, key: timer as AnyObject)
  }

  /// Lets a timer fire at once.
  public func setTimerToFireImmediately(_ timer: Timer) throws {
    try fireImmediately(key: timer as AnyObject)
  }

  /// Returns when notifications of earlier changes have been posted; they are posted before changes return.
  public func notificationBarrier() throws {}

  /// Posted when the rate as seen from the clock changes; the object is the timebase.
  public static let effectiveRateChanged = NSNotification.Name("kCMTimebaseNotification_EffectiveRateChanged")
  /// Posted when the time is set; the object is the timebase.
  public static let timeJumped = NSNotification.Name("kCMTimebaseNotification_TimeJumped")
}
