import Foundation

/// A block of memory for pixels, aligned, and zero when new.
///
/// The address stays; the pixels are for their users to synchronise.
final class PixelMemory: Sendable {
  nonisolated(unsafe) let bytes: UnsafeMutableRawPointer
  let byteCount: Int
  private nonisolated(unsafe) let allocation: UnsafeMutableRawPointer
  /// Called with the block when its buffer is released; nil frees it.
  private let recycle: (@Sendable (RecycledMemory) -> Void)?

  /// Room after the last byte for readers that load whole vectors.
  private static let slack = 64

  /// Allocates a block; nil if memory is short. `alignment` is a power of two.
  convenience init?(byteCount: Int, alignment: Int, recycle: (@Sendable (RecycledMemory) -> Void)? = nil) {
    guard let size = sum(byteCount, alignment, Self.slack), let allocation = calloc(1, size) else { return nil }
    let address = UInt(bitPattern: allocation)
    let aligned = (address + UInt(alignment) - 1) & ~(UInt(alignment) - 1)
    self.init(
      RecycledMemory(allocation: allocation, bytes: allocation + Int(aligned - address), byteCount: byteCount),
      recycle: recycle)
  }

  /// Takes over a block from a pool.
  init(_ block: RecycledMemory, recycle: (@Sendable (RecycledMemory) -> Void)?) {
    allocation = block.allocation
    bytes = block.bytes
    byteCount = block.byteCount
    self.recycle = recycle
  }

  deinit {
    let block = RecycledMemory(allocation: allocation, bytes: bytes, byteCount: byteCount)
    if let recycle { recycle(block) } else { block.free() }
  }
}

/// A block between two uses; its owner must free or reuse it.
struct RecycledMemory: Sendable {
  nonisolated(unsafe) let allocation: UnsafeMutableRawPointer
  nonisolated(unsafe) let bytes: UnsafeMutableRawPointer
  let byteCount: Int

  func free() {
    Foundation.free(allocation)
  }
}
