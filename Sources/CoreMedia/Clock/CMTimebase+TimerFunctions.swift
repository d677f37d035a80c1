import CoreGraphics
import Foundation

// The C functions for dispatch timers. Those for run loops take a CFRunLoopTimer, which Foundation on Linux does not
// have; `CMTimebase.addTimer(_:on:)` takes a `Timer` instead.

/// Puts a dispatch timer under a timebase's control; see `CMTimebase.addTimer(_:)`.
///
/// Fails with `kCMTimebaseError_InvalidParameter` for a dispatch source that is no timer.
@discardableResult
public func CMTimebaseAddTimerDispatchSource(
  _ timebase: CMTimebase, timerSource: any DispatchSourceProtocol
) -> OSStatus {
  withTimer(timerSource) { try timebase.addTimer($0) }
}

/// Lets go of a dispatch timer, which then fires no more.
///
/// Fails with `kCMTimebaseError_InvalidParameter` if the timer was not added.
@discardableResult
public func CMTimebaseRemoveTimerDispatchSource(
  _ timebase: CMTimebase, timerSource: any DispatchSourceProtocol
) -> OSStatus {
  withTimer(timerSource) { try timebase.removeTimer($0) }
}

/// Sets a dispatch timer to fire at a time of a timebase; at once if it is past, never if it is not numeric.
///
/// Fails with `kCMTimebaseError_InvalidParameter` if the timer was not added.
///
/// - Parameter flags: Reserved; 0.
@discardableResult
public func CMTimebaseSetTimerDispatchSourceNextFireTime(
  _ timebase: CMTimebase, timerSource: any DispatchSourceProtocol, fireTime: CMTime, flags: UInt32
) -> OSStatus {
  withTimer(timerSource) { try timebase.setTimerNextFireTime($0, fireTime: fireTime) }
}

/// Lets a dispatch timer fire at once, without changing its time.
///
/// Fails with `kCMTimebaseError_InvalidParameter` if the timer was not added.
@discardableResult
public func CMTimebaseSetTimerDispatchSourceToFireImmediately(
  _ timebase: CMTimebase, timerSource: any DispatchSourceProtocol
) -> OSStatus {
  withTimer(timerSource) { try timebase.setTimerToFireImmediately($0) }
}

private func withTimer(
  _ source: any DispatchSourceProtocol, _ body: (any DispatchSourceTimer) throws -> Void
) -> OSStatus {
  status(orElse: kCMTimebaseError_InvalidParameter) {
    guard let timer = source as? any DispatchSourceTimer else { throw CMTimebase.Error.invalidParameter }
    try body(timer)
  }
}
