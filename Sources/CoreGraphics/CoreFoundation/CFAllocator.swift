import Foundation

/// A source of memory, chosen by the caller of a create function.
///
/// Swift always allocates objects themselves; an allocator matters for interfaces that take or return raw memory, such
/// as the block of a media sample.
public final class CFAllocator: Sendable {
  private let allocates: Bool

  fileprivate init(allocates: Bool) {
    self.allocates = allocates
  }

  /// Returns uninitialised memory of at least `size` bytes, or nil if there is none or this allocator never allocates.
  fileprivate func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    allocates && size > 0 ? malloc(size) : nil
  }

  /// Frees memory from `allocate` or `malloc`; an allocator that never allocates does nothing.
  fileprivate func deallocate(_ pointer: UnsafeMutableRawPointer) {
    if allocates { free(pointer) }
  }
}

private let mallocAllocator = CFAllocator(allocates: true)

/// Stands for the current default allocator.
public let kCFAllocatorDefault: CFAllocator! = nil
/// The allocator of the system: `malloc` and `free`.
public let kCFAllocatorSystemDefault: CFAllocator! = mallocAllocator
/// Memory from `malloc` and `free`.
public let kCFAllocatorMalloc: CFAllocator! = mallocAllocator
/// Allocates and frees no memory: for memory that stays the caller's.
public let kCFAllocatorNull: CFAllocator! = CFAllocator(allocates: false)

/// Returns the allocator that nil stands for.
public func CFAllocatorGetDefault() -> Unmanaged<CFAllocator>! {
  // Programs take it as retained or as unretained; on Apple's systems, releases have no effect on it.
  Unmanaged.passRetained(mallocAllocator)
}

/// Returns uninitialised memory of `size` bytes; nil for the null allocator, for a size below one, or when memory is
/// short.
public func CFAllocatorAllocate(
  _ allocator: CFAllocator!, _ size: CFIndex, _ hint: CFOptionFlags
) -> UnsafeMutableRawPointer! {
  (allocator ?? mallocAllocator).allocate(size)
}

/// Frees memory of the same allocator; nil is ignored.
public func CFAllocatorDeallocate(_ allocator: CFAllocator!, _ ptr: UnsafeMutableRawPointer!) {
  guard let ptr else { return }
  (allocator ?? mallocAllocator).deallocate(ptr)
}
