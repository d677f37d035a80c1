internal import CGStreamer

/// A reference type around a value, for storage in C.
package final class Box<Value>: Sendable where Value: Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}

extension Object {
  /// Connects a C function with `box` as its last argument, until the object is freed; the box is released then.
  ///
  /// - Parameter isLast: True if the function is called after those that were connected so far.
  final func connect(_ signal: String, _ callback: GCallback, _ box: AnyObject, isLast: Bool = false) {
    g_signal_connect_data(
      raw, signal, callback, Unmanaged.passRetained(box).toOpaque(),
      { box, _ in Unmanaged<AnyObject>.fromOpaque(box!).release() },
      isLast ? G_CONNECT_AFTER : GConnectFlags(rawValue: 0))
  }
}
