import Foundation

/// A source of memory, chosen by the caller of a create function.
///
/// Objects themselves are always allocated by Swift; an allocator matters where an interface takes or gives raw
/// memory, such as the block of a media sample.
public final class CFAllocator: Sendable {
  private let allocates: Bool

  fileprivate init(allocates: Bool) {
    self.allocates = allocates
  }

  /// Uninitialised memory of at least `size` bytes, or nil if there is none or this allocator never gives any.
  fileprivate func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    allocates && size > 0 ? malloc(size) : nil
  }

  /// Frees memory that came from `allocate` or `malloc`; an allocator that gives no memory leaves it alone.
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
/// Gives no memory and frees none: for memory that stays the caller's.
public let kCFAllocatorNull: CFAllocator! = CFAllocator(allocates: false)

/// Uninitialised memory of `size` bytes; nil for the null allocator, for a size below one, or when memory is short.
public func CFAllocatorAllocate(
  _ allocator: CFAllocator!, _ size: CFIndex, _ hint: CFOptionFlags
) -> UnsafeMutableRawPointer! {
  (allocator ?? mallocAllocator).allocate(size)
}

/// Frees memory that the same allocator gave; nil is ignored.
public func CFAllocatorDeallocate(_ allocator: CFAllocator!, _ ptr: UnsafeMutableRawPointer!) {
  guard let ptr else { return }
  (allocator ?? mallocAllocator).deallocate(ptr)
}
