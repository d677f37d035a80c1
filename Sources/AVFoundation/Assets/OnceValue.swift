/// A value that is made once, by whoever asks first; others wait, and who fails leaves it to the next one.
final class OnceValue<Value>: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var value: Value?

  /// The value if it was made.
  var known: Value? { lock.withLock { value } }

  /// The value; `make` makes it unless somebody has.
  func get(_ make: () throws -> Value) rethrows -> Value {
    try lock.withLock {
      if let value { return value }
      let made = try make()
      value = made
      return made
    }
  }
}
