/// Reads a table's entries in any order; reading in order is cheap.
struct TableReader {
  /// The number of entries; 0 without a table.
  let count: Int
  private let offset: Int64
  private let stride: Int64
  private let source: any ByteSource
  private let readAhead: Int
  /// The 32-bit words of the table that were read together, and the index of the first.
  private var words: [UInt32] = []
  private var firstWord = 0

  /// - Parameters:
  ///   - table: The table; nil is one without entries.
  ///   - source: The source of the table's bytes.
  ///   - readAhead: The number of bytes to read at once.
  init(_ table: Table?, source: any ByteSource, readAhead: Int) {
    count = table?.count ?? 0
    offset = table?.offset ?? 0
    stride = table?.stride ?? 4
    self.source = source
    self.readAhead = readAhead
  }

  /// Reads 32 bits of an entry whose size is a multiple of them, at its word `part`; the entry must exist.
  mutating func u32(_ entry: Int, part: Int = 0) throws(MovieError) -> UInt32 {
    try word(entry &* Int(stride) / 4 &+ part)
  }

  mutating func u64(_ entry: Int) throws(MovieError) -> UInt64 {
    UInt64(try u32(entry)) << 32 | UInt64(try u32(entry, part: 1))
  }

  mutating func u16(_ entry: Int) throws(MovieError) -> UInt16 {
    UInt16(truncatingIfNeeded: try word(entry / 2) >> (entry % 2 == 0 ? 16 : 0))
  }

  mutating func u8(_ entry: Int) throws(MovieError) -> UInt8 {
    UInt8(truncatingIfNeeded: try word(entry / 4) >> UInt32(24 - 8 * (entry % 4)))
  }

  private mutating func word(_ index: Int) throws(MovieError) -> UInt32 {
    let place = index &- firstWord
    if place >= 0, place < words.count { return words[place] }
    try load(index)
    return words[0]
  }

  /// Reads words from an index on; a partial word at the table's end is padded with zeros.
  private mutating func load(_ index: Int) throws(MovieError) {
    let start = offset + Int64(index) * 4
    let end = offset + Int64(count) * stride
    var bytes = try source.bytes(at: start, count: Int(min(Int64(max(readAhead, 4)), end - start)))
    while bytes.count % 4 != 0 { bytes.append(0) }
    words = bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) }
    }
    firstWord = index
  }
}
