/// Bytes that are read when they are first needed, such as those of a sample that stays in its file.
///
/// May be read on any thread, several times.
package protocol DeferredBytes: AnyObject, Sendable {
  /// The number of bytes, 1 or more.
  var count: Int { get }
  /// Reads all of them into memory of that size.
  func read(into bytes: UnsafeMutableRawBufferPointer) throws
}

extension CMBlockBuffer {
  /// Creates a buffer of bytes that are read when the program first looks at them; if they cannot be read then, its calls throw
  /// `blockAllocationFailed` or `unallocatedBlock`.
  package convenience init(deferred: any DeferredBytes) {
    self.init(segments: [.init(memory: BlockMemory(deferred), offset: 0, length: deferred.count)])
  }

  /// Creates a buffer with bytes of its own, which are read now.
  package convenience init(reading deferred: any DeferredBytes) throws {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: deferred.count, alignment: 16)
    do {
      try deferred.read(into: bytes)
    } catch {
      bytes.deallocate()
      throw error
    }
    try self.init(buffer: bytes, deallocator: { address, _ in address.deallocate() })
  }

  /// The source of all of the bytes, as long as none of them has been looked at; nil for bytes in memory.
  package var deferredBytes: (any DeferredBytes)? {
    let segments = segments
    guard segments.count == 1, let deferred = segments[0].memory.unread, segments[0].length == deferred.count else {
      return nil
    }
    return deferred
  }
}

extension BlockMemory {
  /// Memory that is filled when its address is asked for.
  fileprivate convenience init(_ deferred: any DeferredBytes) {
    self.init(
      address: nil, length: deferred.count, deferred: deferred,
      allocate: { count in
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        do {
          try deferred.read(into: bytes)
        } catch {
          bytes.deallocate()
          return nil
        }
        return bytes.baseAddress
      }, release: { address, _ in address.deallocate() })
  }
}
