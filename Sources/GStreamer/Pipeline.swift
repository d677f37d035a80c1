internal import CGStreamer
import Dispatch
import Synchronization

/// A GstPipeline: the outermost bin, with a clock and a bus.
///
/// Call ``close()`` at the end. A pipeline that is released while it runs is stopped in the background.
package final class Pipeline: Bin, @unchecked Sendable {
  // Unchecked like `Object`: a class with a superclass cannot be checked. What is stored here is constant.
  /// The bus with the messages of all elements inside.
  package let bus: Bus

  package init(name: String? = nil) throws(GStreamerError) {
    try GStreamerLibrary.start()
    let pipeline = gst_pipeline_new(name)!
    bus = Bus(adopting: gst_element_get_bus(pipeline))
    super.init(retaining: pipeline)
  }

  /// Wraps a pipeline made by C (`gst_parse_launch`), floating or not.
  package override init(retaining raw: UnsafeMutableRawPointer) {
    bus = Bus(adopting: gst_element_get_bus(raw.assumingMemoryBound(to: GstElement.self)))
    super.init(retaining: raw)
  }

  deinit {
    bus.stop()
    if state == .null { return }
    // The last reference may be released on a streaming thread, which cannot wait for its own end.
    let running = Element(retaining: raw)
    stateQueue.async { running.shutDown() }
  }

  /// Stops all work, waits for the streaming threads to end, and ends the bus's stream.
  ///
  /// A thread that a user's closure blocks for ever cannot be ended. After the limit it is left behind, with the
  /// pipeline.
  /// - Returns: true if all threads have ended.
  @discardableResult
  package func close(within limit: Duration = .seconds(5)) async -> Bool {
    let ended = await endedState(within: limit)
    bus.stop()
    return ended
  }

  /// Closes as ``close(within:)``, blocking without a limit.
  package func closeBlocking() {
    end()
    bus.stop()
  }

  private func endedState(within limit: Duration) async -> Bool {
    let once = OnceContinuation<Bool>()
    // A reference of the block would outlive the result for a moment, in which a pipeline that its caller has released
    // would still exist.
    let held = Mutex<Pipeline?>(self)
    return await withCheckedContinuation { continuation in
      once.set(continuation)
      stateQueue.async {
        held.withLock { $0.take() }?.end()
        once.resume(returning: true)
      }
      let (seconds, attoseconds) = limit.components
      let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
      DispatchQueue.global().asyncAfter(deadline: time) { once.resume(returning: false) }
    }
  }

  /// Stops all work, and waits for the streaming threads to end.
  private func end() {
    guard (try? setStateBlocking(.null)) == nil else { return }
    // On its way down, a bin also sets elements to `ready` that failed to start; if they fail again, it leaves all
    // others unchanged. So they are set to `null` one by one, the sinks first.
    for element in sortedElements { element.retire() }
    shutDown()
  }

  /// Runs as fast as the elements can, without a clock.
  package func useNoClock() { gst_pipeline_use_clock(pointer(as: GstPipeline.self), nil) }
}

/// A continuation with several possible callers; the first one resumes it.
private final class OnceContinuation<Value: Sendable>: Sendable {
  private let continuation = Mutex<CheckedContinuation<Value, Never>?>(nil)

  func set(_ continuation: CheckedContinuation<Value, Never>) { self.continuation.withLock { $0 = continuation } }

  func resume(returning value: Value) {
    let waiting = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(returning: value)
  }
}
