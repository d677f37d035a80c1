import Synchronization

/// Loads the properties of an object.
protocol PropertyLoader: Sendable {
  /// Loads some keys; the handler is called once, on the calling thread if no load is needed.
  func load(_ keys: [String], handler: @escaping @Sendable () -> Void)
  /// Returns the state of a key; never starts a load.
  func status(_ key: String) -> LoadStates<@Sendable () -> Void>.State
  /// Records the outcome of a property that was read without a request.
  func note(_ key: String, _ error: (any Error)?)
  /// Cancels all pending loads and calls their handlers.
  func cancel()
}

/// Loads the properties of one object: the state machine behind a lock, and the threads that read.
///
/// It retains the `Subject` that is read, never the object itself: releasing the object cancels its pending loads.
final class ValueLoader<Subject: Sendable>: PropertyLoader {
  typealias Handler = @Sendable () -> Void

  private let subject: Subject
  private let loads: @Sendable (String) -> PropertyLoad<Subject>?
  private let typeName: String
  /// True if reading waits for a server or for the program's own code.
  private let waitsForOthers: Bool
  private let states = Mutex(LoadStates<Handler>())

  /// - Parameters:
  ///   - typeName: The name of the object's type in errors.
  ///   - loads: Returns the loading work of a property; nil for a key that is no property.
  init(
    _ subject: Subject, of typeName: String, waitsForOthers: Bool,
    loads: @escaping @Sendable (String) -> PropertyLoad<Subject>?
  ) {
    (self.subject, self.typeName, self.waitsForOthers, self.loads) = (subject, typeName, waitsForOthers, loads)
  }

  /// Loads some keys; the handler is called once, on the calling thread if no load is needed.
  func load(_ keys: [String], handler: @escaping Handler) {
    let keys = keys.map(swiftName)
    // Determined before the lock is taken, since it may read files.
    let known = Dictionary(keys.map { ($0, outcome($0)) }) { first, _ in first }
    let (starts, isDone) = states.withLock { states in
      states.request(keys, handler: handler) { known[$0] ?? nil }
    }
    for (key, load) in starts { start(key, load) }
    if isDone { handler() }
  }

  private func start(_ key: String, _ load: Int) {
    guard let work = loads(key) else { return }
    (waitsForOthers ? WorkPool.network : .cheap).run { [weak self] in
      // The object was released or the load cancelled.
      guard let self, self.isWanted(key, load) else { return }
      do {
        guard try self.waitsForOthers || !work.isExpensive(self.subject) else {
          return WorkPool.expensive.run { [weak self] in
            guard let self, self.isWanted(key, load) else { return }
            self.finish(key, load, work)
          }
        }
      } catch {
        return self.finish(key, load, .failure(AVError(reading: error)))
      }
      self.finish(key, load, work)
    }
  }

  private func isWanted(_ key: String, _ load: Int) -> Bool {
    states.withLock { if case .loading(load) = $0[key] { true } else { false } }
  }

  private func finish(_ key: String, _ load: Int, _ work: PropertyLoad<Subject>) {
    work.load(subject) { [weak self] in self?.finish(key, load, $0.mapError { AVError(reading: $0) }) }
  }

  private func finish(_ key: String, _ load: Int, _ result: Result<Void, AVError>) {
    for handler in states.withLock({ $0.finish(key, load: load, result) }) { handler() }
  }

  /// Returns the state of a key; never starts a load.
  func status(_ key: String) -> LoadStates<Handler>.State {
    let key = swiftName(key)
    let state = states.withLock { $0[key] }
    switch state {
    case .unknown, .cancelled:
      // Another load may have read the value meanwhile.
      guard let work = loads(key), case .success? = work.known(subject) else { return state }
      return .loaded
    case .loading, .loaded, .failed: return state
    }
  }

  /// Records the outcome of a property that was read without a request.
  func note(_ key: String, _ error: (any Error)?) {
    states.withLock { $0.note(key, error.map { .failure(AVError(reading: $0)) } ?? .success(())) }
  }

  /// Cancels all pending loads and calls their handlers.
  func cancel() {
    for handler in states.withLock({ $0.cancel() }) { handler() }
  }

  private func outcome(_ key: String) -> Result<Void, AVError>? {
    guard let work = loads(key) else {
      return .failure(AVError(.unknown, reason: "\(typeName) has no property '\(key)' that can be loaded"))
    }
    return work.known(subject)?.mapError { AVError(reading: $0) }
  }

  /// Returns the Swift name of a property: in Objective-C, whose names most programs use as keys, those of Booleans
  /// lack `is`.
  private func swiftName(_ key: String) -> String {
    guard loads(key) == nil else { return key }
    let name = "is" + key.prefix(1).uppercased() + key.dropFirst()
    return loads(name) == nil ? key : name
  }
}
