import Synchronization

/// A stream beside the one that an element gives: another thread's work, pushed where that thread is.
///
///     effect's thread ─▷ pad ─▷ queue ─▷ (a thread of its own)
final class SideStream: Sendable {
  /// What others read from.
  let queue: Element
  private let pad = Pad.free(.source)
  private let caps: Caps
  private let hasBegun = Mutex(false)

  /// Puts the queue into a bin.
  /// - Parameter caps: what is sent, as text.
  init(caps: String, in bin: Bin) throws(GStreamerError) {
    self.caps = try Caps(caps)
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

  /// Says that something will come: a sink that waits for its first data before a run begins need not wait for it.
  func begin() {
    let isNew = hasBegun.withLock { begun in
      defer { begun = true }
      return !begun
    }
    guard isNew else { return }
    pad.push(.streamStart(id: "side"))
    pad.push(.caps(caps))
    pad.push(.segment())
    pad.push(.gap(start: .zero, duration: nil))
  }

  func send(_ buffer: Buffer) {
    begin()
    _ = pad.push(buffer)
  }

  func end() {
    begin()
    pad.push(.endOfStream)
  }
}
