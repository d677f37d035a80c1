import Synchronization

extension PropertyLoader {
  /// Loads some keys and waits for them, but no longer than the task wants to.
  ///
  /// - Throws: The `AVError` of the first key that failed, `CancellationError` when the task or the loading was cancelled.
  func wait(for keys: [String]) async throws {
    let waiter = Waiter()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard waiter.begin(continuation) else { return }
        load(keys) { waiter.resume() }
      }
    } onCancel: {
      waiter.cancel()
    }
    for key in keys {
      switch status(key) {
      case .loaded: continue
      case .failed(let error): throw error
      case .unknown, .loading, .cancelled: throw CancellationError()
      }
    }
  }

  /// What the protocol calls the status of a key.
  func publicStatus(_ key: String, error: NSErrorPointer) -> AVKeyValueStatus {
    switch status(key) {
    case .unknown: return .unknown
    case .loading: return .loading
    case .loaded: return .loaded
    case .cancelled: return .cancelled
    case .failed(let reason):
      error?.pointee = reason as NSError
      return .failed
    }
  }
}

/// A task that waits, and is resumed once: by what it waits for, or by its cancellation.
private final class Waiter: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Whether there is anything to wait for: not if the task was cancelled before.
  func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  func resume() { take()?.resume() }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    take()?.resume(throwing: CancellationError())
  }

  private func take() -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
  }
}
