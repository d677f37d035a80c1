internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import Foundation
import MovieFile

/// The Swift half of a muxer's element: coded buffers come in on any number of pads, a file goes out.
///
///     input 0 ─▶ chain ─▶ hold ─┐
///     input 1 ─▶ chain ─▶ hold ─┴▶ Interleaver ─▶ MuxedFile ─▶ src
///
/// Each input has a streaming thread of its own. What it brings is held until its turn in the file has come; then the thread
/// that finds the file free writes all whose turn it is, while the others go on bringing theirs. An input that is ahead waits
/// only where nothing that it waits for comes through the same threads: otherwise what it brings is held, in memory and beyond
/// some megabytes in files without names. An input that never brings anything is the watchdog's business.
final class MuxerInstance: ElementInstance {
  /// An event, a sample or the end of an input, in its order.
  private enum Entry {
    case event(Event)
    case sample(HeldSample)
    case end
  }

  /// The next step in writing the file.
  private enum Step {
    case begin([(lane: Int, events: [Entry], first: HeldSample?)])
    case write(Entry, lane: Int)
    case finish
    case close
  }

  private let options: MuxerOptions
  private let kinds: [MuxerInput.Kind]
  /// Guards what follows, but for the file itself, which belongs to the thread that has set `isWriting`.
  private let condition = NSCondition()
  private var order: Interleaver<Entry>
  /// Each belongs to its input's thread.
  private var arrivals: [MuxerArrival] = []
  /// The inputs that have brought a sample.
  private var begun: Set<Int> = []
  /// The inputs whose format is known.
  private var described: Set<Int> = []
  private var file: MuxedFile?
  private var isWriting = false
  private var hasBegun = false
  private var isFinished = false
  private var isClosed = false
  private var isFlushing = false
  private var hasFailed = false
  /// True if the file is as large as it may be: it ends where it is.
  private var hasReachedLimit = false
  /// The number of buffers that each input has taken.
  private var taken: [Int]
  /// The buffers of each input that belong to a file that ends early; nil for one that has all.
  private var cutCounts: [Int]?
  /// True if the file ends where its slowest track is: nothing more is taken.
  private var isCut = false
  private var flowError: FlowError?
  /// The bytes of memory that held samples take, of each input.
  private var memory: [Int]
  /// For each input a number that it shares with those whose media come through the same threads; nil if that is not known.
  private var streamGroups: [Int]?
  /// The inputs that the program alone feeds, and those of captions from sources that follow a clock.
  private var programLanes: Set<Int> = []
  private var liveLanes: Set<Int> = []
  /// The inputs whose program records: it cannot wait.
  private var realTimeLanes: Set<Int> = []
  /// True of an input if its program brings it nothing.
  private var isStarved: @Sendable (Int) -> Bool = { _ in false }
  /// The inputs that go on although they are ahead, until those that they are ahead of bring something.
  private var releasedLanes: Set<Int> = []
  /// Opens the file behind the output again, when it is the only one; -1 with `errno` if that fails. Set before anything flows.
  var reopenOutput: (@Sendable () -> CInt)?
  private var readers: [() throws -> Void] = []
  private var fileNotes: [String] = []

  /// The lag of captions that nothing announces behind frames and audio, in nanoseconds.
  private static let captionLag: Int64 = 1_000_000_000
  /// The lead of an input over others that it can wait for, in nanoseconds; and the bytes that it may hold all the same, for an
  /// encoder beside it may need seconds of media before its first sample, and its program bring both by turns.
  private static let lead: Int64 = 1_000_000_000
  private static let leastBytes = 1 << 20
  /// The bytes with which an input waits whatever its lead.
  private static let leadBytes = 8 << 20
  /// The time, in seconds, after which an input looks whether those that it waits for get anything from their program.
  private static let patience = 0.2
  /// The number of entries that are written before other threads may look at what they wait for.
  private static let stepsTogether = 16
  /// The bytes of all inputs that memory has room for.
  private static let memoryLimit = 32 << 20

  init(_ options: MuxerOptions, _ kinds: [MuxerInput.Kind]) {
    (self.options, self.kinds) = (options, kinds)
    order = Interleaver(lanes: [])
    memory = kinds.map { _ in 0 }
    taken = memory
  }

  /// Makes the element with its inputs, which take what the format holds.
  static func element(_ options: MuxerOptions, inputs kinds: [MuxerInput.Kind], taking caps: Caps) throws -> Element {
    try GStreamerLibrary.start()
    var methods = ElementMethods.table
    var functions = CReelMuxerFunctions(
      chain: { instance, input, buffer in
        Unmanaged<MuxerInstance>.fromOpaque(instance!).takeUnretainedValue()
          .chain(Int(input), [Buffer(adopting: buffer!)])
      },
      chain_list: { instance, input, list in
        defer { creel_mini_unref(UnsafeMutableRawPointer(list!)) }
        let buffers = (0..<gst_buffer_list_length(list)).map { Buffer(retaining: gst_buffer_list_get(list, $0)) }
        return Unmanaged<MuxerInstance>.fromOpaque(instance!).takeUnretainedValue().chain(Int(input), buffers)
      },
      event: { instance, input, event in
        Unmanaged<MuxerInstance>.fromOpaque(instance!).takeUnretainedValue()
          .receive(Int(input), Event(adopting: event!)) ? 1 : 0
      })
    let instance = MuxerInstance(options, kinds)
    let given = try Caps(options.caps)
    let element = Element(
      retaining: creel_muxer_new(nil, given.caps, &methods, &functions, Unmanaged.passRetained(instance).toOpaque()))
    for _ in kinds { creel_muxer_add_input(element.element, caps.caps) }
    return element
  }

  /// The instance behind an element; nil for every other element.
  static func of(_ element: Element) -> MuxerInstance? {
    creel_muxer_instance(element.element).map { Unmanaged<MuxerInstance>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Notes on what the file does not have, or has otherwise.
  var notes: [String] { condition.withLock { fileNotes } }

  /// Calls a body when what was written can be read for the first time, before all of it is there; set before anything flows.
  func whenReadable(_ body: @escaping @Sendable () throws -> Void) { condition.withLock { readers.append(body) } }

  /// Says which inputs' media come through the same streaming threads: those with the same number. Nil if that is not known,
  /// or about to change: no input waits for another then.
  func setStreamGroups(_ groups: [Int]?) {
    condition.withLock {
      streamGroups = groups
      condition.broadcast()
    }
  }

  /// Says which inputs the program alone feeds, and how to find out that it brings one nothing.
  func setProgramInputs(_ lanes: Set<Int>, isStarving: @escaping @Sendable (Int) -> Bool) {
    condition.withLock {
      programLanes = lanes
      isStarved = isStarving
      guard file != nil else { return }
      for lane in kinds.indices where kinds[lane].isSparse { order.setWaiting(waiting(for: lane), for: lane) }
    }
  }

  /// Ends the file where its slowest track is: what other inputs have brought beyond it is left out.
  ///
  /// - Parameter counts: The buffers that have been sent to each input so far, which all belong to the file if no other
  ///   track is behind them.
  func cut(after counts: [Int]) {
    condition.withLock {
      // Where a track comes first in the file, the others have nothing yet.
      guard cutCounts == nil, !kinds.indices.contains(where: comesFirst) else { return }
      cutCounts = counts
      guard file != nil else { return }
      for lane in kinds.indices where !kinds[lane].isPresented { order.setWaiting(.never, for: lane) }
      write()
    }
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

  /// The way in which other inputs wait for one.
  private func waiting(for lane: Int) -> LaneWaiting {
    if cutCounts != nil, !kinds[lane].isPresented { return .never }
    let isProgram = options.layout.isFragmented && programLanes.contains(lane)
    return switch kinds[lane] {
    case .video, .audio: .always
    // A live source says nothing of the time in which there are no captions, and neither does a program: its fragments are
    // there to be played while it goes on, and captions that come late are in a later one.
    case .text, .timedMetadata: isProgram || liveLanes.contains(lane) ? .upTo(Self.captionLag) : .always
    // The whole is waited for, or only the end of the file needs them.
    case .metadata: .never
    }
  }

  override func start() {
    condition.withLock {
      let output = MuxerOutput(Pad(retaining: creel_muxer_output(element)), caps: options.caps)
      file = MuxedFile(options, kinds, to: output)
      (liveLanes, realTimeLanes, releasedLanes) = ([], [], [])
      order = Interleaver(lanes: kinds.indices.map { waiting(for: $0) })
      arrivals = kinds.map { MuxerArrival($0, temporaryFolder: options.temporaryFolder) }
      (begun, described, memory) = ([], [], kinds.map { _ in 0 })
      (hasBegun, isFinished, isClosed, hasFailed, flowError) = (false, false, false, false, nil)
      (hasReachedLimit, isCut, taken) = (false, false, kinds.map { _ in 0 })
    }
  }

  override func stop() {
    condition.withLock {
      file = nil
      order = Interleaver(lanes: [])
    }
  }

  override func setUnlocked(_ isUnlocked: Bool) {
    condition.withLock {
      isFlushing = isUnlocked
      condition.broadcast()
    }
  }

  // MARK: - Arrivals

  /// Takes buffers of an input: all that memory has room for at once, as long as the input is not far ahead.
  private func chain(_ lane: Int, _ buffers: [Buffer]) -> GstFlowReturn {
    let arrival = arrivals[lane]
    var rest = buffers[...]
    while let next = rest.first {
      let hasRoom = condition.withLock {
        // Held samples are on their way to the disk already.
        while refusal == nil, isWriting, isFull { condition.wait() }
        return !isFull
      }
      do {
        let overflown = hasRoom || !arrival.isSample(next) ? nil : try arrival.overflow.hold(next)
        let isHeld = condition.withLock {
          guard refusal == nil else { return false }
          rest.removeFirst()
          take(next, overflown, from: arrival, in: lane)
          while let next = rest.first, !isFull, !mustWait(lane) {
            rest.removeFirst()
            take(next, nil, from: arrival, in: lane)
          }
          write()
          return refusal == nil && mustWait(lane)
        }
        if isHeld { hold(lane) }
      } catch {
        condition.withLock { end(with: error) }
        return GST_FLOW_ERROR
      }
      if let refusal = condition.withLock({ refusal }) { return refusal }
    }
    return GST_FLOW_OK
  }

  /// Takes a buffer, which is written when its turn comes; called with the lock.
  ///
  /// - Parameter overflown: The buffer with its bytes in a file, where memory has no room.
  private func take(_ buffer: Buffer, _ overflown: HeldSample?, from arrival: MuxerArrival, in lane: Int) {
    taken[lane] += 1
    guard arrival.isSample(buffer) else { return }
    let sample = overflown ?? HeldSample(buffer)
    order.append(.sample(sample), at: comesFirst(lane) ? nil : arrival.time(of: buffer), to: lane)
    begun.insert(lane)
    memory[lane] += sample.memory
    if !releasedLanes.contains(lane) { releasedLanes.removeAll() }
  }

  /// Waits until an input is no longer far ahead, which its source hears of.
  private func hold(_ lane: Int) {
    let pad = try? Element(retaining: element).pad("sink_\(lane)")
    if let pad { HeldInput(isHeld: true).send(from: pad) }
    condition.withLock {
      while refusal == nil, mustWait(lane) {
        guard programLanes.contains(lane), !condition.wait(until: Date(timeIntervalSinceNow: Self.patience)) else {
          if !programLanes.contains(lane) { condition.wait() }
          continue
        }
        // A program may bring its inputs one after the other: it would wait for ever for the one that it fills.
        if lanesBehind(lane).allSatisfy({ programLanes.contains($0) && isStarved($0) }) { releasedLanes.insert(lane) }
      }
    }
    if let pad { HeldInput(isHeld: false).send(from: pad) }
  }

  private func receive(_ lane: Int, _ event: Event) -> Bool {
    let arrival = arrivals[lane]
    switch event.event.pointee.type {
    case GST_EVENT_FLUSH_START:
      // There is no seeking in what is being written.
      return false
    case GST_EVENT_GAP:
      guard !comesFirst(lane), let end = arrival.end(ofGap: event) else { return true }
      condition.withLock {
        order.pass(end, in: lane)
        write()
      }
    case GST_EVENT_EOS:
      condition.withLock {
        guard !order.hasEnded(lane) else { return }
        order.append(.end, to: lane)
        order.end(lane)
        write()
      }
    case GST_EVENT_SEGMENT, GST_EVENT_CAPS, GST_EVENT_TAG, GST_EVENT_CUSTOM_DOWNSTREAM,
      GST_EVENT_CUSTOM_DOWNSTREAM_STICKY:
      var isSourceLive: Bool?
      if event.event.pointee.type == GST_EVENT_SEGMENT {
        arrival.setSegment(event)
        if arrival.kind.isSparse { isSourceLive = isLive(lane) }
      }
      let isRealTime = ProgramSessions(event)?.isRealTime ?? false
      condition.withLock {
        if isRealTime { realTimeLanes.insert(lane) }
        if event.event.pointee.type == GST_EVENT_CAPS { described.insert(lane) }
        if let isSourceLive {
          if isSourceLive { liveLanes.insert(lane) } else { liveLanes.remove(lane) }
          order.setWaiting(waiting(for: lane), for: lane)
        }
        order.append(.event(event), to: lane)
      }
    default: break
    }
    return true
  }

  /// True if all of an input's samples come before those of others: its time does not pass, so that they wait up to its end.
  private func comesFirst(_ lane: Int) -> Bool {
    options.tracks.indices.contains(lane) && options.tracks[lane].first && !options.layout.isFragmented
  }

  /// True if an input comes from a source that follows a clock.
  private func isLive(_ lane: Int) -> Bool {
    (try? Element(retaining: element).pad("sink_\(lane)"))?.isPeerLive ?? false
  }

  /// Why nothing is taken; nil if it is.
  private var obstacle: GstFlowReturn? {
    isFlushing
      ? GST_FLOW_FLUSHING : hasFailed ? GST_FLOW_ERROR : flowError?.flow ?? (hasReachedLimit ? GST_FLOW_EOS : nil)
  }

  /// The reason why no more is taken, also while the rest is still being written; nil if it is.
  private var refusal: GstFlowReturn? { obstacle ?? (isCut ? GST_FLOW_EOS : nil) }

  private var isFull: Bool { memory.reduce(0, +) > Self.memoryLimit }

  /// True if an input is far ahead of others, all of which go on while it waits.
  ///
  /// No input waits for captions: they come when there are some.
  private func mustWait(_ lane: Int) -> Bool {
    let isAhead = order.waitingTime(of: lane) >= Self.lead && memory[lane] >= Self.leastBytes
    guard let streamGroups, isAhead || memory[lane] >= Self.leadBytes, !realTimeLanes.contains(lane),
      !releasedLanes.contains(lane)
    else { return false }
    let lateLanes = lanesBehind(lane)
    return !lateLanes.isEmpty
      && lateLanes.allSatisfy { kinds[$0].isPresented && streamGroups[$0] != streamGroups[lane] }
  }

  /// The inputs that the next sample of one waits for.
  private func lanesBehind(_ lane: Int) -> [Int] {
    hasBegun ? order.lateLanes(before: lane) : kinds.indices.filter { $0 != lane && !isKnown($0) }
  }

  // MARK: - Writing

  /// Does all that can be done with the file, unless another thread is about it, which then does it; the lock is held only in
  /// between.
  private func write() {
    guard !isWriting, let file else { return }
    isWriting = true
    var unannounced = 0
    while case let steps = nextSteps(in: file), !steps.isEmpty {
      condition.unlock()
      let result = Result { try perform(steps, file) }
      condition.lock()
      for case .write(.sample(let sample), let lane) in steps { memory[lane] -= sample.memory }
      if case .failure(let error) = result { end(with: file.flowError ?? file.placementProblem ?? error) }
      if file.isFull { hasReachedLimit = true }
      if isFinished { fileNotes = file.notes }
      // Waking a thread takes longer than to write a sample.
      unannounced += steps.count
      if unannounced >= Self.stepsTogether || obstacle != nil {
        condition.broadcast()
        unannounced = 0
      }
    }
    isWriting = false
    condition.broadcast()
  }

  /// Returns the next steps: entries whose turn has come are written together, since taking the lock for each would make the
  /// inputs' threads wait for each other.
  private func nextSteps(in file: MuxedFile) -> [Step] {
    guard let first = nextStep(in: file) else { return [] }
    guard hasBegun, case .write = first else { return [first] }
    var steps = [first]
    while steps.count < Self.stepsTogether, let next = order.next {
      order.take(from: next.lane)
      steps.append(.write(next.entry, lane: next.lane))
    }
    return steps
  }

  private func nextStep(in file: MuxedFile) -> Step? {
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
        return .begin(kinds.indices.map(takeStreamStart))
      }
    }
    if let next {
      order.take(from: next.lane)
      return .write(next.entry, lane: next.lane)
    }
    if !isCut, isAtCut {
      isCut = true
      file.endsEarly = true
      order.cut(endingWith: .end)
      memory = kinds.map { _ in 0 }
      return nextStep(in: file)
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
    case .text: return options.goesIntoStreams || begun.contains(lane)
    // Of metadata, the keys come with their format.
    case .timedMetadata: return begun.contains(lane) || options.goesIntoStreams && described.contains(lane)
    // Fragments say at their beginning what the whole is about.
    case .metadata: return !options.layout.isFragmented
    }
  }

  /// The entries of an input up to its first sample; of metadata, all of them.
  private func takeStreamStart(of lane: Int) -> (lane: Int, events: [Entry], first: HeldSample?) {
    let isMetadata = kinds[lane] == .metadata
    if isMetadata { memory[lane] = 0 }
    let events = order.take(from: lane) { entry in
      if case .event = entry { false } else { !isMetadata }
    }
    guard case .sample(let first)? = order.first(of: lane) else { return (lane, events, nil) }
    return (lane, events, first)
  }

  /// Called without the lock. Nothing comes after a sample that had no room in the file.
  private func perform(_ steps: [Step], _ file: MuxedFile) throws {
    for step in steps {
      try perform(step, file)
      if file.isFull { return }
    }
  }

  private func perform(_ step: Step, _ file: MuxedFile) throws {
    switch step {
    case .begin(let lanes):
      var firsts: [Int: Buffer] = [:]
      for (lane, events, first) in lanes {
        for event in events { try write(event, lane, file) }
        firsts[lane] = try first?.buffer()
      }
      let length = expectedLength(of: firsts.keys.filter { kinds[$0].isPresented })
      try file.begin(reopen: reopenOutput, firsts: firsts, expectedLength: length) { [readers] in
        for reader in readers { try reader() }
      }
    case .write(let entry, let lane): try write(entry, lane, file)
    case .finish: try file.finish()
    case .close: file.close()
    }
  }

  private func write(_ entry: Entry, _ lane: Int, _ file: MuxedFile) throws {
    switch entry {
    case .event(let event): file.receive(event, lane)
    case .sample(let sample): try file.append(try sample.buffer(), lane)
    case .end: try file.end(lane)
    }
  }

  /// The length of the movie by its sources; nil if one of them does not state its own.
  private func expectedLength(of lanes: [Int]) -> CMTime? {
    let muxer = Element(retaining: element)
    let lengths = lanes.map { (try? muxer.pad("sink_\($0)"))?.peerDuration }
    return lengths.contains(nil) ? nil : lengths.compactMap { $0.map { CMTime($0) } }.max()
  }

  /// Ends the file where it is; the lock is held, and another thread may be writing.
  private func end(with error: any Error) {
    if let flowError = error as? FlowError {
      self.flowError = flowError
    } else if !hasFailed {
      hasFailed = true
      fail(error)
    }
    condition.broadcast()
  }
}
