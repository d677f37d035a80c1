import CoreGraphics
import Foundation

/// Success.
public var kCMBlockBufferNoErr: OSStatus { 0 }
/// The buffer itself could not be allocated.
public var kCMBlockBufferStructureAllocationFailedErr: OSStatus { -12700 }
/// A block of memory could not be allocated.
public var kCMBlockBufferBlockAllocationFailedErr: OSStatus { -12701 }
/// A custom block source is of an unknown version or lacks a function.
public var kCMBlockBufferBadCustomBlockSourceErr: OSStatus { -12702 }
/// An offset lies outside the data.
public var kCMBlockBufferBadOffsetParameterErr: OSStatus { -12703 }
/// A length is 0 or reaches past the data.
public var kCMBlockBufferBadLengthParameterErr: OSStatus { -12704 }
/// A pointer is nil that must not be.
public var kCMBlockBufferBadPointerParameterErr: OSStatus { -12705 }
/// The buffer has no data.
public var kCMBlockBufferEmptyBBufErr: OSStatus { -12706 }
/// The memory has not been allocated yet.
public var kCMBlockBufferUnallocatedBlockErr: OSStatus { -12707 }
/// There is not enough room.
public var kCMBlockBufferInsufficientSpaceErr: OSStatus { -12708 }

extension CMBlockBuffer {
  /// The errors that operations on block buffers throw, of domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// The buffer itself could not be allocated.
    public static var structureAllocationFailed: NSError { statusError(kCMBlockBufferStructureAllocationFailedErr) }
    /// A block of memory could not be allocated.
    public static var blockAllocationFailed: NSError { statusError(kCMBlockBufferBlockAllocationFailedErr) }
    /// A custom block source is of an unknown version or lacks a function.
    public static var badCustomBlockSource: NSError { statusError(kCMBlockBufferBadCustomBlockSourceErr) }
    /// An offset lies outside the data.
    public static var badOffsetParameter: NSError { statusError(kCMBlockBufferBadOffsetParameterErr) }
    /// A length is 0 or reaches past the data.
    public static var badLengthParameter: NSError { statusError(kCMBlockBufferBadLengthParameterErr) }
    /// A pointer is nil that must not be.
    public static var badPointerParameter: NSError { statusError(kCMBlockBufferBadPointerParameterErr) }
    /// The buffer has no data.
    public static var emptyBlockBuffer: NSError { statusError(kCMBlockBufferEmptyBBufErr) }
    /// The memory has not been allocated yet.
    public static var unallocatedBlock: NSError { statusError(kCMBlockBufferUnallocatedBlockErr) }
    /// There is not enough room.
    public static var insufficientSpace: NSError { statusError(kCMBlockBufferInsufficientSpaceErr) }
  }
}

/// Options of functions that make or extend block buffers.
public typealias CMBlockBufferFlags = UInt32
/// Allocate at once, not when the memory is first needed.
public var kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags { 1 }
/// Copy, even if the source is contiguous already.
public var kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags { 2 }
/// Accepted without effect: references are always resolved to the blocks they end in.
public var kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags { 4 }
/// A reference to a buffer without data is no error.
public var kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags { 8 }

extension CMBlockBuffer {
  /// Options of operations that make or extend block buffers.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: CMBlockBufferFlags

    /// Creates options from bits.
    public init(rawValue: CMBlockBufferFlags) {
      self.rawValue = rawValue
    }

    /// Allocate at once, not when the memory is first needed.
    public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
    /// Copy, even if the source is contiguous already.
    public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
    /// Accepted without effect: references are always resolved to the blocks they end in.
    public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
    /// A reference to a buffer without data is no error.
    public static let permitEmptyReference = Flags(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
  }
}
