import Synchronization

/// Distributes each event of a run to every listener.
///
/// A slow listener only misses values that were superseded: progress and fill levels.
final class EventHub: Sendable {
  private struct State {
    var listeners: [Int: Listener] = [:]
    var count = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// Returns the events from now on; none after the run.
  func listen() -> AsyncStream<RunEvent> {
    let listener = Listener()
    let number = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.count += 1
      state.listeners[state.count] = listener
      return state.count
    }
    guard let number else {
      listener.finish()
      return AsyncStream { nil }
    }
    return AsyncStream {
      await listener.next()
    } onCancel: { [weak self] in
      self?.state.withLock { $0.listeners[number] = nil }
    }
  }

  func send(_ event: RunEvent) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.send(event) }
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isOver = true
      defer { state.listeners = [:] }
      return state.listeners.values
    }
    for listener in listeners { listener.finish() }
  }

  /// The events that a listener has not read yet.
  private final class Listener: Sendable {
    private struct State {
      var waiting: [RunEvent] = []
      var reader: CheckedContinuation<RunEvent?, Never>?
      var isFinished = false
    }

    private let state = Mutex(State())

    func send(_ event: RunEvent) {
      let reader = state.withLock { state -> CheckedContinuation<RunEvent?, Never>? in
        if state.isFinished { return nil }
        if let reader = state.reader.take() { return reader }
        if let last = state.waiting.last, last.isReplaced(by: event) { state.waiting.removeLast() }
        state.waiting.append(event)
        return nil
      }
      reader?.resume(returning: event)
    }

    func next() async -> RunEvent? {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let ready = state.withLock { state -> RunEvent?? in
            if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
            if state.isFinished || Task.isCancelled { return .some(nil) }
            state.reader = continuation
            return nil
          }
          if let ready { continuation.resume(returning: ready) }
        }
      } onCancel: {
        state.withLock { $0.reader.take() }?.resume(returning: nil)
      }
    }

    func finish() {
      let reader = state.withLock { state in
        state.isFinished = true
        return state.reader.take()
      }
      reader?.resume(returning: nil)
    }
  }
}
