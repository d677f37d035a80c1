import Synchronization

/// A queue of messages from streaming threads to the one task that reads them.
///
/// Messages that a pipeline needs are never dropped; of the others (elements, tags, buffering, infos) the oldest are
/// dropped when more than `limit` wait, since an element may post one with every buffer.
final class MessageQueue: Sendable {
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var waiting: [(message: Message, isDroppable: Bool)] = []
    var droppable = 0
    var reader: CheckedContinuation<Message?, Never>?
    var isFinished = false
  }

  init(limit: Int) { self.limit = limit }

  func send(_ message: Message, isDroppable: Bool) {
    let reader = state.withLock { state -> CheckedContinuation<Message?, Never>? in
      if state.isFinished { return nil }
      if let reader = state.reader.take() { return reader }
      state.waiting.append((message, isDroppable))
      if isDroppable { state.droppable += 1 }
      if state.droppable > limit, let oldest = state.waiting.firstIndex(where: { $0.isDroppable }) {
        state.waiting.remove(at: oldest)
        state.droppable -= 1
      }
      return nil
    }
    reader?.resume(returning: message)
  }

  /// Returns the next message; `nil` after ``finish()`` once all have been read, or when the task is cancelled.
  func next() async -> Message? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Message?? in
          if !state.waiting.isEmpty {
            let first = state.waiting.removeFirst()
            if first.isDroppable { state.droppable -= 1 }
            return .some(first.message)
          }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          precondition(state.reader == nil, "a bus has one reader at a time")
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
