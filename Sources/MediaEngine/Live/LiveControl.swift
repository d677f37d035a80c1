internal import GStreamer
import CoreMedia
import Dispatch
import MediaGraph
import Synchronization

/// What others want of a run while it runs, and whom to tell.
final class LiveControl: Sendable {
  typealias Answer = CheckedContinuation<Void, any Error>

  private struct State {
    var assembly: Assembly?
    /// The state in which everything is there, and the pipeline that is on its way to it.
    var expected: (state: GStreamer.State, assembly: Assembly)?
    /// How the run has ended.
    var end: Result<Void, any Error>?
    var waiting: [Answer] = []
    var updates: [(graph: Graph, answer: Answer)] = []
    /// What was taken out and has not come to its end, by number.
    var removals: [Int: (removal: Removal, answer: Answer)] = [:]
    var count = 0
    var rate = 1.0
    var isHeld = false
    var sought: CMTime?
  }

  private let state = Mutex(State())
  /// Seeks, steps and rates go alone; changes of the graph do not meet them.
  let turns = Turns()
  /// Where seeks, steps and rates block.
  let transportQueue = DispatchQueue(label: "reel.transport")
  let timekeeper = Timekeeper()

  /// The pipeline, once everything is there.
  var assembly: Assembly? { state.withLock { $0.assembly } }

  var rate: Double {
    get { state.withLock { $0.rate } }
    set { state.withLock { $0.rate = newValue } }
  }

  /// The run is held, or goes on.
  var isHeld: Bool {
    get { state.withLock { $0.isHeld } }
    set {
      state.withLock { state in
        state.isHeld = newValue
        if !newValue { state.sought = nil }
      }
    }
  }

  /// Where a held run will go on: its sinks know no more until something has come to them from there.
  var sought: CMTime? {
    get { state.withLock { $0.sought } }
    set { state.withLock { $0.sought = $0.isHeld ? newValue : nil } }
  }

  /// Where the run is, on the media's own axis.
  func position(of assembly: Assembly) -> CMTime { sought ?? (assembly.pipeline.position ?? .zero).time }

  /// Waits until a run stands that is to be held: it may be on its way there still.
  func hold(_ assembly: Assembly) async throws {
    try await blocking(on: assembly.pipeline.stateQueue) { [self] in
      // Whoever lets it go on says so before the pipeline is told.
      if isHeld { try assembly.pipeline.setStateBlocking(.paused) }
    }
  }

  /// The pipeline has come to a state that lasts: the timebase goes, or stands.
  func keepTime(_ reached: GStreamer.State, of assembly: Assembly) {
    let position = position(of: assembly)
    if reached == .playing {
      timekeeper.go(from: position, rate: assembly.hasClock ? rate : nil)
    } else {
      timekeeper.stand(at: position)
    }
  }

  /// Everything is there as soon as the pipeline has come to a state.
  func expect(_ reached: GStreamer.State, of assembly: Assembly) {
    state.withLock { $0.expected = (reached, assembly) }
  }

  /// The pipeline has come to a state.
  func reached(_ reached: GStreamer.State) {
    let assembly = state.withLock { $0.expected?.state == reached ? $0.expected?.assembly : nil }
    if let assembly { begin(assembly) }
  }

  /// Everything is there.
  func begin(_ assembly: Assembly) {
    let waiting = state.withLock { state in
      state.expected = nil
      state.assembly = state.end == nil ? assembly : nil
      defer { state.waiting = [] }
      return state.waiting
    }
    for answer in waiting { answer.resume() }
  }

  /// The run has ended; everybody who waits for something is told.
  func end(_ error: (any Error)?) {
    timekeeper.stand()
    let answers = state.withLock { state in
      (state.assembly, state.expected) = (nil, nil)
      state.end = error.map { .failure($0) } ?? .success(())
      defer { (state.waiting, state.updates, state.removals) = ([], [], [:]) }
      // What was on its way out has arrived if everything has.
      return (state.waiting + state.updates.map(\.answer), state.removals.values.map(\.answer))
    }
    for answer in answers.0 { answer.resume(throwing: error ?? Self.over) }
    for answer in answers.1 { if let error { answer.resume(throwing: error) } else { answer.resume() } }
  }

  /// Waits until everything is there.
  /// - Returns: the pipeline.
  func started() async throws -> Assembly {
    try await withCheckedThrowingContinuation { (answer: Answer) in
      let known: Result<Void, any Error>? = state.withLock { state in
        if let end = state.end { return end.flatMap { .failure(Self.over) } }
        if state.assembly != nil { return .success(()) }
        state.waiting.append(answer)
        return nil
      }
      if let known { answer.resume(with: known) }
    }
    guard let assembly else { throw Self.over }
    return assembly
  }

  func add(_ graph: Graph, _ answer: Answer) {
    let end = state.withLock { state in
      if state.end == nil { state.updates.append((graph, answer)) }
      return state.end
    }
    if end != nil { answer.resume(throwing: Self.over) }
  }

  func nextUpdate() -> (graph: Graph, answer: Answer)? {
    state.withLock { $0.updates.isEmpty ? nil : $0.updates.removeFirst() }
  }

  /// Keeps what goes, until it has come to its end.
  /// - Returns: its number.
  func add(_ removal: Removal, _ answer: Answer) -> Int {
    state.withLock { state in
      state.count += 1
      state.removals[state.count] = (removal, answer)
      return state.count
    }
  }

  func takeRemoval(_ number: Int) -> (removal: Removal, answer: Answer)? {
    state.withLock { $0.removals.removeValue(forKey: number) }
  }

  static let over = Diagnostics([Diagnostic("the run is over", kind: .usage)])
}

/// The files that a run writes.
final class OpenOutputs: Sendable {
  private let state = Mutex<(open: [RunSession.Output], done: [OutputReport])>(([], []))

  var open: [RunSession.Output] { state.withLock { $0.open } }
  var done: [OutputReport] { state.withLock { $0.done } }

  func add(_ outputs: [RunSession.Output]) { state.withLock { $0.open += outputs } }

  /// Forgets files that are taken care of.
  func remove(_ outputs: [RunSession.Output]) {
    let files = Set(outputs.map { ObjectIdentifier($0.file) })
    state.withLock { state in state.open.removeAll { files.contains(ObjectIdentifier($0.file)) } }
  }

  func add(done reports: [OutputReport]) { state.withLock { $0.done += reports } }
}
