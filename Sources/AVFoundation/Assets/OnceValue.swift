/// A value that the first caller makes; concurrent callers wait, and after a failure the next caller tries again.
final class OnceValue<Value>: Sendable {
  /// Held while the value is made; recursive, as making a value may ask for it.
  private let making = NSRecursiveLock()
  /// Guards the value alone: to ask whether it is known waits for no file or server.
  private let access = NSLock()
  private nonisolated(unsafe) var value: Value?

  /// The value if it has been made.
  var known: Value? { access.withLock { value } }

  /// Returns the value; makes it with `make` if it has not been made.
  func get(_ make: () throws -> Value) rethrows -> Value {
    if let known { return known }
    return try making.withLock {
      if let known { return known }
      let made = try make()
      access.withLock { value = made }
      return made
    }
  }
}
