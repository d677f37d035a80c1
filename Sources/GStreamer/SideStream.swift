import Synchronization

/// A stream beside the one that an element gives: another thread's work, pushed where that thread is.
///
///     effect's thread ─▷ pad ─▷ queue ─▷ (a thread of its own)
package final class SideStream: Sendable {
  /// What others read from.
  package let queue: Element
  private let pad = Pad.free(.source)
  private let hasBegun = Mutex(false)

  /// Puts the queue into a bin.
  package init(in bin: Bin) throws(GStreamerError) {
    queue = try Element.make("queue")
    for limit in ["max-size-buffers", "max-size-bytes", "max-size-time"] { try queue.set(limit, to: "0") }
    // A bin unlinks what it is given.
    try bin.add(queue)
    pad.setActive(true)
    try pad.link(to: queue.pad("sink"))
  }

  deinit {
    pad.unlink()
    pad.setActive(false)
  }

  /// Says what will come, as text: a sink that waits for its first data before a run begins need not wait for it.
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
