/// What a closure remembers from one call to the next; the engine calls it on one thread at a time.
final class ClosureState<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
