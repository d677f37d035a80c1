import CoreGraphics
import Foundation

/// Hears that a trigger's condition has become true, given the pointer the trigger was installed with.
public typealias CMBufferQueueTriggerCallback = (UnsafeMutableRawPointer?, CMBufferQueueTriggerToken) -> Void
/// The number of a condition.
public typealias CMBufferQueueTriggerCondition = Int32

/// The queue holds less time than the trigger's.
public var kCMBufferQueueTrigger_WhenDurationBecomesLessThan: CMBufferQueueTriggerCondition { 1 }
/// The queue holds no more time than the trigger's.
public var kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo: CMBufferQueueTriggerCondition { 2 }
/// The queue holds more time than the trigger's.
public var kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: CMBufferQueueTriggerCondition { 3 }
/// The queue holds at least the trigger's time.
public var kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo: CMBufferQueueTriggerCondition { 4 }
/// The earliest time at which a buffer is shown has changed.
public var kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges: CMBufferQueueTriggerCondition { 5 }
/// The latest time at which a buffer is shown has changed.
public var kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges: CMBufferQueueTriggerCondition { 6 }
/// The first buffer's data has become ready.
public var kCMBufferQueueTrigger_WhenDataBecomesReady: CMBufferQueueTriggerCondition { 7 }
/// The queue is empty and the end of the data is marked.
public var kCMBufferQueueTrigger_WhenEndOfDataReached: CMBufferQueueTriggerCondition { 8 }
/// The queue was emptied.
public var kCMBufferQueueTrigger_WhenReset: CMBufferQueueTriggerCondition { 9 }
/// The queue holds fewer buffers than the trigger's number.
public var kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: CMBufferQueueTriggerCondition { 10 }
/// The queue holds more buffers than the trigger's number.
public var kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan: CMBufferQueueTriggerCondition { 11 }
/// The queue holds at least the trigger's time, and more buffers than the trigger's number.
///
/// The functions that install triggers take one of the two: with a time, the number is 0; with a number, the time is.
public var kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan:
  CMBufferQueueTriggerCondition
{ 12 }

/// Installs a trigger, called each time its condition becomes true; without a callback it can only be tested.
///
/// Fails with `kCMBufferQueueError_InvalidTriggerCondition` for conditions of numbers of buffers alone,
/// `kCMBufferQueueError_BadTriggerDuration` for a time that is no number where one is needed, and
/// `kCMBufferQueueError_RequiredParameterMissing` without callback and token.
@discardableResult
public func CMBufferQueueInstallTrigger(
  _ queue: CMBufferQueue, callback: CMBufferQueueTriggerCallback?, refcon: UnsafeMutableRawPointer?,
  condition: CMBufferQueueTriggerCondition, time: CMTime,
  triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
  CMBufferQueueInstallTriggerHandler(queue, condition, time, triggerTokenOut, handler(callback, refcon))
}

/// Installs a trigger, called each time its condition becomes true; see `CMBufferQueueInstallTrigger`.
@discardableResult
public func CMBufferQueueInstallTriggerHandler(
  _ queue: CMBufferQueue, _ condition: CMBufferQueueTriggerCondition, _ time: CMTime,
  _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
  let conditions: [CMBufferQueue.TriggerCondition] =
    switch condition {
    case kCMBufferQueueTrigger_WhenDurationBecomesLessThan: [.whenDurationBecomesLessThan(time)]
    case kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo: [.whenDurationBecomesLessThanOrEqualTo(time)]
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: [.whenDurationBecomesGreaterThan(time)]
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo: [.whenDurationBecomesGreaterThanOrEqualTo(time)]
    case kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges: [.whenMinPresentationTimeStampChanges]
    case kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges: [.whenMaxPresentationTimeStampChanges]
    case kCMBufferQueueTrigger_WhenDataBecomesReady: [.whenDataBecomesReady]
    case kCMBufferQueueTrigger_WhenEndOfDataReached: [.whenEndOfDataReached]
    case kCMBufferQueueTrigger_WhenReset: [.whenReset]
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan:
      [.whenDurationBecomesGreaterThanOrEqualTo(time), .whenBufferCountBecomesGreaterThan(0)]
    default: []
    }
  return install(conditions, on: queue, triggerTokenOut, handler)
}

/// Installs a trigger for a number of buffers, called each time its condition becomes true.
///
/// Fails with `kCMBufferQueueError_InvalidTriggerCondition` for other conditions, and with
/// `kCMBufferQueueError_RequiredParameterMissing` without callback and token.
@discardableResult
public func CMBufferQueueInstallTriggerWithIntegerThreshold(
  _ queue: CMBufferQueue, callback: CMBufferQueueTriggerCallback?, refcon: UnsafeMutableRawPointer?,
  condition: CMBufferQueueTriggerCondition, threshold: CMItemCount,
  triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
  CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
    queue, condition, threshold, triggerTokenOut, handler(callback, refcon))
}

/// Installs a trigger for a number of buffers; see `CMBufferQueueInstallTriggerWithIntegerThreshold`.
@discardableResult
public func CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
  _ queue: CMBufferQueue, _ condition: CMBufferQueueTriggerCondition, _ threshold: CMItemCount,
  _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
  let conditions: [CMBufferQueue.TriggerCondition] =
    switch condition {
    case kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: [.whenBufferCountBecomesLessThan(threshold)]
    case kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan: [.whenBufferCountBecomesGreaterThan(threshold)]
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan:
      [.whenDurationBecomesGreaterThanOrEqualTo(.zero), .whenBufferCountBecomesGreaterThan(threshold)]
    default: []
    }
  return install(conditions, on: queue, triggerTokenOut, handler)
}

/// Removes a trigger; fails with `kCMBufferQueueError_InvalidTriggerToken` if there is no such trigger.
@discardableResult
public func CMBufferQueueRemoveTrigger(_ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken) -> OSStatus {
  status(orElse: kCMBufferQueueError_InvalidTriggerToken) { try queue.removeTrigger(triggerToken) }
}

/// Returns true if a trigger's condition is true now; false for conditions that only name a change.
public func CMBufferQueueTestTrigger(_ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken) -> Bool {
  queue.testTrigger(triggerToken)
}

private func handler(
  _ callback: CMBufferQueueTriggerCallback?, _ refcon: UnsafeMutableRawPointer?
) -> CMBufferQueueTriggerHandler? {
  callback.map { callback in { token in callback(refcon, token) } }
}

private func install(
  _ conditions: [CMBufferQueue.TriggerCondition], on queue: CMBufferQueue,
  _ tokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
  tokenOut?.initialize(to: nil)
  return status(orElse: kCMBufferQueueError_AllocationFailed) {
    guard !conditions.isEmpty else { throw CMBufferQueue.Error.invalidTriggerCondition }
    guard handler != nil || tokenOut != nil else { throw CMBufferQueue.Error.requiredParameterMissing }
    // Not in one line: without a place for the token nothing would be installed.
    let token = try queue.installTrigger(conditions: conditions, handler)
    tokenOut?.initialize(to: token)
  }
}
