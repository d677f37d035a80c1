/// A table of runs: the number of consecutive samples of a value, and the value.
struct RunTable {
  private(set) var words = WordTable()
  private var count: UInt32 = 0
  private var value: UInt32 = 0

  /// The number of runs.
  var runCount: Int { words.count / 2 + (count > 0 ? 1 : 0) }

  /// Adds samples of a value.
  mutating func append(_ value: UInt32, count: Int = 1) {
    var rest = count
    while rest > 0 {
      if value != self.value || self.count == .max { endRun() }
      self.value = value
      let step = min(rest, Int(UInt32.max - self.count))
      self.count += UInt32(step)
      rest -= step
    }
  }

  private mutating func endRun() {
    guard count > 0 else { return }
    words.append(count)
    words.append(value)
    count = 0
  }

  /// Ends the last run; more runs may follow.
  mutating func finish() { endRun() }

  /// Adds a number to all values.
  mutating func shift(by number: Int64) {
    for index in stride(from: 1, to: words.count, by: 2) {
      words[index] = UInt32(truncatingIfNeeded: Int64(Int32(bitPattern: words[index])) + number)
    }
    if count > 0 { value = UInt32(truncatingIfNeeded: Int64(Int32(bitPattern: value)) + number) }
  }
}
