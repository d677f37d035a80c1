import CoreMedia
import Dispatch
internal import GStreamer
import MediaGraph
import Synchronization

/// The changes that callers want of a run while it runs, and where it is meanwhile.
final class LiveControl: Sendable {
  typealias Answer = CheckedContinuation<GraphUpdate, any Error>

  private struct State {
    var conductor: Conductor?
    var pulled: PulledGraph?
    /// The pipeline's state in which everything is there.
    var expected: GStreamer.State?
    var isOver = false
    var updates: [(graph: Graph, answer: Answer)] = []
    /// The callers that wait for branches to drain, by number.
    var removals: [Int: PendingUpdate] = [:]
    var count = 0
    var rate = 1.0
    var isHeld = false
    var isAtEnd = false
    var sought: CMTime?
  }

  /// An update whose last branches have not drained yet.
  struct PendingUpdate {
    let answer: Answer
    /// The files that it finishes.
    let paths: Set<String>
  }

  private let state = Mutex(State())
  let changes = ChangeQueue()
  /// The queue on which a run is held and goes on: beside its loop, which never waits, and beside changes of the graph, which
  /// may wait for it to go on.
  private let holdQueue = DispatchQueue(label: "reel.hold")
  let timebaseDriver = TimebaseDriver()

  /// The pipeline's owner, from the moment when it is assembled until the end of the run.
  var conductor: Conductor? {
    get { state.withLock { $0.conductor } }
    set { state.withLock { $0.conductor = newValue } }
  }

  /// The graph that the program pulls, while it does.
  var pulled: PulledGraph? {
    get { state.withLock { $0.pulled } }
    set { state.withLock { $0.pulled = newValue } }
  }

  var rate: Double {
    get { state.withLock { $0.rate } }
    set { state.withLock { $0.rate = newValue } }
  }

  /// True if the caller holds the run.
  var isHeld: Bool {
    get { state.withLock { $0.isHeld } }
    set {
      state.withLock { state in
        state.isHeld = newValue
        if !newValue { state.sought = nil }
      }
    }
  }

  /// True if the run stands at its end.
  var isAtEnd: Bool {
    get { state.withLock { $0.isAtEnd } }
    set { state.withLock { $0.isAtEnd = newValue } }
  }

  /// True if the pipeline stands, or is about to.
  var stands: Bool { state.withLock { $0.isHeld || $0.isAtEnd } }

  /// The time at which a held run will go on: its sinks know no more until something has come to them from there.
  var sought: CMTime? {
    get { state.withLock { $0.sought } }
    set { state.withLock { $0.sought = $0.isHeld ? newValue : nil } }
  }

  /// The position on the media's own axis.
  func position(of monitor: RunMonitor) -> CMTime { sought ?? monitor.position }

  /// Waits until a run stands that is to be held: it may be on its way there still.
  func hold(_ monitor: RunMonitor) async throws {
    try await blocking(on: monitor.pipeline.stateQueue) { [self] in
      // `resume()` changes `stands` before the pipeline hears of it.
      if stands { try monitor.pipeline.setStateBlocking(.paused) }
    }
  }

  /// Works on the pipeline's state, after what was asked for before.
  func change(_ body: @escaping @Sendable () -> Void) { holdQueue.async(execute: body) }

  /// Follows a state that the pipeline has come to: the timebase goes, or stands.
  func keepTime(_ reached: GStreamer.State, of monitor: RunMonitor) {
    let position = position(of: monitor)
    if reached == .playing {
      timebaseDriver.go(from: position, rate: monitor.hasClock ? rate : nil)
    } else {
      timebaseDriver.stand(at: position)
    }
  }

  /// Begins with changes as soon as the pipeline has come to a state.
  func expect(_ reached: GStreamer.State) { state.withLock { $0.expected = reached } }

  /// Notes a state that the pipeline has come to.
  /// - Returns: true if everything is there with it.
  func reached(_ reached: GStreamer.State) -> Bool {
    state.withLock { state in
      guard state.expected == reached else { return false }
      state.expected = nil
      return true
    }
  }

  /// Notes the end of the run; all callers that wait for something are told.
  func end(_ result: Result<RunResult, any Error>) {
    timebaseDriver.stand()
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    let (updates, removals) = state.withLock { state in
      (state.conductor, state.expected, state.isOver) = (nil, nil, true)
      defer { (state.updates, state.removals) = ([], [:]) }
      return (state.updates, state.removals)
    }
    changes.close(error ?? Self.over)
    for (_, answer) in updates { answer.resume(throwing: error ?? Self.over) }
    for removal in removals.values {
      // The removed branches have drained if the whole graph has.
      removal.answer.resume(
        with: result.map { result in
          GraphUpdate(outputs: result.outputs.filter { removal.paths.contains($0.path) })
        })
    }
  }

  func add(_ graph: Graph, _ answer: Answer) {
    let isOver = state.withLock { state in
      if !state.isOver { state.updates.append((graph, answer)) }
      return state.isOver
    }
    if isOver { answer.resume(throwing: Self.over) }
  }

  func nextUpdate() -> (graph: Graph, answer: Answer)? {
    state.withLock { $0.updates.isEmpty ? nil : $0.updates.removeFirst() }
  }

  /// Gives a removal a number.
  func nextNumber() -> Int {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  /// Keeps the caller of an update until its branches have drained.
  func add(_ update: PendingUpdate, for number: Int) {
    let isOver = state.withLock { state in
      if !state.isOver { state.removals[number] = update }
      return state.isOver
    }
    if isOver { update.answer.resume(throwing: Self.over) }
  }

  func takeUpdate(_ number: Int) -> PendingUpdate? { state.withLock { $0.removals.removeValue(forKey: number) } }

  static let over = Diagnostics([Diagnostic("the run is over", kind: .usage)])
}

/// The files that a run writes.
final class OpenOutputs: Sendable {
  private let state = Mutex<(open: [RunSession.Output], done: [OutputReport], isOver: Bool)>(([], [], false))

  var open: [RunSession.Output] { state.withLock { $0.open } }
  var done: [OutputReport] { state.withLock { $0.done } }

  /// Adds files; those that come after the run are removed.
  func add(_ outputs: [RunSession.Output]) {
    let isOver = state.withLock { state in
      if !state.isOver { state.open += outputs }
      return state.isOver
    }
    if isOver { for output in outputs { output.file.discard() } }
  }

  /// Takes no more files.
  /// - Returns: those that are open.
  func close() -> [RunSession.Output] {
    state.withLock { state in
      state.isOver = true
      return state.open
    }
  }

  /// Forgets files that are taken care of.
  func remove(_ outputs: [RunSession.Output]) {
    let files = Set(outputs.map { ObjectIdentifier($0.file) })
    state.withLock { state in state.open.removeAll { files.contains(ObjectIdentifier($0.file)) } }
  }

  func add(done reports: [OutputReport]) { state.withLock { $0.done += reports } }
}
