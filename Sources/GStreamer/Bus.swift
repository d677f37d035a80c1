internal import CGStreamer
internal import CReel
import Glibc

/// The GstBus of a pipeline, read by one task without a main loop.
///
///     streaming threads ── gst_bus_post ─▶ sync handler (filter, parse, free) ─▶ Mailbox ─▶ AsyncStream
package final class Bus: ObjectReference {
  private let object: Object
  package var raw: UnsafeMutableRawPointer { object.raw }

  package init(adopting raw: UnsafeMutableRawPointer) { object = Object(adopting: raw) }
  package init(retaining raw: UnsafeMutableRawPointer) { object = Object(retaining: raw) }

  private var bus: UnsafeMutablePointer<GstBus> { pointer(as: GstBus.self) }

  /// Returns the messages of these kinds from now on, until ``stop()`` or the end of the reading task.
  ///
  /// Other messages are dropped on the posting thread, before they are parsed. At most `limit` messages that a pipeline
  /// does not need (elements, tags, buffering, infos) wait for the reader; the others always arrive. A second call ends
  /// the first stream.
  package func messages(_ kinds: Message.Kinds = .running, limit: Int = 256) -> AsyncStream<Message> {
    stop()
    let listener = Listener(kinds: kinds, limit: limit)
    gst_bus_set_sync_handler(
      bus,
      { _, message, listener in
        resetEnteringThread(message!)
        Unmanaged<Listener>.fromOpaque(listener!).takeUnretainedValue().receive(message!)
        creel_mini_unref(message!)
        return GST_BUS_DROP
      },
      Unmanaged.passRetained(listener).toOpaque(),
      { listener in
        let listener = Unmanaged<Listener>.fromOpaque(listener!).takeRetainedValue()
        listener.queue.finish()
      })
    let queue = listener.queue
    return AsyncStream { await queue.next()?.message }
  }

  /// Ends the stream of ``messages(_:limit:)`` after the messages posted so far; later ones are dropped unread.
  package func stop() { gst_bus_set_sync_handler(bus, nil, nil, nil) }
}

/// Gives a streaming thread that begins the floating-point environment of a new one; called on that thread.
///
/// Threads come from a pool, and would go on with what audio kernels of another pipeline left there: subnormal numbers would be zero, and
/// the same media become other bytes.
private func resetEnteringThread(_ message: UnsafeMutablePointer<GstMessage>) {
  guard message.pointee.type == GST_MESSAGE_STREAM_STATUS else { return }
  var status = GST_STREAM_STATUS_TYPE_CREATE
  gst_message_parse_stream_status(message, &status, nil)
  // FE_DFL_ENV of <fenv.h>, a macro.
  if status == GST_STREAM_STATUS_TYPE_ENTER { fesetenv(UnsafePointer(bitPattern: -1)) }
}

private final class Listener: Sendable {
  let kinds: Message.Kinds
  let queue: Mailbox<MessageBacklog>

  init(kinds: Message.Kinds, limit: Int) {
    self.kinds = kinds
    queue = Mailbox(MessageBacklog(limit: limit))
  }

  func receive(_ pointer: UnsafeMutablePointer<GstMessage>) {
    let kind = Message.kind(of: pointer)
    guard !kind.isEmpty, kinds.isSuperset(of: kind) else { return }
    // Every element of a pipeline posts every state change: only the pipeline's own matter.
    if kind == .stateChanged, creel_is_a(pointer.pointee.src, gst_pipeline_get_type()) == 0 { return }
    if let message = Message(pointer) { queue.send((message, isDroppable: !Message.Kinds.running.contains(kind))) }
  }
}

extension Bus: Equatable {
  package static func == (a: Bus, b: Bus) -> Bool { a.raw == b.raw }
}
