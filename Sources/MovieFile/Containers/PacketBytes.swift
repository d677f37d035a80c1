/// The bytes of a packet where they are: ranges of the file, and bytes that the file leaves out, in order.
///
/// Containers strip headers, cut packets into pieces, and put start codes where decoders want lengths: pieces of both
/// kinds put the packet together without a copy of the file.
package struct PacketBytes: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    /// A range of the file; not empty.
    case stored(Range<Int64>)
    /// Bytes that are not in the file at this place; not empty.
    case made([UInt8])

    fileprivate var count: Int {
      switch self {
      case .stored(let range): range.count
      case .made(let bytes): bytes.count
      }
    }
  }

  package private(set) var pieces: [Piece] = []
  /// The number of bytes of the packet.
  package private(set) var count = 0

  /// Creates a packet without bytes.
  package init() {}

  /// Creates a packet of one range of the file, after bytes that the container has stripped.
  package init(prefix: [UInt8] = [], _ range: Range<Int64>) {
    append(prefix)
    append(range)
  }

  /// Adds a range of the file; one that continues the last range extends it.
  package mutating func append(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    count += range.count
    if case .stored(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .stored(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.stored(range))
    }
  }

  /// Adds bytes that are not in the file at this place.
  package mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    count += bytes.count
    pieces.append(.made(bytes))
  }

  /// Returns the packet without its first bytes.
  package func dropFirst(_ count: Int) -> PacketBytes {
    var (rest, left) = (PacketBytes(), count)
    for piece in pieces {
      switch piece {
      case .stored(let range): rest.append(range.lowerBound + Int64(min(left, range.count))..<range.upperBound)
      case .made(let bytes): rest.append(Array(bytes.dropFirst(left)))
      }
      left = max(0, left - piece.count)
    }
    return rest
  }

  /// The offset behind all stored bytes in the file; 0 if none is stored.
  var end: Int64 {
    pieces.reduce(0) { end, piece in if case .stored(let range) = piece { max(end, range.upperBound) } else { end } }
  }

  /// The offset of the first stored byte in the file; nil if none is stored.
  package var offset: Int64? {
    for case .stored(let range) in pieces { return range.lowerBound }
    return nil
  }
}

extension PacketBytes {
  /// Reads the packet, or its first bytes.
  ///
  /// - Parameter limit: The largest number of bytes to read.
  /// - Throws: Read errors of the source.
  package func read(from source: any ByteSource, limit: Int = .max) throws(MovieError) -> [UInt8] {
    if pieces.count == 1, case .stored(let range) = pieces[0] {
      return try source.bytes(at: range.lowerBound, count: min(range.count, limit))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, limit, Int(clamping: source.size)))
    for piece in pieces where bytes.count < limit {
      switch piece {
      case .made(let made): bytes += made.prefix(limit - bytes.count)
      case .stored(let range):
        bytes += try source.bytes(at: range.lowerBound, count: min(range.count, limit - bytes.count))
      }
    }
    return bytes
  }

  /// Reads the first bytes of a packet through a window that follows the walk.
  ///
  /// - Throws: Read errors of the source.
  func read(from window: ByteWindow, limit: Int) throws(MovieError) -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces where bytes.count < limit {
      switch piece {
      case .made(let made): bytes += made.prefix(limit - bytes.count)
      case .stored(let range):
        bytes += try window.bytes(at: range.lowerBound, count: min(range.count, limit - bytes.count))
      }
    }
    return bytes
  }

  /// Reads the packet into memory that holds `count` bytes.
  ///
  /// - Throws: Read errors of the source.
  package func read(from source: any ByteSource, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    precondition(buffer.count == count)
    var position = 0
    for piece in pieces {
      switch piece {
      case .made(let made):
        UnsafeMutableRawBufferPointer(rebasing: buffer[position..<position + made.count]).copyBytes(from: made)
        position += made.count
      case .stored(let range):
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[position..<position + range.count])
        try source.read(at: range.lowerBound, into: part)
        position += range.count
      }
    }
  }
}
