import Foundation
import Synchronization

/// Copies of bytes whose addresses stay as long as this object; C interfaces hand them out.
final class StableBytes: Sendable {
  /// Addresses of the copies as numbers, by their bytes.
  private let copies = Mutex<[Data: UInt]>([:])

  deinit {
    for address in copies.withLock({ $0 }).values { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  }

  /// The address of a copy; the same for equal bytes.
  func address(of bytes: Data) -> UnsafePointer<UInt8> {
    let address = copies.withLock { copies in
      if let known = copies[bytes] { return known }
      let new = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
      bytes.copyBytes(to: new, count: bytes.count)
      copies[bytes] = UInt(bitPattern: new)
      return UInt(bitPattern: new)
    }
    // An address that was allocated is not zero.
    return UnsafePointer(bitPattern: address)!
  }
}
