/// A value that the first caller makes; concurrent callers wait, and after a failure the next caller tries again.
final class OnceValue<Value>: Sendable {
  private let lock = NSRecursiveLock()
  /// Used under the lock only, which a mutex cannot be: making a value may ask for it.
  private nonisolated(unsafe) var value: Value?

  /// The value if it has been made.
  var known: Value? { lock.withLock { value } }

  /// Returns the value; makes it with `make` if it has not been made.
  func get(_ make: () throws -> Value) rethrows -> Value {
    try lock.withLock {
      if let value { return value }
      let made = try make()
      value = made
      return made
    }
  }
}
