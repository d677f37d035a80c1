import Foundation
import Synchronization

/// Copies of bytes whose addresses stay as long as this object; C interfaces hand them out.
final class StableBytes: Sendable {
  private struct Copies: @unchecked Sendable {
    var addresses: [Data: UnsafeMutablePointer<UInt8>] = [:]
  }

  private let copies = Mutex(Copies())

  deinit {
    copies.withLock { copies in
      for address in copies.addresses.values { address.deallocate() }
    }
  }

  /// The address of a copy; the same for equal bytes.
  func address(of bytes: Data) -> UnsafePointer<UInt8> {
    copies.withLock { copies in
      if let known = copies.addresses[bytes] { return Address(pointer: known) }
      let new = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
      bytes.copyBytes(to: new, count: bytes.count)
      copies.addresses[bytes] = new
      return Address(pointer: new)
    }.pointer
  }

  /// Carries a pointer out of the lock: the memory that it points to never changes.
  private struct Address: @unchecked Sendable {
    let pointer: UnsafePointer<UInt8>

    init(pointer: UnsafeMutablePointer<UInt8>) {
      self.pointer = UnsafePointer(pointer)
    }
  }
}
