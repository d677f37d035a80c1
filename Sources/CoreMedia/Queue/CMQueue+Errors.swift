import CoreGraphics
import Foundation

/// Memory is short.
public var kCMSimpleQueueError_AllocationFailed: OSStatus { -12770 }
/// A parameter is missing that must be there.
public var kCMSimpleQueueError_RequiredParameterMissing: OSStatus { -12771 }
/// A parameter is out of range.
public var kCMSimpleQueueError_ParameterOutOfRange: OSStatus { -12772 }
/// There is no more room.
public var kCMSimpleQueueError_QueueIsFull: OSStatus { -12773 }

extension CMSimpleQueue {
  /// The errors of this type's operations, of domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// Memory is short.
    public static var allocationFailed: NSError { statusError(kCMSimpleQueueError_AllocationFailed) }
    /// A parameter is missing that must be there.
    public static var requiredParameterMissing: NSError { statusError(kCMSimpleQueueError_RequiredParameterMissing) }
    /// A parameter is out of range.
    public static var parameterOutOfRange: NSError { statusError(kCMSimpleQueueError_ParameterOutOfRange) }
    /// There is no more room.
    public static var queueIsFull: NSError { statusError(kCMSimpleQueueError_QueueIsFull) }
  }
}

/// Memory is short.
public var kCMBufferQueueError_AllocationFailed: OSStatus { -12760 }
/// A parameter is missing that must be there.
public var kCMBufferQueueError_RequiredParameterMissing: OSStatus { -12761 }
/// The callbacks lack one that is required.
public var kCMBufferQueueError_InvalidCMBufferCallbacksStruct: OSStatus { -12762 }
/// The end of the data was marked already.
public var kCMBufferQueueError_EnqueueAfterEndOfData: OSStatus { -12763 }
/// There is no more room.
public var kCMBufferQueueError_QueueIsFull: OSStatus { -12764 }
/// A trigger's duration is no number.
public var kCMBufferQueueError_BadTriggerDuration: OSStatus { -12765 }
/// A trigger's callback may not change the queue.
public var kCMBufferQueueError_CannotModifyQueueFromTriggerCallback: OSStatus { -12766 }
/// There is no such condition.
public var kCMBufferQueueError_InvalidTriggerCondition: OSStatus { -12767 }
/// There is no such trigger.
public var kCMBufferQueueError_InvalidTriggerToken: OSStatus { -12768 }
/// The queue does not take this buffer.
public var kCMBufferQueueError_InvalidBuffer: OSStatus { -12769 }

extension CMBufferQueue {
  /// The errors of this type's operations, of domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// Memory is short.
    public static var allocationFailed: NSError { statusError(kCMBufferQueueError_AllocationFailed) }
    /// A parameter is missing that must be there.
    public static var requiredParameterMissing: NSError { statusError(kCMBufferQueueError_RequiredParameterMissing) }
    /// The callbacks lack one that is required.
    public static var invalidCMBufferCallbacksStruct: NSError {
      statusError(kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
    }
    /// The end of the data was marked already.
    public static var enqueueAfterEndOfData: NSError { statusError(kCMBufferQueueError_EnqueueAfterEndOfData) }
    /// There is no more room.
    public static var queueIsFull: NSError { statusError(kCMBufferQueueError_QueueIsFull) }
    /// A trigger's duration is no number.
    public static var badTriggerDuration: NSError { statusError(kCMBufferQueueError_BadTriggerDuration) }
    /// A trigger's callback may not change the queue.
    public static var cannotModifyQueueFromTriggerCallback: NSError {
      statusError(kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
    }
    /// There is no such condition.
    public static var invalidTriggerCondition: NSError { statusError(kCMBufferQueueError_InvalidTriggerCondition) }
    /// There is no such trigger.
    public static var invalidTriggerToken: NSError { statusError(kCMBufferQueueError_InvalidTriggerToken) }
    /// The queue does not take this buffer.
    public static var invalidBuffer: NSError { statusError(kCMBufferQueueError_InvalidBuffer) }
  }
}
