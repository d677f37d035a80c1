import Synchronization

/// The exports of the process: as many run at once as there is work for the machine's cores, all others wait in their order.
final class ExportQueue: Sendable {
  static let shared = ExportQueue(limit: max(2, ProcessInfo.processInfo.activeProcessorCount / 2))

  private struct State: Sendable {
    var running = 0
    var waiting: [(ticket: ObjectIdentifier, begin: @Sendable () -> Void)] = []
  }

  /// The number of exports that run at once.
  let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// Calls a body when an export may run: at once on this thread, or later on that of an export that leaves.
  func enter(_ ticket: AnyObject, _ begin: @escaping @Sendable () -> Void) {
    let id = ObjectIdentifier(ticket)
    let isFree = state.withLock { state in
      guard state.running < limit else {
        state.waiting.append((id, begin))
        return false
      }
      state.running += 1
      return true
    }
    if isFree { begin() }
  }

  /// Takes an export out of those that wait.
  ///
  /// - Returns: False if it does not wait.
  func withdraw(_ ticket: AnyObject) -> Bool {
    let id = ObjectIdentifier(ticket)
    let withdrawn = state.withLock { state in
      state.waiting.firstIndex { $0.ticket == id }.map { state.waiting.remove(at: $0) }
    }
    return withdrawn != nil
  }

  /// Lets the next export run after one has ended.
  func leave() {
    let next = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().begin }
      state.running -= 1
      return nil
    }
    next?()
  }
}
