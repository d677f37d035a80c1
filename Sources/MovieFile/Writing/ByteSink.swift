/// A destination of a movie's bytes, which are appended.
///
/// Belongs to one writer at a time.
public protocol ByteSink: AnyObject {
  /// Appends bytes.
  ///
  /// - Throws: `unwritable` with the system's error.
  func append(_ bytes: UnsafeRawBufferPointer) throws(MovieError)

  /// Appends bytes of a source; a sink may copy them without reading them into memory.
  func append(_ range: Range<Int64>, of source: any ByteSource) throws(MovieError)

  /// Marks the appended bytes as readable if nothing follows: the movie, or its last fragment, is complete.
  ///
  /// A sink that buffers bytes writes them.
  func commit() throws(MovieError)
}

/// A sink whose written bytes can be changed.
public protocol RandomAccessByteSink: ByteSink {
  /// Overwrites existing bytes.
  func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) throws(MovieError)

  /// Inserts bytes: the bytes from an offset on move towards the end.
  ///
  /// The inserted bytes are undefined; those before `offset` stay as they are.
  ///
  /// - Returns: The number of inserted bytes: at least `count`.
  func insert(_ count: Int64, at offset: Int64) throws(MovieError) -> Int64

  /// Removes the last bytes.
  ///
  /// - Parameter count: At most the number of appended bytes.
  func removeLast(_ count: Int64) throws(MovieError)
}

extension ByteSink {
  public func commit() {}

  public func append(_ range: Range<Int64>, of source: any ByteSource) throws(MovieError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let count = Int(min(range.upperBound - position, 1 << 20))
      let bytes = try source.bytes(at: position, count: count)
      try append(bytes)
      position += Int64(count)
    }
  }

  public func append(_ bytes: [UInt8]) throws(MovieError) {
    let result: Result<Void, MovieError> = bytes.withUnsafeBytes { bytes in
      do throws(MovieError) {
        return .success(try append(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  func append(_ boxes: BoxWriter) throws(MovieError) {
    try boxes.forEachPiece { piece throws(MovieError) in try append(piece) }
  }
}

extension RandomAccessByteSink {
  public func removeLast(_ count: Int64) throws(MovieError) {
    throw MovieError(.unwritable, "what was written stays")
  }

  func overwrite(at offset: Int64, with bytes: [UInt8]) throws(MovieError) {
    var writer = BoxWriter()
    writer.append(bytes)
    try overwrite(at: offset, with: writer)
  }

  func overwrite(at offset: Int64, with boxes: BoxWriter) throws(MovieError) {
    var offset = offset
    try boxes.forEachPiece { piece throws(MovieError) in
      try overwrite(at: offset, with: piece)
      offset += Int64(piece.count)
    }
  }
}

/// A sink that only counts the bytes.
public final class CountingByteSink: RandomAccessByteSink {
  /// The number of bytes.
  public private(set) var count: Int64 = 0

  public init() {}

  public func append(_ bytes: UnsafeRawBufferPointer) { count += Int64(bytes.count) }
  public func append(_ range: Range<Int64>, of source: any ByteSource) { count += range.upperBound - range.lowerBound }
  public func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) {}

  public func insert(_ count: Int64, at offset: Int64) -> Int64 {
    self.count += count
    return count
  }

  public func removeLast(_ count: Int64) { self.count -= count }
}

/// A sink in memory.
public final class MemoryByteSink: RandomAccessByteSink {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  public func overwrite(at offset: Int64, with new: UnsafeRawBufferPointer) {
    bytes.replaceSubrange(Int(offset)..<Int(offset) + new.count, with: new)
  }

  public func insert(_ count: Int64, at offset: Int64) -> Int64 {
    bytes.insert(contentsOf: repeatElement(0, count: Int(count)), at: Int(offset))
    return count
  }

  public func removeLast(_ count: Int64) { bytes.removeLast(Int(count)) }
}
