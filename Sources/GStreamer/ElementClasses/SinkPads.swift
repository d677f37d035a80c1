package import CGStreamer
import Synchronization

/// The request pads of an element's inputs, and the name of each one's port.
package final class SinkPads: Sendable {
  private let ports = Mutex<[UInt: String]>([:])

  package init() {}

  /// Sets the name of a pad's port.
  package func name(_ pad: Pad, _ port: String) { ports.withLock { $0[UInt(bitPattern: pad.raw)] = port } }

  /// Returns the pads of the element in their order, each with its port's name.
  package func list(of element: UnsafeMutablePointer<GstElement>) -> [(pad: Pad, port: String)] {
    let object = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self)
    var pads: [Pad] = []
    g_mutex_lock(&object.pointee.lock)
    var next = element.pointee.sinkpads
    while let link = next {
      pads.append(Pad(retaining: link.pointee.data))
      next = link.pointee.next
    }
    g_mutex_unlock(&object.pointee.lock)
    return ports.withLock { ports in
      if ports.count > pads.count {
        let present = Set(pads.map { UInt(bitPattern: $0.raw) })
        ports = ports.filter { present.contains($0.key) }
      }
      return pads.map { ($0, ports[UInt(bitPattern: $0.raw)] ?? "in") }
    }
  }
}
