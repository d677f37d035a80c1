internal import CGStreamer
internal import CReel
import Dispatch

extension Element {
  /// The state that the element is in now; during a change, the one that it is leaving.
  package var state: State { State(creel_element_state(element)) }

  /// Asks for a state, off the calling thread: the request may block for as long as streaming threads take to end.
  ///
  /// Requests to one element run in the order in which they were made. It does not wait for data: see
  /// ``StateChange/underWay``. Throws ``GStreamerError/stateRefused(element:state:)``; the reason comes as a message.
  @discardableResult
  package func setState(_ state: State) async throws(GStreamerError) -> StateChange {
    // Whoever awaits holds the element. A reference of the block's own would outlast the answer for a moment, in which
    // an element that its caller has let go is still there.
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
    case GST_STATE_CHANGE_ASYNC: return .underWay
    case GST_STATE_CHANGE_NO_PREROLL: return .noPreroll
    default: throw .stateRefused(element: name, state: "\(state)")
    }
  }

  /// Takes the element down to `null`, blocking as ``setStateBlocking(_:)`` does; one that refuses can't be made to.
  package func shutDown() { _ = try? setStateBlocking(.null) }

  /// Takes the element down for good: its bin does not bring it up again.
  package func retire() {
    lockState(true)
    shutDown()
  }

  /// Waits, off the calling thread, until a change that is under way has ended; `nil` if it has not within the time.
  package func settledState(within limit: Duration) async -> State? {
    unowned(unsafe) let element = self
    let (seconds, attoseconds) = limit.components
    let nanoseconds = GstClockTime(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    return await withCheckedContinuation { continuation in
      // Not the element's own queue: a request for `null` must be able to end the wait.
      DispatchQueue(label: "reel.state.wait").async {
        var current = GST_STATE_NULL
        let change = gst_element_get_state(element.element, &current, nil, nanoseconds)
        continuation.resume(returning: change == GST_STATE_CHANGE_ASYNC ? nil : State(current))
      }
    }
  }

  /// As ``settledState(within:)``, blocking; never on the element's own queue.
  package func settledStateBlocking(within limit: Duration) -> State? {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = GstClockTime(max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    var current = GST_STATE_NULL
    let change = gst_element_get_state(element, &current, nil, nanoseconds)
    return change == GST_STATE_CHANGE_ASYNC ? nil : State(current)
  }

  /// Runs a body while the element posts its messages nowhere.
  package func withoutBus(_ body: () throws(GStreamerError) -> Void) throws(GStreamerError) {
    let bus = gst_element_get_bus(element)
    gst_element_set_bus(element, nil)
    defer {
      gst_element_set_bus(element, bus)
      if let bus { gst_object_unref(bus) }
    }
    try body()
  }

  /// Brings an element that was added to a running bin into the bin's state; it may block.
  package func syncStateWithParent() throws(GStreamerError) {
    if gst_element_sync_state_with_parent(element) == 0 { throw .stateRefused(element: name, state: "that of its bin") }
  }

  /// Keeps the element out of its bin's state changes.
  package func lockState(_ locked: Bool) { gst_element_set_locked_state(element, locked ? 1 : 0) }
}
