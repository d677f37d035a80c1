import Synchronization

/// The elements that wait in a ``Mailbox``, and which of them may be left out.
package protocol Backlog: Sendable {
  associatedtype Element: Sendable
  mutating func append(_ element: Element)
  mutating func popFirst() -> Element?
}

/// Hands elements from any threads to the tasks that read them; senders never wait.
///
/// An element goes to one reader: the one that has waited longest.
package final class Mailbox<Waiting: Backlog>: Sendable {
  private struct State {
    var waiting: Waiting
    var readers: [(number: Int, continuation: CheckedContinuation<Waiting.Element?, Never>)] = []
    var count = 0
    var isFinished = false
  }

  private let state: Mutex<State>

  package init(_ waiting: Waiting) { state = Mutex(State(waiting: waiting)) }

  package func send(_ element: Waiting.Element) {
    let reader = state.withLock { state -> CheckedContinuation<Waiting.Element?, Never>? in
      if state.isFinished { return nil }
      guard state.readers.isEmpty else { return state.readers.removeFirst().continuation }
      state.waiting.append(element)
      return nil
    }
    reader?.resume(returning: element)
  }

  /// Returns the next element; `nil` after ``finish()`` once all have been read, or when the task is cancelled.
  package func next() async -> Waiting.Element? {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Waiting.Element?? in
          if let first = state.waiting.popFirst() { return .some(first) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          state.readers.append((number, continuation))
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        state.readers.firstIndex { $0.number == number }.map { state.readers.remove(at: $0).continuation }
      }
      reader?.resume(returning: nil)
    }
  }

  /// Ends the elements; those that wait are still read.
  package func finish() {
    let readers = state.withLock { state in
      state.isFinished = true
      defer { state.readers = [] }
      return state.readers
    }
    for reader in readers { reader.continuation.resume(returning: nil) }
  }
}
