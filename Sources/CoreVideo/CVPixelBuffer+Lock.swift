import CoreGraphics

/// Options of locking.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public var rawValue: UInt64

  /// Creates a set from bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The caller will only read.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes the pixels available to the processor until the matching unlock.
///
/// Locks nest and do not exclude each other: they mark use of the pixels, and threads that write must synchronise among
/// themselves. Fails with `kCVReturnInvalidArgument` for flags other than `readOnly`.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  guard lockFlags.isSubset(of: .readOnly) else { return kCVReturnInvalidArgument }
  pixelBuffer.withLocks { locks in
    if lockFlags.contains(.readOnly) { locks.readOnly += 1 } else { locks.readWrite += 1 }
  }
  return kCVReturnSuccess
}

/// Ends a lock that was taken with the same flags.
///
/// Fails with `kCVReturnInvalidArgument` if there is none.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  guard unlockFlags.isSubset(of: .readOnly) else { return kCVReturnInvalidArgument }
  return pixelBuffer.withLocks { locks in
    if unlockFlags.contains(.readOnly) {
      guard locks.readOnly > 0 else { return kCVReturnInvalidArgument }
      locks.readOnly -= 1
    } else {
      guard locks.readWrite > 0 else { return kCVReturnInvalidArgument }
      locks.readWrite -= 1
    }
    return kCVReturnSuccess
  }
}
