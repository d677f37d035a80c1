import Synchronization

@testable import MovieFile

/// A large file of which only some bytes are stored: all others are zeros. Counts what is read.
final class SparseFile: ByteSource {
  private let pieces: [(offset: Int64, bytes: [UInt8])]
  let size: Int64
  let name: String? = nil
  private let total = Mutex((reads: 0, bytes: 0))

  /// The reads and bytes so far.
  var traffic: (reads: Int, bytes: Int) { total.withLock { $0 } }

  init(_ parts: [Part]) {
    var (pieces, size): ([(Int64, [UInt8])], Int64) = ([], 0)
    for part in parts {
      switch part {
      case .bytes(let bytes):
        pieces.append((size, bytes))
        size += Int64(bytes.count)
      case .zeros(let count): size += Int64(count)
      }
    }
    (self.pieces, self.size) = (pieces.map { (offset: $0, bytes: $1) }, size)
  }

  enum Part {
    case bytes([UInt8])
    case zeros(Int)

    var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .zeros(let count): count
      }
    }
  }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    total.withLock { $0 = ($0.reads + 1, $0.bytes + buffer.count) }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    let end = offset + Int64(buffer.count)
    var index = max(pieces.partitioningIndex { $0.offset > offset } - 1, 0)
    while index < pieces.count, pieces[index].offset < end {
      let piece = pieces[index]
      let first = max(piece.offset, offset)
      let last = min(piece.offset + Int64(piece.bytes.count), end)
      if first < last {
        for position in first..<last { buffer[Int(position - offset)] = piece.bytes[Int(position - piece.offset)] }
      }
      index += 1
    }
  }
}
