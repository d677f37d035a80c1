internal import CGStreamer

/// A reference type around a value, for storage in C.
package final class Box<Value>: Sendable where Value: Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}

extension Object {
  /// Connects a C function with `box` as its last argument, until the object is freed; the box is released then.
  final func connect(_ signal: String, _ callback: GCallback, _ box: AnyObject) {
    g_signal_connect_data(
      raw, signal, callback, Unmanaged.passRetained(box).toOpaque(),
      { box, _ in Unmanaged<AnyObject>.fromOpaque(box!).release() }, GConnectFlags(rawValue: 0))
  }
}
