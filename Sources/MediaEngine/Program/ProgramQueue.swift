internal import MediaSource
import MediaGraph
import Synchronization

/// The samples between a program and a running graph: one side puts them in, the other takes them out, and each waits for the other.
///
///     program ─▷ ProgramSource ─▷ queue ─▷ streaming thread          streaming thread ─▷ queue ─▷ ProgramSink ─▷ program
///
/// A queue serves one run. All of it may be used on any thread; what waits never runs on the cooperative pool.
final class ProgramQueue<Item: Sendable>: Sendable {
  /// Room for more samples than the capacity, by their sizes.
  struct Reserve: Sendable {
    /// The size of all that waits from which there is no room for more.
    let limit: Int
    /// The number of samples after which the reserve ends: it is for a graph that takes a while to start, and ends earlier once the graph
    /// has taken all that waited. Nil if it stays.
    var startCount: Int?
    /// The size of a sample; 0 for an item that is none.
    let size: @Sendable (Item) -> Int
  }

  private struct State {
    private(set) var items: [(item: Item, size: Int)] = []
    /// The size of all items.
    private(set) var size = 0
    /// The number of samples to be taken until the reserve ends; nil if it stays.
    var startCount: Int?
    /// True once nothing more is put in.
    var isFinished = false
    /// True if the run ended the samples, and not the program.
    var isStopped = false
    /// True once the run is over, and nothing more is taken or given.
    var isOver = false
    var dropped = 0
    /// The number of muxers that hold what was put in because it is far ahead of their other inputs.
    var holders = 0
    var takers = 0
    var putters = 0
    /// True once a sample was taken out.
    private(set) var hasTaken = false

    mutating func append(_ item: Item, size: Int) {
      items.append((item, size))
      self.size += size
    }

    mutating func removeFirst() -> Item {
      let (item, size) = items.removeFirst()
      self.size -= size
      if size > 0, let startCount {
        // A graph that waits takes the first sample at once, and opens its encoder with it.
        self.startCount = items.isEmpty && hasTaken ? 0 : max(0, startCount - 1)
        hasTaken = true
      }
      return item
    }

    mutating func removeAll() { (items, size) = ([], 0) }
  }

  /// The number of samples that the queue holds before it is full, apart from its reserve.
  let capacity: Int
  private let reserve: Reserve?
  private let state: ConditionLock<State>
  private struct Listener {
    let stream: AsyncStream<Bool>.Continuation
    /// The readiness that it was told last; nil if none.
    var told: Bool?
  }

  private let listeners = Mutex<(next: Int, all: [Int: Listener])>((0, [:]))

  init(capacity: Int, reserve: Reserve? = nil) {
    (self.capacity, self.reserve) = (max(1, capacity), reserve)
    state = ConditionLock(State(startCount: reserve?.startCount))
  }

  // MARK: Putting in

  /// True if the queue takes a sample at once.
  var isReady: Bool { state.read { isReady($0) } }

  /// Returns the number of the first of some samples that the queue takes at once.
  func room(for items: some Sequence<Item>) -> Int {
    state.read { state in
      guard isReady(state) else { return 0 }
      var (count, size, room) = (state.items.count, state.size, 0)
      for item in items {
        guard !isFull(count, size, state) else { break }
        (count, size, room) = (count + 1, size + self.size(of: item), room + 1)
      }
      return room
    }
  }

  private func isReady(_ state: State) -> Bool {
    hasRoom(state) && !state.isFinished && !state.isOver
  }

  private func hasRoom(_ state: State) -> Bool { !isFull(state) && state.holders == 0 }

  private func isFull(_ state: State) -> Bool { isFull(state.items.count, state.size, state) }

  private func isFull(_ count: Int, _ size: Int, _ state: State) -> Bool {
    guard count >= capacity else { return false }
    guard let reserve, state.startCount != 0 else { return true }
    return size >= reserve.limit
  }

  private func size(of item: Item) -> Int { reserve?.size(item) ?? 0 }

  /// Notes that a muxer holds what was put in, or goes on.
  func setHeld(_ isHeld: Bool) {
    state.withLock { $0.holders = max(0, $0.holders + (isHeld ? 1 : -1)) }
    notify()
  }

  /// The number of samples that wait to be taken.
  var count: Int { state.read { $0.items.count } }
  /// The number of samples that were dropped because the queue was full.
  var dropped: Int { state.read { $0.dropped } }

  /// ``isReady`` now and after each change, up to the end of the run.
  func readiness() -> AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { listeners in
      listeners.next += 1
      listeners.all[listeners.next] = Listener(stream: continuation)
      return listeners.next
    }
    continuation.onTermination = { [weak self] _ in self?.listeners.withLock { $0.all[number] = nil } }
    notify()
    return stream
  }

  private func notify() {
    // Looked at and told in one go: otherwise a thread that comes late could tell something older last.
    let finished = listeners.withLock { listeners in
      let (isReady, isOver) = state.read { (self.isReady($0), $0.isOver) }
      for index in listeners.all.indices where listeners.all.values[index].told != isReady {
        listeners.all.values[index].told = isReady
        listeners.all.values[index].stream.yield(isReady)
      }
      return isOver ? listeners.all.values.map(\.stream) : []
    }
    // These let go of their listeners, under the same lock.
    for listener in finished { listener.finish() }
  }

  /// Puts a sample in if there is room for it; with `dropping` the oldest one makes room.
  /// - Returns: False if the queue is full.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  func offer(_ item: Item, dropping: Bool = false) throws(Diagnostic) -> Bool {
    defer { notify() }
    let result: Result<Bool, Diagnostic> = state.withLock { state in
      if let problem = closedError(state) { return .failure(problem) }
      if !hasRoom(state), !dropping { return .success(false) }
      if isFull(state) {
        _ = state.removeFirst()
        state.dropped += 1
      }
      state.append(item, size: size(of: item))
      return .success(true)
    }
    return try result.get()
  }

  /// Puts samples in, whether there is room for them or not.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  func push(contentsOf items: [Item]) throws(Diagnostic) {
    defer { notify() }
    let result: Result<Void, Diagnostic> = state.withLock { state in
      if let problem = closedError(state) { return .failure(problem) }
      for item in items { state.append(item, size: size(of: item)) }
      return .success(())
    }
    return try result.get()
  }

  /// Puts a sample in, whether there is room for it or not.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  func push(_ item: Item) throws(Diagnostic) {
    defer { notify() }
    let result: Result<Void, Diagnostic> = state.withLock { state in
      if let problem = closedError(state) { return .failure(problem) }
      state.append(item, size: size(of: item))
      return .success(())
    }
    return try result.get()
  }

  /// Waits for room and puts a sample in.
  /// - Throws: As ``offer(_:dropping:)``; `CancellationError`.
  func put(_ item: Item, _ cancellation: Cancellation) throws {
    defer { notify() }
    try waiting(\.putters) { state -> Result<Void, any Error>? in
      if cancellation.isCancelled { return .failure(CancellationError()) }
      if let problem = closedError(state) { return .failure(problem) }
      guard hasRoom(state) else { return nil }
      state.append(item, size: size(of: item))
      return .success(())
    }.get()
  }

  /// Waits for room as long as the streaming thread may wait, then puts the sample in, beyond the capacity if it has to go on.
  /// - Returns: False when nothing is taken any more.
  func put(_ item: Item, whileWaiting mayWait: () -> Bool) -> Bool {
    waiting(\.putters) { state -> Bool? in
      if state.isOver { return false }
      guard !isFull(state) || !mayWait() else { return nil }
      state.append(item, size: size(of: item))
      return true
    }
  }

  private func closedError(_ state: State) -> Diagnostic? {
    if state.isOver || state.isStopped {
      return Diagnostic("the run is over", kind: .failure, help: "its result says why")
    }
    return state.isFinished ? Diagnostic("the samples were finished", kind: .usage) : nil
  }

  /// Ends the samples; those that wait are still taken.
  func finish() {
    state.withLock { $0.isFinished = true }
    notify()
  }

  /// Ends the samples because the run ends; those that wait are still taken.
  func stop() {
    state.withLock { state in
      if !state.isFinished { (state.isFinished, state.isStopped) = (true, true) }
    }
    notify()
  }

  // MARK: Taking out

  /// Waits for a sample and takes it out.
  /// - Returns: Nil after the last, and when the run is over.
  /// - Throws: `CancellationError`, also when the taker must not wait any more.
  func take(while mayWait: () -> Bool) throws -> Item? {
    defer { notify() }
    return try waiting(\.takers) { state -> Result<Item?, any Error>? in
      if !state.items.isEmpty { return .success(state.removeFirst()) }
      if state.isFinished || state.isOver { return .success(nil) }
      return mayWait() ? nil : .failure(CancellationError())
    }.get()
  }

  /// Waits for a sample and takes out all that there are.
  /// - Returns: None after the last, and when the run is over.
  /// - Throws: `CancellationError`, also when the taker must not wait any more.
  func takeAll(while mayWait: () -> Bool) throws -> [Item] {
    defer { notify() }
    return try waiting(\.takers) { state -> Result<[Item], any Error>? in
      if !state.items.isEmpty {
        defer { state.removeAll() }
        return .success(state.items.map(\.item))
      }
      if state.isFinished || state.isOver { return .success([]) }
      return mayWait() ? nil : .failure(CancellationError())
    }.get()
  }

  /// Throws away what waits, as a seek does.
  func flush() {
    state.withLock { state in
      state.removeAll()
      (state.isFinished, state.isStopped) = (false, false)
    }
    notify()
  }

  // MARK: Both

  /// Ends the queue with its run: what was put in can still be taken if it was finished.
  func end() {
    state.withLock { state in
      if !state.isFinished { state.removeAll() }
      state.isOver = true
    }
    notify()
  }

  /// Lets those that wait look again whether they may.
  func wake() { state.withLock { _ in } }

  /// True if the run was over before the samples were finished.
  var hasFailed: Bool { state.read { $0.isOver && !$0.isFinished } }
  /// True if the graph waits for the program to put a sample in.
  var isStarving: Bool { state.read { $0.takers > 0 && $0.items.isEmpty } }
  /// True if the graph waits for the program to take a sample out.
  var isBlocked: Bool { state.read { $0.putters > 0 && isFull($0) } }

  private func waiting<Value>(_ number: WritableKeyPath<State, Int>, _ body: (inout State) -> Value?) -> Value {
    var isCounted = false
    return state.wait { state -> Value? in
      if !isCounted {
        state[keyPath: number] += 1
        isCounted = true
      }
      guard let result = body(&state) else { return nil }
      state[keyPath: number] -= 1
      return result
    }
  }
}
