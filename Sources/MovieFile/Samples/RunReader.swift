/// Walks a run-length table: entries of a count and a value.
struct RunReader {
  /// The state of a walk.
  struct Position: Sendable {
    /// The index of the next entry.
    var entry: Int32 = 0
    /// The number of samples left of the previous entry.
    var remaining: UInt32 = 0
  }

  private var reader: TableReader
  /// False if samples after the last entry have the value 0, true if the last value continues.
  private let continues: Bool
  private(set) var position: Position
  private(set) var value: UInt32 = 0

  /// - Parameter continues: True if the last entry's value applies to all samples after it; otherwise 0 does.
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

  /// Returns the number of samples from here on that have `value`.
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

  /// Advances by samples, at most as many as `run()` returned.
  mutating func advance(_ count: Int) {
    if position.remaining > 0 { position.remaining -= UInt32(count) }
  }
}
