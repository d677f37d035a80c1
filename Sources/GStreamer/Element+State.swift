internal import CGStreamer
internal import CReel
import Dispatch

extension Element {
  /// The current state of the element; during a change, the old one.
  package var state: State { State(creel_element_state(element)) }

  /// Requests a state, off the calling thread: the request may block until streaming threads end.
  ///
  /// Requests to one element run in order. It does not wait for data: see ``StateChange/asynchronous``. Throws
  /// ``GStreamerError/stateChangeFailed(element:state:)``; the reason is posted as a message.
  @discardableResult
  package func setState(_ state: State) async throws(GStreamerError) -> StateChange {
    // The awaiting caller retains the element. A reference of the block would outlive the result for a moment, in which
    // an element that its caller has released would still exist.
    unowned(unsafe) let element = self
    let result = await withCheckedContinuation { continuation in
      stateQueue.async {
        continuation.resume(returning: Result { () throws(GStreamerError) in try element.setStateBlocking(state) })
      }
    }
    return try result.get()
  }

  /// As ``setState(_:)``, blocking. Never on a streaming thread of the element, never on the cooperative pool.
  @discardableResult
  package func setStateBlocking(_ state: State) throws(GStreamerError) -> StateChange {
    switch gst_element_set_state(element, state.gst) {
    case GST_STATE_CHANGE_SUCCESS: return .done
    case GST_STATE_CHANGE_ASYNC: return .asynchronous
    case GST_STATE_CHANGE_NO_PREROLL: return .noPreroll
    default: throw .stateChangeFailed(element: name, state: "\(state)")
    }
  }

  /// Sets the element to `null`, blocking as ``setStateBlocking(_:)``; a failure is ignored.
  package func shutDown() { _ = try? setStateBlocking(.null) }

  /// Sets the element to `null` for good: its bin does not change its state again.
  package func retire() {
    lockState(true)
    shutDown()
  }

  /// Waits, blocking, until a pending state change has ended; nil if it has not within the limit. Never on the element's own
  /// queue.
  package func settledStateBlocking(within limit: Duration) -> State? {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = GstClockTime(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    var current = GST_STATE_NULL
    let change = gst_element_get_state(element, &current, nil, nanoseconds)
    return change == GST_STATE_CHANGE_ASYNC ? nil : State(current)
  }

  /// Runs a body while the element's messages are discarded.
  package func withoutBus(_ body: () throws(GStreamerError) -> Void) throws(GStreamerError) {
    let bus = gst_element_get_bus(element)
    gst_element_set_bus(element, nil)
    defer {
      gst_element_set_bus(element, bus)
      if let bus { gst_object_unref(bus) }
    }
    try body()
  }

  /// Sets an element that was added to a running bin to the bin's state; may block.
  package func syncStateWithParent() throws(GStreamerError) {
    if gst_element_sync_state_with_parent(element) == 0 {
      throw .stateChangeFailed(element: name, state: "that of its bin")
    }
  }

  /// Excludes the element from its bin's state changes.
  package func lockState(_ locked: Bool) { gst_element_set_locked_state(element, locked ? 1 : 0) }
}
