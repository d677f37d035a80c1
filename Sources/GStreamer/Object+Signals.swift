internal import CGStreamer

/// A reference type around a value, for storage in C.
package final class Box<Value>: Sendable where Value: Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}

/// A connected signal handler. It stays connected until the object is freed, or until ``disconnect()``.
package struct SignalConnection: Sendable {
  let object: Object
  let id: gulong

  func disconnect() { g_signal_handler_disconnect(object.raw, id) }
}

extension Object {
  /// Connects a C function with `box` as its last argument; the box is released with the connection.
  final func connect(_ signal: String, _ callback: GCallback, _ box: AnyObject) -> SignalConnection {
    let id = g_signal_connect_data(
      raw, signal, callback, Unmanaged.passRetained(box).toOpaque(),
      { box, _ in Unmanaged<AnyObject>.fromOpaque(box!).release() }, GConnectFlags(rawValue: 0))
    return SignalConnection(object: self, id: id)
  }
}
