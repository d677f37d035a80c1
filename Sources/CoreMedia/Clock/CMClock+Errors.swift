import CoreGraphics
import Foundation

/// A parameter is missing that must be there.
public var kCMClockError_MissingRequiredParameter: OSStatus { -12745 }
/// A parameter makes no sense.
public var kCMClockError_InvalidParameter: OSStatus { -12746 }
/// Memory is short.
public var kCMClockError_AllocationFailed: OSStatus { -12747 }
/// The clock cannot do that.
public var kCMClockError_UnsupportedOperation: OSStatus { -12756 }

extension CMClock {
  /// The errors of this type's operations, of domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// A parameter is missing that must be there.
    public static var missingRequiredParameter: NSError { statusError(kCMClockError_MissingRequiredParameter) }
    /// A parameter makes no sense.
    public static var invalidParameter: NSError { statusError(kCMClockError_InvalidParameter) }
    /// Memory is short.
    public static var allocationFailed: NSError { statusError(kCMClockError_AllocationFailed) }
    /// The clock cannot do that.
    public static var unsupportedOperation: NSError { statusError(kCMClockError_UnsupportedOperation) }
  }
}

/// A parameter is missing that must be there.
public var kCMTimebaseError_MissingRequiredParameter: OSStatus { -12748 }
/// A parameter makes no sense.
public var kCMTimebaseError_InvalidParameter: OSStatus { -12749 }
/// Memory is short.
public var kCMTimebaseError_AllocationFailed: OSStatus { -12750 }
/// A timer's interval is too short.
public var kCMTimebaseError_TimerIntervalTooShort: OSStatus { -12751 }
/// The timebase cannot be changed.
public var kCMTimebaseError_ReadOnly: OSStatus { -12757 }

extension CMTimebase {
  /// The errors of this type's operations, of domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// A parameter is missing that must be there.
    public static var missingRequiredParameter: NSError { statusError(kCMTimebaseError_MissingRequiredParameter) }
    /// A parameter makes no sense.
    public static var invalidParameter: NSError { statusError(kCMTimebaseError_InvalidParameter) }
    /// Memory is short.
    public static var allocationFailed: NSError { statusError(kCMTimebaseError_AllocationFailed) }
    /// A timer's interval is too short.
    public static var timerIntervalTooShort: NSError { statusError(kCMTimebaseError_TimerIntervalTooShort) }
    /// The timebase cannot be changed.
    public static var readOnly: NSError { statusError(kCMTimebaseError_ReadOnly) }
  }
}
