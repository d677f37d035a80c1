import CoreGraphics
import Foundation

/// Memory is short.
public var kCMSampleBufferError_AllocationFailed: OSStatus { -12730 }
/// A parameter is missing that must be there.
public var kCMSampleBufferError_RequiredParameterMissing: OSStatus { -12731 }
/// The buffer has data already.
public var kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus { -12732 }
/// The data is not there yet.
public var kCMSampleBufferError_BufferNotReady: OSStatus { -12733 }
/// There is no such sample.
public var kCMSampleBufferError_SampleIndexOutOfRange: OSStatus { -12734 }
/// The sizes of the samples are not known.
public var kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus { -12735 }
/// The times of the samples are not known.
public var kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus { -12736 }
/// The array to fill has too little room.
public var kCMSampleBufferError_ArrayTooSmall: OSStatus { -12737 }
/// There are neither none, one, nor as many entries as samples.
public var kCMSampleBufferError_InvalidEntryCount: OSStatus { -12738 }
/// The samples cannot be separated.
public var kCMSampleBufferError_CannotSubdivide: OSStatus { -12739 }
/// The timing makes no sense.
public var kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus { -12740 }
/// The operation is not for this kind of media.
public var kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus { -12741 }
/// The bytes do not match the description.
public var kCMSampleBufferError_InvalidSampleData: OSStatus { -12742 }
/// The format is not that of the data.
public var kCMSampleBufferError_InvalidMediaFormat: OSStatus { -12743 }
/// The buffer has been invalidated.
public var kCMSampleBufferError_Invalidated: OSStatus { -12744 }
/// The data will never be there.
public var kCMSampleBufferError_DataFailed: OSStatus { -16750 }
/// Getting the data was cancelled.
public var kCMSampleBufferError_DataCanceled: OSStatus { -16751 }

extension CMSampleBuffer {
  /// The errors that operations on sample buffers throw, of domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// Memory is short.
    public static var allocationFailed: NSError { statusError(kCMSampleBufferError_AllocationFailed) }
    /// A parameter is missing that must be there.
    public static var requiredParameterMissing: NSError { statusError(kCMSampleBufferError_RequiredParameterMissing) }
    /// The buffer has data already.
    public static var alreadyHasDataBuffer: NSError { statusError(kCMSampleBufferError_AlreadyHasDataBuffer) }
    /// The data is not there yet.
    public static var bufferNotReady: NSError { statusError(kCMSampleBufferError_BufferNotReady) }
    /// There is no such sample.
    public static var sampleIndexOutOfRange: NSError { statusError(kCMSampleBufferError_SampleIndexOutOfRange) }
    /// The sizes of the samples are not known.
    public static var bufferHasNoSampleSizes: NSError { statusError(kCMSampleBufferError_BufferHasNoSampleSizes) }
    /// The times of the samples are not known.
    public static var bufferHasNoSampleTimingInfo: NSError {
      statusError(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    }
    /// The array to fill has too little room.
    public static var arrayTooSmall: NSError { statusError(kCMSampleBufferError_ArrayTooSmall) }
    /// There are neither none, one, nor as many entries as samples.
    public static var invalidEntryCount: NSError { statusError(kCMSampleBufferError_InvalidEntryCount) }
    /// The samples cannot be separated.
    public static var cannotSubdivide: NSError { statusError(kCMSampleBufferError_CannotSubdivide) }
    /// The timing makes no sense.
    public static var sampleTimingInfoInvalid: NSError { statusError(kCMSampleBufferError_SampleTimingInfoInvalid) }
    /// The operation is not for this kind of media.
    public static var invalidMediaTypeForOperation: NSError {
      statusError(kCMSampleBufferError_InvalidMediaTypeForOperation)
    }
    /// The bytes do not match the description.
    public static var invalidSampleData: NSError { statusError(kCMSampleBufferError_InvalidSampleData) }
    /// The format is not that of the data.
    public static var invalidMediaFormat: NSError { statusError(kCMSampleBufferError_InvalidMediaFormat) }
    /// The buffer has been invalidated.
    public static var invalidated: NSError { statusError(kCMSampleBufferError_Invalidated) }
    /// The data will never be there.
    public static var dataFailed: NSError { statusError(kCMSampleBufferError_DataFailed) }
    /// Getting the data was cancelled.
    public static var dataCanceled: NSError { statusError(kCMSampleBufferError_DataCanceled) }
  }
}
