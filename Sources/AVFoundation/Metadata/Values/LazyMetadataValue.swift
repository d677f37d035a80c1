import Dispatch
import Synchronization

/// A value that is read or made on first use, once for all copies of its item.
final class LazyMetadataValue: Sendable {
  typealias Completion = @Sendable (Result<MetadataItemValue, any Error>) -> Void
  /// Reads the value and calls the completion, now or later, from any thread.
  typealias Source = @Sendable (@escaping Completion) -> Void

  private enum State {
    case waiting(Source)
    case loading([Completion])
    case known(Result<MetadataItemValue, any Error>)
  }

  private let state: Mutex<State>

  /// True if the source may wait for a server or for the program's own code.
  let waitsForOthers: Bool

  init(waitsForOthers: Bool, _ source: @escaping Source) {
    self.waitsForOthers = waitsForOthers
    state = Mutex(.waiting(source))
  }

  init(_ value: MetadataItemValue) {
    waitsForOthers = false
    state = Mutex(.known(.success(value)))
  }

  /// The value, if it has been read.
  var known: Result<MetadataItemValue, any Error>? {
    state.withLock { if case .known(let result) = $0 { result } else { nil } }
  }

  /// The value; blocks until it is read.
  var value: Result<MetadataItemValue, any Error> {
    if let known { return known }
    let done = DispatchSemaphore(value: 0)
    load { _ in done.signal() }
    done.wait()
    return known ?? .success(.none)
  }

  /// Calls back with the value, on the calling thread if it is known.
  func load(_ completion: @escaping Completion) {
    enum Action { case start(Source), notify(Result<MetadataItemValue, any Error>), wait }
    let action: Action = state.withLock { state in
      switch state {
      case .waiting(let source):
        state = .loading([completion])
        return .start(source)
      case .loading(let others):
        state = .loading(others + [completion])
        return .wait
      case .known(let result): return .notify(result)
      }
    }
    switch action {
    case .start(let source): source { [self] in finish($0) }
    case .notify(let result): completion(result)
    case .wait: break
    }
  }

  /// Records the first outcome; later ones are ignored.
  private func finish(_ result: Result<MetadataItemValue, any Error>) {
    let waiting: [Completion] = state.withLock { state in
      guard case .loading(let completions) = state else { return [] }
      state = .known(result)
      return completions
    }
    for completion in waiting { completion(result) }
  }
}
