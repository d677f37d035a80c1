internal import GStreamer
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
    let listener = Listener(EventBacklog())
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

  private typealias Listener = Mailbox<EventBacklog>
}

/// The events that a listener has not read yet.
private struct EventBacklog: Backlog {
  private var waiting: [RunEvent] = []

  mutating func append(_ event: RunEvent) {
    if let last = waiting.last, last.isReplaced(by: event) { waiting.removeLast() }
    waiting.append(event)
  }

  mutating func popFirst() -> RunEvent? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
