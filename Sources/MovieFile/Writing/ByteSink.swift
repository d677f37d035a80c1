/// Where a movie is written: bytes that follow each other.
///
/// Belongs to one writer at a time.
public protocol ByteSink: AnyObject {
  /// Adds bytes at the end.
  ///
  /// - Throws: `unwritable` with the system's word for it.
  func append(_ bytes: UnsafeRawBufferPointer) throws(MovieError)

  /// Adds bytes of a source at the end; a sink that knows a quicker way than through memory takes it.
  func append(_ range: Range<Int64>, of source: any ByteSource) throws(MovieError)

  /// Says that what was appended can be read as it is, if nothing follows: the movie is complete, or its last fragment is.
  ///
  /// A sink that keeps bytes back hands them on.
  func commit() throws(MovieError)
}

/// A sink in which bytes that are there can be changed.
public protocol RandomAccessByteSink: ByteSink {
  /// Writes bytes over others that are there.
  func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) throws(MovieError)

  /// Makes room: what is at a byte and behind it moves towards the end.
  ///
  /// What the new bytes are is not said; those before `offset` stay what they are.
  /// - Returns: How much room there is: at least `count` bytes.
  func insert(_ count: Int64, at offset: Int64) throws(MovieError) -> Int64
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

/// A sink that only counts.
public final class CountingByteSink: RandomAccessByteSink {
  /// How many bytes there are.
  public private(set) var count: Int64 = 0

  public init() {}

  public func append(_ bytes: UnsafeRawBufferPointer) { count += Int64(bytes.count) }
  public func append(_ range: Range<Int64>, of source: any ByteSource) { count += range.upperBound - range.lowerBound }
  public func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) {}

  public func insert(_ count: Int64, at offset: Int64) -> Int64 {
    self.count += count
    return count
  }
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
}
