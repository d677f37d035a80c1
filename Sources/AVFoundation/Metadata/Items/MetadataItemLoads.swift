import Synchronization

/// Loads the value of one item for whoever asks by its properties' names.
final class MetadataItemLoads: PropertyLoader {
  typealias Handler = @Sendable () -> Void

  private let value: LazyMetadataValue
  private let states = Mutex(LoadStates<Handler>())

  init(_ value: LazyMetadataValue) { self.value = value }

  /// Known as soon as there is an item.
  private static let immediate: Set<String> = [
    "key", "keySpace", "commonKey", "identifier", "time", "duration", "startDate", "locale", "extendedLanguageTag",
    "dataType",
    "extraAttributes",
  ]
  /// Known once the value is.
  private static let lazy: Set<String> = ["value", "stringValue", "numberValue", "dateValue", "dataValue"]

  func load(_ keys: [String], handler: @escaping Handler) {
    let (starts, isDone) = states.withLock { states in
      states.request(keys, handler: handler) { outcome($0) }
    }
    for (key, load) in starts {
      WorkPool.cheap.run { [self] in
        value.load { [self] result in
          let outcome = result.map { _ in }.mapError { AVError(reading: $0) }
          for handler in states.withLock({ $0.finish(key, load: load, outcome) }) { handler() }
        }
      }
    }
    if isDone { handler() }
  }

  func status(_ key: String) -> LoadStates<Handler>.State {
    let state = states.withLock { $0[key] }
    guard case .unknown = state, case .success? = outcome(key) else { return state }
    return .loaded
  }

  func note(_ key: String, _ error: (any Error)?) {
    states.withLock { $0.note(key, error.map { .failure(AVError(reading: $0)) } ?? .success(())) }
  }

  func cancel() {
    for handler in states.withLock({ $0.cancel() }) { handler() }
  }

  /// Nil if nobody knows yet.
  private func outcome(_ key: String) -> Result<Void, AVError>? {
    if Self.immediate.contains(key) { return .success(()) }
    guard Self.lazy.contains(key) else {
      return .failure(AVError(.unknown, reason: "AVMetadataItem has no property '\(key)' that can be loaded"))
    }
    return value.known.map { $0.map { _ in }.mapError { AVError(reading: $0) } }
  }
}
