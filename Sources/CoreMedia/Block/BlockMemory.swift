import CoreGraphics
import Synchronization

/// A piece of memory that block buffers share: allocated when it is first needed, freed with its last user.
final class BlockMemory: Sendable {
  typealias Allocate = @Sendable (Int) -> UnsafeMutableRawPointer?
  typealias Release = @Sendable (UnsafeMutableRawPointer, Int) -> Void

  let length: Int
  private let allocate: Allocate
  private let release: Release
  /// The source of the bytes that come with the memory when its address is first asked for; nil if there is none.
  private let deferred: (any DeferredBytes)?
  /// The address as a number; 0 before there is memory.
  private let location: Mutex<UInt>

  /// Memory that exists already, or none yet.
  init(
    address: UnsafeMutableRawPointer?, length: Int, deferred: (any DeferredBytes)? = nil, allocate: @escaping Allocate,
    release: @escaping Release
  ) {
    self.length = length
    self.deferred = deferred
    self.allocate = allocate
    self.release = release
    location = Mutex(UInt(bitPattern: address))
  }

  /// Memory of an allocator; `address` as `CFAllocatorAllocate` gave it, or nil to allocate later.
  convenience init(address: UnsafeMutableRawPointer?, length: Int, allocator: CFAllocator?) {
    self.init(
      address: address, length: length, allocate: { CFAllocatorAllocate(allocator, $0, 0) },
      release: { address, _ in CFAllocatorDeallocate(allocator, address) })
  }

  deinit {
    if let address = UnsafeMutableRawPointer(bitPattern: location.withLock { $0 }) { release(address, length) }
  }

  /// The address, if memory has been allocated, or can be filled now.
  var address: UnsafeMutableRawPointer? {
    deferred == nil ? UnsafeMutableRawPointer(bitPattern: location.withLock { $0 }) : assured()
  }

  /// The source of bytes that were not asked for yet.
  var unread: (any DeferredBytes)? { location.withLock { $0 } == 0 ? deferred : nil }

  /// The address, allocated now if it was not; nil if there is no memory.
  func assured() -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(
      bitPattern: location.withLock { location in
        if location == 0 { location = UInt(bitPattern: allocate(length)) }
        return location
      })
  }
}
