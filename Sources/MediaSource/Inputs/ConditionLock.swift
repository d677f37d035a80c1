/// A value behind a lock that threads can wait on until it has become what they want.
package final class ConditionLock<Value>: Sendable {
  private let condition = MonotonicCondition()
  /// Used under the condition's lock only.
  private nonisolated(unsafe) var value: Value

  package init(_ value: Value) { self.value = value }

  /// Reads the value, and wakes no thread.
  package func read<Result>(_ body: (borrowing Value) -> Result) -> Result {
    condition.withLock { body(value) }
  }

  /// Reads or changes the value, and wakes those who wait.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    // Woken before, threads would find the lock taken, and wait once more.
    defer { condition.broadcast() }
    return condition.withLock { body(&value) }
  }

  /// Calls `body` now and after each change until it gives something.
  package func wait<Result>(until body: (inout Value) -> Result?) -> Result {
    defer { condition.broadcast() }
    return condition.withLock {
      while true {
        if let result = body(&value) { return result }
        condition.wait()
      }
    }
  }

  /// Calls `body` now and after each change until it gives something or the time is over.
  package func wait<Result>(milliseconds: Int, until body: (inout Value) -> Result?) -> Result? {
    let limit = MonotonicCondition.Limit(milliseconds: milliseconds)
    let result = condition.withLock { () -> Result? in
      var isOver = false
      while true {
        if let result = body(&value) { return result }
        if isOver { return nil }
        isOver = !condition.wait(until: limit)
      }
    }
    if result != nil { condition.broadcast() }
    return result
  }
}
