/// The pieces of a new file: bytes, and ranges of another file.
struct FilePieces {
  enum Piece {
    case bytes([UInt8])
    case original(Range<Int64>)
  }

  private(set) var pieces: [Piece] = []
  /// The total size in bytes.
  private(set) var size: Int64 = 0

  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    size += Int64(bytes.count)
    if case .bytes(let before)? = pieces.last, before.count + bytes.count < 1 << 16 {
      pieces[pieces.count - 1] = .bytes(before + bytes)
    } else {
      pieces.append(.bytes(bytes))
    }
  }

  mutating func append(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    size += range.upperBound - range.lowerBound
    if case .original(let before)? = pieces.last, before.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .original(before.lowerBound..<range.upperBound)
    } else {
      pieces.append(.original(range))
    }
  }

  mutating func append(_ other: FilePieces) {
    for piece in other.pieces {
      switch piece {
      case .bytes(let bytes): append(bytes)
      case .original(let range): append(range)
      }
    }
  }

  /// Appends the header of a box; a box of 4 GB or more gets a 64-bit size.
  mutating func appendHeader(_ type: BoxType, size: Int64) {
    var writer = BoxWriter()
    writer.u32(UInt32(exactly: size) ?? 1)
    writer.boxType(type)
    if size > Int64(UInt32.max) { writer.i64(size) }
    append(writer.contents)
  }

  /// Appends free space: at least the eight bytes of its header.
  mutating func appendFree(_ size: Int64) {
    appendHeader("free", size: size)
    var rest = size - (size > Int64(UInt32.max) ? 16 : 8)
    while rest > 0 {
      let count = min(rest, 1 << 20)
      append([UInt8](repeating: 0, count: Int(count)))
      rest -= count
    }
  }

  /// Returns all bytes, in memory.
  func bytes(of source: any ByteSource) throws(MovieError) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(Int(size))
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): all += bytes
      case .original(let range):
        all += try source.bytes(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
      }
    }
    return all
  }

  func write(to sink: any ByteSink, source: any ByteSource) throws(MovieError) {
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try sink.append(bytes)
      case .original(let range): try sink.append(range, of: source)
      }
    }
  }
}
