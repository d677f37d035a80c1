/// A duration as a fraction of a second.
struct UnitDuration: Hashable, Sendable {
  var value: Int64
  /// Units per second; positive.
  var timescale: Int32
}
