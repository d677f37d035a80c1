import Synchronization

extension PropertyLoader {
  /// Loads some keys and waits for them, or until the task is cancelled.
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

  /// Returns the status of a key as the public protocol has it.
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

/// A waiting task, resumed once: by the loader or by its cancellation.
private final class Waiter: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var isCancelled = false
  }

  private let state = Mutex(State())

  /// Suspends the task; returns false if it was cancelled before and has been resumed.
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
