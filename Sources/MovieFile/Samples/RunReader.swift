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
