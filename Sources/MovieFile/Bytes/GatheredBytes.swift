/// Bytes that are gathered to be written together. Belongs to one thread at a time.
package final class GatheredBytes {
  package let capacity: Int
  package private(set) var count = 0
  /// Allocated on first use.
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  package init(capacity: Int) { self.capacity = capacity }
  deinit { memory.deallocate() }

  /// The number of bytes for which there is room.
  package var room: Int { capacity - count }
  /// The bytes, up to the next change.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Appends bytes for which there is room.
  package func append(_ bytes: UnsafeRawBufferPointer) { append(bytes.count) { $0.copyMemory(from: bytes) } }

  /// Appends bytes, for which there is room, that a body writes; none if it fails.
  package func append<E: Error>(
    _ more: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    precondition(more <= room, "more bytes are gathered than there is room for")
    // Whole pages are copied faster.
    if memory.baseAddress == nil { memory = .allocate(byteCount: capacity, alignment: 4096) }
    try body(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + more]))
    count += more
  }

  package func removeAll() { count = 0 }
}
