internal import GStreamer
internal import CGStreamer
import MovieFile

/// An event, a sample or the end of a muxer's input, in its order.
enum MuxerEntry {
  case event(Event)
  case sample(HeldSample)
  case end
}

/// The next step in writing a muxer's file.
enum MuxerStep {
  case begin([(lane: Int, events: [MuxerEntry], first: HeldSample?)])
  case write(MuxerEntry, lane: Int)
  case finish
  case close
}

/// The state of a muxer: what its inputs have brought, what of it is written next, and which input waits meanwhile.
///
/// It has neither locks nor threads: its muxer guards it, and performs its steps. Running times are in nanoseconds.
struct MuxerSchedule {
  private let kinds: [MuxerInput.Kind]
  private let isFragmented: Bool
  private let goesIntoStreams: Bool
  /// The inputs all of whose samples come before those of others.
  private let firstLanes: Set<Int>

  private var order = Interleaver<MuxerEntry>(lanes: [])
  private var isStarted = false
  /// The inputs that have brought a sample.
  private var begun: Set<Int> = []
  /// The inputs whose format is known.
  private var described: Set<Int> = []
  private var hasBegun = false
  private(set) var isFinished = false
  private var isClosed = false
  var isFlushing = false
  private(set) var hasFailed = false
  private(set) var flowError: FlowError?
  /// True if the file is as large as it may be: it ends where it is.
  var hasReachedLimit = false
  /// The number of buffers that each input has taken.
  private var taken: [Int]
  /// The buffers of each input that belong to a file that ends early; nil for one that has all.
  private var cutCounts: [Int]?
  /// True if the file ends where its slowest track is: nothing more is taken.
  private(set) var isCut = false
  /// The bytes of memory that held samples take, of each input.
  private var memory: [Int]
  /// For each input a number that it shares with those whose media come through the same threads; nil if that is not known,
  /// or about to change: no input waits for another then.
  var streamGroups: [Int]?
  /// The inputs that the program alone feeds, and those of captions from sources that follow a clock.
  private(set) var programLanes: Set<Int> = []
  private var liveLanes: Set<Int> = []
  /// The inputs whose program records: it cannot wait.
  private var realTimeLanes: Set<Int> = []
  /// The inputs that go on although they are ahead, until those that they are ahead of bring something.
  private var releasedLanes: Set<Int> = []

  /// The lag of captions that nothing announces behind frames and audio.
  private static let captionLag: Int64 = 1_000_000_000
  /// The lead of an input over others that it can wait for; and the bytes that it may hold all the same, for an encoder beside
  /// it may need seconds of media before its first sample, and its program bring both by turns.
  private static let lead: Int64 = 1_000_000_000
  private static let leastBytes = 1 << 20
  /// The bytes with which an input waits whatever its lead.
  private static let leadBytes = 8 << 20
  /// The number of entries that are written before other threads may look at what they wait for.
  static let stepsTogether = 16
  /// The bytes of all inputs that memory has room for.
  private static let memoryLimit = 32 << 20

  init(_ options: MuxerOptions, _ kinds: [MuxerInput.Kind]) {
    self.kinds = kinds
    (isFragmented, goesIntoStreams) = (options.layout.isFragmented, options.goesIntoStreams)
    firstLanes =
      isFragmented ? [] : Set(kinds.indices.filter { options.tracks.indices.contains($0) && options.tracks[$0].first })
    (memory, taken) = (kinds.map { _ in 0 }, kinds.map { _ in 0 })
  }

  /// Begins a file, which has nothing of one before.
  mutating func start() {
    isStarted = true
    (liveLanes, realTimeLanes, releasedLanes) = ([], [], [])
    order = Interleaver(lanes: kinds.indices.map { waiting(for: $0) })
    (begun, described, memory) = ([], [], kinds.map { _ in 0 })
    (hasBegun, isFinished, isClosed, hasFailed, flowError) = (false, false, false, false, nil)
    (hasReachedLimit, isCut, taken) = (false, false, kinds.map { _ in 0 })
  }

  /// Discards what is held.
  mutating func stop() {
    isStarted = false
    order = Interleaver(lanes: [])
  }

  /// Says which inputs the program alone feeds.
  mutating func setProgramLanes(_ lanes: Set<Int>) {
    programLanes = lanes
    guard isStarted else { return }
    for lane in kinds.indices where kinds[lane].isSparse { order.setWaiting(waiting(for: lane), for: lane) }
  }

  // MARK: - Arrivals

  /// True if all of an input's samples come before those of others: its time does not pass, so that they wait up to its end.
  func comesFirst(_ lane: Int) -> Bool { firstLanes.contains(lane) }

  /// Takes an event, in the order of its input.
  mutating func append(_ event: Event, to lane: Int) {
    if event.event.pointee.type == GST_EVENT_CAPS { described.insert(lane) }
    if ProgramSessions(event)?.isRealTime == true { realTimeLanes.insert(lane) }
    order.append(.event(event), to: lane)
  }

  /// Counts a buffer that an input has taken, be it a sample or not.
  mutating func count(in lane: Int) { taken[lane] += 1 }

  /// Takes a sample, which is written when its turn comes.
  mutating func append(_ sample: HeldSample, at time: Int64?, to lane: Int) {
    order.append(.sample(sample), at: comesFirst(lane) ? nil : time, to: lane)
    begun.insert(lane)
    memory[lane] += sample.memory
    if !releasedLanes.contains(lane) { releasedLanes.removeAll() }
  }

  /// Notes that an input brings nothing before a time.
  mutating func pass(_ time: Int64, in lane: Int) { if !comesFirst(lane) { order.pass(time, in: lane) } }

  /// Ends an input.
  mutating func end(_ lane: Int) {
    guard !order.hasEnded(lane) else { return }
    order.append(.end, to: lane)
    order.end(lane)
  }

  /// Says whether an input's source follows a clock.
  mutating func setLive(_ isLive: Bool, _ lane: Int) {
    if isLive { liveLanes.insert(lane) } else { liveLanes.remove(lane) }
    order.setWaiting(waiting(for: lane), for: lane)
  }

  /// The way in which other inputs wait for one.
  private func waiting(for lane: Int) -> LaneWaiting {
    if cutCounts != nil, !kinds[lane].isPresented { return .never }
    return switch kinds[lane] {
    case .video, .audio: .always
    // A live source says nothing of the time in which there are no captions, and neither does a program: its fragments are
    // there to be played while it goes on, and captions that come late are in a later one.
    case .text, .timedMetadata:
      isFragmented && programLanes.contains(lane) || liveLanes.contains(lane) ? .upTo(Self.captionLag) : .always
    // The whole is waited for, or only the end of the file needs them.
    case .metadata: .never
    }
  }

  // MARK: - Room

  /// The reason why no samples are taken; nil while they are.
  var obstacle: GstFlowReturn? {
    isFlushing
      ? GST_FLOW_FLUSHING : hasFailed ? GST_FLOW_ERROR : flowError?.flow ?? (hasReachedLimit ? GST_FLOW_EOS : nil)
  }

  /// The reason why no more is taken, also while the rest is still being written; nil if it is.
  var refusal: GstFlowReturn? { obstacle ?? (isCut ? GST_FLOW_EOS : nil) }

  /// True if memory has no room for more.
  var isFull: Bool { memory.reduce(0, +) > Self.memoryLimit }

  /// True if an input is far ahead of others, all of which go on while it waits.
  ///
  /// No input waits for captions: they come when there are some.
  func mustWait(_ lane: Int) -> Bool {
    let isAhead = order.waitingTime(of: lane) >= Self.lead && memory[lane] >= Self.leastBytes
    guard let streamGroups, isAhead || memory[lane] >= Self.leadBytes, !realTimeLanes.contains(lane),
      !releasedLanes.contains(lane)
    else { return false }
    let lateLanes = lanesBehind(lane)
    return !lateLanes.isEmpty
      && lateLanes.allSatisfy { kinds[$0].isPresented && streamGroups[$0] != streamGroups[lane] }
  }

  /// Lets an input go on if those that it is ahead of wait for their program, which would wait for ever for the one that it fills.
  mutating func release(_ lane: Int, isStarved: (Int) -> Bool) {
    if lanesBehind(lane).allSatisfy({ programLanes.contains($0) && isStarved($0) }) { releasedLanes.insert(lane) }
  }

  /// The inputs that the next sample of one waits for.
  private func lanesBehind(_ lane: Int) -> [Int] {
    hasBegun ? order.lateLanes(before: lane) : kinds.indices.filter { $0 != lane && !isKnown($0) }
  }

  // MARK: - Ends

  /// Ends the file where its slowest track is: what other inputs have brought beyond it is left out.
  ///
  /// - Parameter counts: The buffers that have been sent to each input so far, which all belong to the file if no other
  ///   track is behind them.
  mutating func cut(after counts: [Int]) {
    // Where a track comes first in the file, the others have nothing yet.
    guard cutCounts == nil, firstLanes.isEmpty else { return }
    cutCounts = counts
    guard isStarted else { return }
    for lane in kinds.indices where !kinds[lane].isPresented { order.setWaiting(.never, for: lane) }
  }

  /// Ends the file where it is.
  ///
  /// - Returns: False if it has been ended by an error before, or by what takes its bytes.
  mutating func end(with error: any Error) -> Bool {
    if let flowError = error as? FlowError {
      self.flowError = flowError
      return false
    }
    defer { hasFailed = true }
    return !hasFailed
  }

  /// True if the next sample of a file that ends early has not been sent yet.
  private var isAtCut: Bool {
    guard let cutCounts, hasBegun else { return false }
    return missingLanes.contains { cutCounts.indices.contains($0) && taken[$0] >= cutCounts[$0] }
  }

  /// The inputs whose next sample, or end, the file waits for.
  private var missingLanes: [Int] {
    let heads = kinds.indices.filter { order.first(of: $0) != nil }
    guard !heads.isEmpty else { return kinds.indices.filter { kinds[$0].isPresented && !order.hasEnded($0) } }
    return heads.flatMap { order.lateLanes(before: $0) }
  }

  // MARK: - Steps

  /// Returns the next steps: entries whose turn has come are written together, since taking the lock for each would make the
  /// inputs' threads wait for each other.
  mutating func nextSteps() -> [MuxerStep] {
    guard let first = nextStep() else { return [] }
    guard hasBegun, case .write = first else { return [first] }
    var steps = [first]
    while steps.count < Self.stepsTogether, let next = order.next {
      order.take(from: next.lane)
      steps.append(.write(next.entry, lane: next.lane))
    }
    return steps
  }

  /// Frees the memory of samples that were written.
  mutating func free(_ steps: [MuxerStep]) {
    for case .write(.sample(let sample), let lane) in steps { memory[lane] -= sample.memory }
  }

  private mutating func nextStep() -> MuxerStep? {
    guard !isFlushing, !isClosed else { return nil }
    if hasReachedLimit, !isFinished, !hasFailed, flowError == nil {
      isFinished = true
      return .finish
    }
    if isFinished || obstacle != nil {
      guard order.haveAllEnded else { return nil }
      isClosed = true
      return .close
    }
    let next = order.next
    if !hasBegun {
      // The tracks come into the file in the order of the inputs: all have to be known first.
      if case .sample? = next?.entry { guard kinds.indices.allSatisfy(isKnown) else { return nil } }
      if next.map({ if case .sample = $0.entry { true } else { false } }) ?? order.isDone {
        hasBegun = true
        return .begin(kinds.indices.map { takeStreamStart(of: $0) })
      }
    }
    if let next {
      order.take(from: next.lane)
      return .write(next.entry, lane: next.lane)
    }
    if !isCut, isAtCut {
      isCut = true
      order.cut(endingWith: .end)
      memory = kinds.map { _ in 0 }
      return nextStep()
    }
    guard order.isDone else { return nil }
    isFinished = true
    return .finish
  }

  /// True if it is known what the track is, or that there is none.
  private func isKnown(_ lane: Int) -> Bool {
    if order.hasEnded(lane) { return true }
    switch kinds[lane] {
    case .video, .audio: return begun.contains(lane)
    // Of captions, all is known before there are any; but only streams have a track without any.
    case .text: return goesIntoStreams || begun.contains(lane)
    // Of metadata, the keys come with their format.
    case .timedMetadata: return begun.contains(lane) || goesIntoStreams && described.contains(lane)
    // Fragments say at their beginning what the whole is about.
    case .metadata: return !isFragmented
    }
  }

  /// The entries of an input up to its first sample; of metadata, all of them.
  private mutating func takeStreamStart(of lane: Int) -> (lane: Int, events: [MuxerEntry], first: HeldSample?) {
    let isMetadata = kinds[lane] == .metadata
    if isMetadata { memory[lane] = 0 }
    let events = order.take(from: lane) { entry in
      if case .event = entry { false } else { !isMetadata }
    }
    guard case .sample(let first)? = order.first(of: lane) else { return (lane, events, nil) }
    return (lane, events, first)
  }
}
