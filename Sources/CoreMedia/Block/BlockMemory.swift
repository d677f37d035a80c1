import CoreGraphics
import Synchronization

/// A piece of memory that block buffers share: allocated when it is first needed, freed with its last user.
final class BlockMemory: Sendable {
  typealias Allocate = @Sendable (Int) -> UnsafeMutableRawPointer?
  typealias Release = @Sendable (UnsafeMutableRawPointer, Int) -> Void

  private struct State: @unchecked Sendable {
    var address: UnsafeMutableRawPointer?
  }

  let length: Int
  private let allocate: Allocate
  private let release: Release
  private let state: Mutex<State>

  /// Memory that exists already, or none yet.
  init(address: UnsafeMutableRawPointer?, length: Int, allocate: @escaping Allocate, release: @escaping Release) {
    self.length = length
    self.allocate = allocate
    self.release = release
    state = Mutex(State(address: address))
  }

  /// Memory of an allocator; `address` as `CFAllocatorAllocate` gave it, or nil to allocate later.
  convenience init(address: UnsafeMutableRawPointer?, length: Int, allocator: CFAllocator?) {
    self.init(
      address: address, length: length, allocate: { CFAllocatorAllocate(allocator, $0, 0) },
      release: { address, _ in CFAllocatorDeallocate(allocator, address) })
  }

  deinit {
    if let address = state.withLock({ $0.address }) { release(address, length) }
  }

  /// The address, if memory has been allocated.
  var address: UnsafeMutableRawPointer? { state.withLock { $0.address } }

  /// The address, allocated now if it was not; nil if there is no memory.
  func assured() -> UnsafeMutableRawPointer? {
    state.withLock { state in
      if state.address == nil { state.address = allocate(length) }
      return state.address
    }
  }
}
