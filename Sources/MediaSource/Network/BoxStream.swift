import MovieFile

/// The boxes of a movie from a pipe, in order, each available before its contents.
package struct BoxStream: Sendable {
  package let pipe: PipeReader
  /// The bytes that were read and not consumed.
  package private(set) var bytes: [UInt8]
  /// The position of the next byte in the movie.
  package private(set) var position: Int64 = 0

  /// - Parameter bytes: The bytes already read of the pipe.
  package init(_ pipe: PipeReader, _ bytes: [UInt8]) { (self.pipe, self.bytes) = (pipe, bytes) }

  /// Returns the type and the size of the next box; a nil size extends to the end; nil after the last box. Blocks.
  ///
  /// - Throws: `MovieError` if the pipe ends inside of the header, or that is invalid.
  package mutating func next() throws -> (type: BoxType, size: Int64?)? {
    guard try fill(8) else {
      // Writers leave a few bytes at the end.
      return nil
    }
    let type = BoxType(rawValue: UInt32(truncatingIfNeeded: number(at: 4, count: 4)))
    switch number(at: 0, count: 4) {
    case 0: return (type, nil)
    case 1:
      guard try fill(16), let size = Int64(exactly: number(at: 8, count: 8)), size >= 16, size < 1 << 62 else {
        throw problem(.malformed, "box '\(type.text)' has no size")
      }
      return (type, size)
    case let size:
      guard size >= 8 else { throw problem(.malformed, "box '\(type.text)' says that it has \(size) bytes") }
      return (type, Int64(size))
    }
  }

  /// Moves a box from the pipe to a spool. Blocks until all of it has arrived.
  ///
  /// - Parameter size: The size; nil for everything to the end.
  /// - Throws: `MovieError` if the pipe ends before.
  package mutating func move(_ type: BoxType, _ size: Int64?, to spool: SampleSpool) throws {
    var left = size ?? .max
    while left > 0 {
      guard try fill(1) else {
        if size == nil { return }
        throw problem(.truncated, "it is cut off inside '\(type.text)', \(left) bytes before its end")
      }
      let count = Int(min(left, Int64(bytes.count)))
      try bytes.withUnsafeBytes { bytes in _ = try spool.append(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
      pipe.reception.note(count)
      bytes.removeFirst(count)
      position += Int64(count)
      left -= Int64(count)
    }
  }

  /// Moves everything to the end.
  package mutating func moveAll(to spool: SampleSpool) throws { try move("free", nil, to: spool) }

  /// Returns true if so many bytes are available; waits for them.
  private mutating func fill(_ count: Int) throws -> Bool {
    while bytes.count < count {
      let more = try pipe.read()
      if more.isEmpty { return false }
      bytes += more
    }
    return true
  }

  private func number(at offset: Int, count: Int) -> UInt64 {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func problem(_ code: MovieError.Code, _ message: String) -> MovieError {
    MovieError(code, message, offset: position, file: pipe.path)
  }
}
