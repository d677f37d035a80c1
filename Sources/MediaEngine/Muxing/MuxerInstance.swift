internal import GStreamer
internal import CGStreamer
internal import CReel
internal import MediaSource
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
  private let options: MuxerOptions
  private let kinds: [MuxerInput.Kind]
  /// Guards what follows, but for the file itself, which belongs to the thread that has set `isWriting`.
  private let condition = MonotonicCondition()
  private var schedule: MuxerSchedule
  /// Each belongs to its input's thread.
  private var arrivals: [MuxerArrival] = []
  private var file: MuxedFile?
  private var isWriting = false
  /// True of an input if its program brings it nothing.
  private var isStarved: @Sendable (Int) -> Bool = { _ in false }
  /// Opens the file behind the output again, when it is the only one; -1 with `errno` if that fails. Set before anything flows.
  var reopenOutput: (@Sendable () -> CInt)?
  private var readers: [() throws -> Void] = []
  private var fileNotes: [String] = []

  /// The time, in milliseconds, after which an input looks whether those that it waits for get anything from their program.
  private static let patience = 200

  init(_ options: MuxerOptions, _ kinds: [MuxerInput.Kind]) {
    (self.options, self.kinds) = (options, kinds)
    schedule = MuxerSchedule(options, kinds)
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
      schedule.streamGroups = groups
      condition.broadcast()
    }
  }

  /// Says which inputs the program alone feeds, and how to find out that it brings one nothing.
  func setProgramInputs(_ lanes: Set<Int>, isStarving: @escaping @Sendable (Int) -> Bool) {
    condition.withLock {
      isStarved = isStarving
      schedule.setProgramLanes(lanes)
    }
  }

  /// Ends the file where its slowest track is: what other inputs have brought beyond it is left out.
  ///
  /// - Parameter counts: The buffers that have been sent to each input so far, which all belong to the file if no other
  ///   track is behind them.
  func cut(after counts: [Int]) {
    condition.withLock {
      schedule.cut(after: counts)
      write()
    }
  }

  override func start() {
    condition.withLock {
      let output = MuxerOutput(Pad(retaining: creel_muxer_output(element)), caps: options.caps)
      file = MuxedFile(options, kinds, to: output)
      arrivals = kinds.map { MuxerArrival($0, temporaryFolder: options.temporaryFolder) }
      schedule.start()
    }
  }

  override func stop() {
    condition.withLock {
      file = nil
      schedule.stop()
    }
  }

  override func setUnlocked(_ isUnlocked: Bool) {
    condition.withLock {
      schedule.isFlushing = isUnlocked
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
        while schedule.refusal == nil, isWriting, schedule.isFull { condition.wait() }
        return !schedule.isFull
      }
      do {
        let overflown = hasRoom || !arrival.isSample(next) ? nil : try arrival.overflow.hold(next)
        let isHeld = condition.withLock {
          guard schedule.refusal == nil else { return false }
          rest.removeFirst()
          take(next, overflown, from: arrival, in: lane)
          while let next = rest.first, !schedule.isFull, !schedule.mustWait(lane) {
            rest.removeFirst()
            take(next, nil, from: arrival, in: lane)
          }
          write()
          return schedule.refusal == nil && schedule.mustWait(lane)
        }
        if isHeld { hold(lane) }
      } catch {
        condition.withLock { end(with: error) }
        return GST_FLOW_ERROR
      }
      if let refusal = condition.withLock({ schedule.refusal }) { return refusal }
    }
    return GST_FLOW_OK
  }

  /// Takes a buffer, which is written when its turn comes; called with the lock.
  ///
  /// - Parameter overflown: The buffer with its bytes in a file, where memory has no room.
  private func take(_ buffer: Buffer, _ overflown: HeldSample?, from arrival: MuxerArrival, in lane: Int) {
    schedule.count(in: lane)
    guard arrival.isSample(buffer) else { return }
    schedule.append(overflown ?? HeldSample(buffer), at: arrival.time(of: buffer), to: lane)
  }

  /// Waits until an input is no longer far ahead, which its source hears of.
  private func hold(_ lane: Int) {
    let pad = try? Element(retaining: element).pad("sink_\(lane)")
    if let pad { HeldInput(isHeld: true).send(from: pad) }
    condition.withLock {
      while schedule.refusal == nil, schedule.mustWait(lane) {
        guard schedule.programLanes.contains(lane) else {
          condition.wait()
          continue
        }
        // A program may bring its inputs one after the other.
        if !condition.wait(until: .init(milliseconds: Self.patience)) {
          schedule.release(lane, isStarved: isStarved)
        }
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
      guard let end = arrival.end(ofGap: event) else { return true }
      condition.withLock {
        schedule.pass(end, in: lane)
        write()
      }
    case GST_EVENT_EOS:
      condition.withLock {
        schedule.end(lane)
        write()
      }
    case GST_EVENT_SEGMENT, GST_EVENT_CAPS, GST_EVENT_TAG, GST_EVENT_CUSTOM_DOWNSTREAM,
      GST_EVENT_CUSTOM_DOWNSTREAM_STICKY:
      var isSourceLive: Bool?
      if event.event.pointee.type == GST_EVENT_SEGMENT {
        arrival.setSegment(event)
        if arrival.kind.isSparse { isSourceLive = isLive(lane) }
      }
      condition.withLock {
        if let isSourceLive { schedule.setLive(isSourceLive, lane) }
        schedule.append(event, to: lane)
      }
    default: break
    }
    return true
  }

  /// True if an input comes from a source that follows a clock.
  private func isLive(_ lane: Int) -> Bool {
    (try? Element(retaining: element).pad("sink_\(lane)"))?.isPeerLive ?? false
  }

  // MARK: - Writing

  /// Does all that can be done with the file, unless another thread is about it, which then does it; the lock is held only in
  /// between.
  private func write() {
    guard !isWriting, let file else { return }
    isWriting = true
    var unannounced = 0
    while case let steps = schedule.nextSteps(), !steps.isEmpty {
      if schedule.isCut { file.endsEarly = true }
      condition.unlock()
      let result = Result { try perform(steps, file) }
      condition.lock()
      schedule.free(steps)
      if case .failure(let error) = result { end(with: file.flowError ?? file.placementProblem ?? error) }
      if file.isFull { schedule.hasReachedLimit = true }
      if schedule.isFinished { fileNotes = file.notes }
      // Waking a thread takes longer than to write a sample.
      unannounced += steps.count
      if unannounced >= MuxerSchedule.stepsTogether || schedule.obstacle != nil {
        condition.broadcast()
        unannounced = 0
      }
    }
    isWriting = false
    condition.broadcast()
  }

  /// Called without the lock. Nothing comes after a sample that had no room in the file.
  private func perform(_ steps: [MuxerStep], _ file: MuxedFile) throws {
    for step in steps {
      try perform(step, file)
      if file.isFull { return }
    }
  }

  private func perform(_ step: MuxerStep, _ file: MuxedFile) throws {
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

  private func write(_ entry: MuxerEntry, _ lane: Int, _ file: MuxedFile) throws {
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
    if schedule.end(with: error) { fail(error) }
    condition.broadcast()
  }
}
