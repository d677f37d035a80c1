/// A table in a box: entries of equal size, left in the file until they are needed.
struct Table: Sendable {
  let box: Box
  /// The file's byte at which the first entry starts.
  let offset: Int64
  /// Bytes of an entry.
  let stride: Int64
  let count: Int

  /// - Throws: `malformed` if the box is too small for as many entries as it says; `excessive` if there are more than
  ///   300 hours of video need: a file may be large and hold nothing.
  init(_ box: Box, offset: Int64, stride: Int64, count: UInt32) throws(MovieError) {
    guard Int64(count) <= (box.end - offset) / stride else {
      throw .malformed(
        "'\(box.type.text)' says that it holds \(count) entries of \(stride) bytes; it has \(box.end - offset) bytes",
        in: box, at: offset)
    }
    guard count <= 1 << 26 else { throw .excessive("'\(box.type.text)' holds \(count) entries", in: box, at: offset) }
    self.box = box
    self.offset = offset
    self.stride = stride
    self.count = Int(count)
  }

  /// A table after version, flags and a count of 32 bits.
  init(_ box: Box, stride: Int64, window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    let count = try reader.u32()
    try self.init(box, offset: reader.position, stride: stride, count: count)
  }
}

/// Reads a table's entries in any order; reading in order is cheap.
struct TableReader {
  /// The number of entries; 0 without a table.
  let count: Int
  private let offset: Int64
  private let stride: Int64
  private let source: any ByteSource
  private let readAhead: Int
  /// 32-bit words of the table that were read together, and the place of the first of them.
  private var words: [UInt32] = []
  private var firstWord = 0

  /// - Parameters:
  ///   - table: Nil stands for a table without entries.
  ///   - source: Whose bytes the table is in.
  ///   - readAhead: Bytes to read at once.
  init(_ table: Table?, source: any ByteSource, readAhead: Int) {
    count = table?.count ?? 0
    offset = table?.offset ?? 0
    stride = table?.stride ?? 4
    self.source = source
    self.readAhead = readAhead
  }

  /// 32 bits of an entry whose size is a multiple of them, from its `part`th word on; the entry must exist.
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

  /// Reads words from one on; those that the table ends inside of are filled up with zeros.
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

/// Walks a run-length table: entries of a count and a value.
struct RunReader {
  /// Where a walk is.
  struct Position: Sendable {
    /// The entry to read next.
    var entry: Int32 = 0
    /// Samples that the entry before it still has.
    var remaining: UInt32 = 0
  }

  private var reader: TableReader
  /// Zero for samples after the last entry, except where the last value goes on.
  private let continues: Bool
  private(set) var position: Position
  private(set) var value: UInt32 = 0

  /// - Parameter continues: Whether the last entry's value holds for all samples after it; otherwise 0 does.
  init(
    _ table: Table?, source: any ByteSource, readAhead: Int, continues: Bool, at position: Position
  ) throws(MovieError) {
    reader = TableReader(table, source: source, readAhead: readAhead)
    self.continues = continues
    self.position = position
    if position.remaining > 0, position.entry > 0 { value = try reader.u32(Int(position.entry) - 1, part: 1) }
    if position.remaining == 0, continues, Int(position.entry) == reader.count, reader.count > 0 {
      value = try reader.u32(reader.count - 1, part: 1)
    }
  }

  /// How many samples from here on have `value`.
  mutating func run() throws(MovieError) -> Int {
    while position.remaining == 0 {
      guard Int(position.entry) < reader.count else {
        if !continues { value = 0 }
        return .max
      }
      position.remaining = try reader.u32(Int(position.entry))
      value = try reader.u32(Int(position.entry), part: 1)
      position.entry += 1
    }
    return Int(position.remaining)
  }

  /// Moves on by samples, at most as many as `run()` said.
  mutating func advance(_ count: Int) {
    if position.remaining > 0 { position.remaining -= UInt32(count) }
  }
}
