import Synchronization

/// A second stream of an element: output of another thread, pushed on that thread.
///
///     effect's thread ─▷ pad ─▷ queue ─▷ (a thread of its own)
package final class SideStream: Sendable {
  /// The element from which consumers read.
  package let queue: Element
  private let pad = Pad.free(.source)
  private let hasBegun = Mutex(false)

  /// Adds the queue to a bin.
  package init(in bin: Bin) throws(GStreamerError) {
    queue = try Element.make("queue")
    for limit in ["max-size-buffers", "max-size-bytes", "max-size-time"] { try queue.set(limit, to: "0") }
    // A bin unlinks elements that are added to it.
    try bin.add(queue)
    pad.setActive(true)
    try pad.link(to: queue.pad("sink"))
  }

  deinit {
    pad.unlink()
    pad.setActive(false)
  }

  /// Sets the caps in text form: a sink that waits for its first data before a run begins need not wait for this
  /// stream.
  package func begin(caps: String) throws(GStreamerError) {
    let caps = try Caps(caps)
    let isNew = hasBegun.withLock { begun in
      defer { begun = true }
      return !begun
    }
    if isNew { pad.push(.streamStart(id: "side")) }
    pad.push(.caps(caps))
    guard isNew else { return }
    pad.push(.segment())
    pad.push(.gap(start: .zero, duration: nil))
  }

  package func send(_ buffer: Buffer) { _ = pad.push(buffer) }

  package func end() {
    if hasBegun.withLock({ !$0 }) { pad.push(.streamStart(id: "side")) }
    pad.push(.endOfStream)
  }
}
