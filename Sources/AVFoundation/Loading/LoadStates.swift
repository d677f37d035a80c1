/// The loading states of one object's properties, with the handlers that wait for them.
///
/// A state machine without locks, threads or clocks: it returns the loads to start and the handlers to call.
struct LoadStates<Handler> {
  enum State {
    case unknown
    /// The number distinguishes this load from cancelled ones.
    case loading(Int)
    case loaded
    case failed(AVError)
    case cancelled
  }

  private struct Request {
    var pending: Set<String>
    let handler: Handler
  }

  private var states: [String: State] = [:]
  private var requests: [Int: Request] = [:]
  private var lastNumber = 0

  subscript(key: String) -> State { states[key] ?? .unknown }

  /// Requests some keys.
  ///
  /// - Parameter isKnown: Returns the outcome of a key if it is known without a load.
  /// - Returns: the loads to start, and true if no key has to be waited for.
  mutating func request(
    _ keys: [String], handler: Handler, isKnown: (String) -> Result<Void, AVError>?
  ) -> (starts: [(key: String, load: Int)], isDone: Bool) {
    var starts: [(String, Int)] = []
    var pending: Set<String> = []
    for key in keys where !pending.contains(key) {
      switch self[key] {
      case .loaded, .failed: continue
      case .loading: pending.insert(key)
      case .unknown, .cancelled:
        switch isKnown(key) {
        case .success?: states[key] = .loaded
        case .failure(let error)?: states[key] = .failed(error)
        case nil:
          lastNumber += 1
          states[key] = .loading(lastNumber)
          starts.append((key, lastNumber))
          pending.insert(key)
        }
      }
    }
    guard !pending.isEmpty else { return ([], true) }
    lastNumber += 1
    requests[lastNumber] = Request(pending: pending, handler: handler)
    return (starts, false)
  }

  /// Records the outcome of a load, and returns the handlers to call. The outcome of a cancelled load is ignored.
  mutating func finish(_ key: String, load: Int, _ result: Result<Void, AVError>) -> [Handler] {
    guard case .loading(load) = self[key] else { return [] }
    states[key] = result.state()
    return end([key])
  }

  /// Records an outcome that was found without a request.
  mutating func note(_ key: String, _ result: Result<Void, AVError>) {
    switch self[key] {
    case .unknown, .cancelled: states[key] = result.state()
    case .loading, .loaded, .failed: break
    }
  }

  /// Cancels all loads, and returns the handlers to call.
  mutating func cancel() -> [Handler] {
    let keys = states.filter { if case .loading = $0.value { true } else { false } }.keys
    for key in keys { states[key] = .cancelled }
    return end(keys)
  }

  private mutating func end(_ keys: some Sequence<String>) -> [Handler] {
    var done: [(number: Int, handler: Handler)] = []
    for (number, request) in requests {
      let pending = request.pending.subtracting(keys)
      if pending.isEmpty {
        requests[number] = nil
        done.append((number, request.handler))
      } else {
        requests[number]?.pending = pending
      }
    }
    // Handlers are called in the order of their requests.
    return done.sorted { $0.number < $1.number }.map(\.handler)
  }
}

extension Result where Success == Void, Failure == AVError {
  fileprivate func state<Handler>() -> LoadStates<Handler>.State {
    switch self {
    case .success: .loaded
    case .failure(let error): .failed(error)
    }
  }
}
