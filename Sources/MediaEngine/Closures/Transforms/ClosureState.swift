/// The state of a closure between its calls; the engine calls it on one thread at a time.
final class ClosureState<Value>: Sendable {
  /// Used by that thread only.
  nonisolated(unsafe) var value: Value
  init(_ value: Value) { self.value = value }
}
