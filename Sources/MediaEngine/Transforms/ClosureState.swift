/// The state of a closure between calls; used by one thread at a time.
final class ClosureState<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
