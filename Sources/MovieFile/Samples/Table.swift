/// A table in a box: entries of equal size, left in the file until they are needed.
struct Table: Sendable {
  let box: Box
  /// The file's byte at which the first entry starts.
  let offset: Int64
  /// Bytes of an entry.
  let stride: Int64
  let count: Int

  /// - Throws: `malformed` if the box is too small for as many entries as it says.
  init(_ box: Box, offset: Int64, stride: Int64, count: UInt32) throws(MovieError) {
    guard Int64(count) <= (box.end - offset) / stride else {
      throw .malformed(
        "'\(box.type.text)' says that it holds \(count) entries of \(stride) bytes; it has \(box.end - offset) bytes",
        in: box, at: offset)
    }
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
  let table: Table
  private let window: ByteWindow

  /// - Parameter source: Whose bytes the table is in.
  init(_ table: Table, source: any ByteSource, readAhead: Int) {
    self.table = table
    // A small table fits as a whole.
    let size = min(Int64(readAhead), Int64(table.count) * table.stride)
    window = ByteWindow(source, capacity: Int(max(size, 64)))
  }

  var count: Int { table.count }

  /// 32 bits of an entry, from a byte of it on; the entry must exist.
  func u32(_ entry: Int, at byte: Int64 = 0) throws(MovieError) -> UInt32 {
    try window.u32(at: table.offset + Int64(entry) * table.stride + byte)
  }

  func u64(_ entry: Int) throws(MovieError) -> UInt64 {
    try window.u64(at: table.offset + Int64(entry) * table.stride)
  }

  func u16(_ entry: Int) throws(MovieError) -> UInt16 {
    try window.u16(at: table.offset + Int64(entry) * table.stride)
  }

  func u8(_ entry: Int) throws(MovieError) -> UInt8 {
    try window.u8(at: table.offset + Int64(entry) * table.stride)
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

  private let reader: TableReader
  /// Zero for samples after the last entry, except where the last value goes on.
  private let continues: Bool
  private(set) var position: Position
  private(set) var value: UInt32 = 0

  /// - Parameter continues: Whether the last entry's value holds for all samples after it; otherwise 0 does.
  init(_ table: Table, source: any ByteSource, readAhead: Int, continues: Bool, at position: Position)
    throws(MovieError)
  {
    reader = TableReader(table, source: source, readAhead: readAhead)
    self.continues = continues
    self.position = position
    if position.remaining > 0, position.entry > 0 { value = try reader.u32(Int(position.entry) - 1, at: 4) }
    if position.remaining == 0, continues, Int(position.entry) == reader.count, reader.count > 0 {
      value = try reader.u32(reader.count - 1, at: 4)
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
      value = try reader.u32(Int(position.entry), at: 4)
      position.entry += 1
    }
    return Int(position.remaining)
  }

  /// Moves on by samples, at most as many as `run()` said.
  mutating func advance(_ count: Int) {
    if position.remaining > 0 { position.remaining -= UInt32(count) }
  }
}
