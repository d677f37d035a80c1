import Synchronization

/// Loads the properties of an object, whatever they are read from.
protocol PropertyLoader: Sendable {
  /// Loads some keys; the handler is called once, here if nothing has to be waited for.
  func load(_ keys: [String], handler: @escaping @Sendable () -> Void)
  /// The status of a key; never starts anything.
  func status(_ key: String) -> LoadStates<@Sendable () -> Void>.State
  /// Notes the outcome of a property that was asked for without loading it before.
  func note(_ key: String, _ error: (any Error)?)
  /// Cancels all that is pending and calls its handlers.
  func cancel()
}

/// Loads the properties of one object: the state machine behind a lock, and the threads that read.
///
/// It keeps what is read from (`Subject`), never the object itself: an object that goes away cancels what is pending.
final class ValueLoader<Subject: Sendable>: PropertyLoader {
  typealias Handler = @Sendable () -> Void

  private let subject: Subject
  private let works: @Sendable (String) -> PropertyWork<Subject>?
  private let typeName: String
  /// Whether reading waits for others: for a server, or for a program's own code.
  private let waitsForOthers: Bool
  private let states = Mutex(LoadStates<Handler>())

  /// - Parameters:
  ///   - typeName: What errors call the object.
  ///   - works: How properties get known; nil for what is no property.
  init(
    _ subject: Subject, of typeName: String, waitsForOthers: Bool,
    works: @escaping @Sendable (String) -> PropertyWork<Subject>?
  ) {
    (self.subject, self.typeName, self.waitsForOthers, self.works) = (subject, typeName, waitsForOthers, works)
  }

  /// Loads some keys; the handler is called once, here if nothing has to be waited for.
  func load(_ keys: [String], handler: @escaping Handler) {
    let keys = keys.map(swiftName)
    // Asked before the lock is taken: it may look at files.
    let known = Dictionary(keys.map { ($0, outcome($0)) }) { first, _ in first }
    let (starts, isDone) = states.withLock { states in
      states.request(keys, handler: handler) { known[$0] ?? nil }
    }
    for (key, load) in starts { start(key, load) }
    if isDone { handler() }
  }

  private func start(_ key: String, _ load: Int) {
    guard let work = works(key) else { return }
    (waitsForOthers ? WorkPool.network : .cheap).run { [weak self] in
      // Nobody asks any more.
      guard let self, self.isWanted(key, load) else { return }
      do {
        guard try self.waitsForOthers || !work.isDear(self.subject) else {
          return WorkPool.dear.run { [weak self] in
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

  private func finish(_ key: String, _ load: Int, _ work: PropertyWork<Subject>) {
    work.load(subject) { [weak self] in self?.finish(key, load, $0.mapError { AVError(reading: $0) }) }
  }

  private func finish(_ key: String, _ load: Int, _ result: Result<Void, AVError>) {
    for handler in states.withLock({ $0.finish(key, load: load, result) }) { handler() }
  }

  /// The status of a key; never starts anything.
  func status(_ key: String) -> LoadStates<Handler>.State {
    let key = swiftName(key)
    let state = states.withLock { $0[key] }
    switch state {
    case .unknown, .cancelled:
      // Others may have found out meanwhile.
      guard let work = works(key), case .success? = work.known(subject) else { return state }
      return .loaded
    case .loading, .loaded, .failed: return state
    }
  }

  /// Notes the outcome of a property that was asked for without loading it before.
  func note(_ key: String, _ error: (any Error)?) {
    states.withLock { $0.note(key, error.map { .failure(AVError(reading: $0)) } ?? .success(())) }
  }

  /// Cancels all that is pending and calls its handlers.
  func cancel() {
    for handler in states.withLock({ $0.cancel() }) { handler() }
  }

  private func outcome(_ key: String) -> Result<Void, AVError>? {
    guard let work = works(key) else {
      return .failure(AVError(.unknown, reason: "\(typeName) has no property '\(key)' that can be loaded"))
    }
    return work.known(subject)?.mapError { AVError(reading: $0) }
  }

  /// What Swift calls a property: Objective-C, whose names most programs use as keys, has no `is` in those of Booleans.
  private func swiftName(_ key: String) -> String {
    guard works(key) == nil else { return key }
    let name = "is" + key.prefix(1).uppercased() + key.dropFirst()
    return works(name) == nil ? key : name
  }
}
