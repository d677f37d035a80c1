import Synchronization

/// The buffers that arrive at a free sink pad, kept until they are taken.
package final class CollectedBuffers: Sendable {
  private let buffers = Mutex<[Buffer]>([])

  package init() {}

  /// Makes the pad, which accepts all data; activate it before use.
  package func makePad() -> Pad {
    Pad.collecting { [self] arrival in
      if case .buffer(let buffer) = arrival { buffers.withLock { $0.append(buffer) } }
      return .ok
    }
  }

  /// Removes and returns the buffers, in their order.
  package func take() -> [Buffer] {
    buffers.withLock { buffers in
      defer { buffers = [] }
      return buffers
    }
  }
}
