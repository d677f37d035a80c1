internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import Foundation
import MovieFile

/// The Swift half of a muxer's element: coded buffers come in on any number of pads, a file goes out.
///
///     input 0 ─▶ chain ─▶ MuxerInput ─┐
///     input 1 ─▶ chain ─▶ MuxerInput ─┴▶ MediaWriter ─▶ PushByteSink ─▶ src
///
/// Each input has a streaming thread of its own; all that is shared is under one lock. An input that is ahead waits for the
/// others, so that what belongs together lies together in the file, but never longer than nothing happens: a file that is
/// badly interleaved is better than a run that hangs.
final class MuxerInstance: ElementInstance, @unchecked Sendable {
  private let options: MuxerOptions
  private let condition = NSCondition()
  private var inputs: [MuxerInput] = []
  private var output: MuxerOutput?
  private var writer: (any MediaWriter)?
  private var isFlushing = false
  private var hasFailed = false
  private var refusal: FlowRefusal?
  /// Counts whatever happens, so that those who wait see whether anything does.
  private var progress = 0
  /// The file behind the output, when it is the only one; set before anything flows.
  var outputPath: String?
  private var readers: [() throws -> Void] = []
  private var said: MuxerMetadata?

  /// How far an input may be ahead of the others, in nanoseconds.
  private static let lead: Int64 = 1_000_000_000
  /// How long nothing may happen before an input that is ahead goes on all the same.
  private static let patience: TimeInterval = 1
  /// The same before the first sample is written: encoders take their time, and what comes later is in another place, or lost.
  private static let patienceAtTheStart: TimeInterval = 5

  init(_ options: MuxerOptions) {
    self.options = options
  }

  /// Makes the element with its inputs, which take what the format holds.
  static func element(_ options: MuxerOptions, inputs kinds: [MuxerInput.Kind], taking caps: Caps) throws -> Element {
    try GStreamerLibrary.start()
    var methods = ElementMethods.table
    var functions = CReelMuxerFunctions(
      chain: { instance, input, buffer in
        Unmanaged<MuxerInstance>.fromOpaque(instance!).takeUnretainedValue()
          .chain(Int(input), Buffer(adopting: buffer!))
      },
      event: { instance, input, event in
        Unmanaged<MuxerInstance>.fromOpaque(instance!).takeUnretainedValue()
          .receive(Int(input), Event(adopting: event!)) ? 1 : 0
      })
    let instance = MuxerInstance(options)
    instance.inputs = kinds.enumerated().map { MuxerInput($1, options, number: $0 + 1) }
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

  /// What the file is without.
  var notes: [String] { condition.withLock { said?.notes("file") ?? [] } }

  /// Calls a body when what was written can be read for the first time, before all of it is there; set before anything flows.
  func whenReadable(_ body: @escaping @Sendable () throws -> Void) { condition.withLock { readers.append(body) } }

  override func start() {
    condition.withLock {
      output = MuxerOutput(Pad(retaining: creel_muxer_output(element)), caps: options.caps)
      (writer, hasFailed, refusal) = (nil, false, nil)
      inputs = inputs.enumerated().map { MuxerInput($1.kind, options, number: $0 + 1) }
    }
  }

  override func stop() {
    condition.withLock { (output, writer) = (nil, nil) }
  }

  override func setUnlocked(_ isUnlocked: Bool) {
    condition.withLock {
      isFlushing = isUnlocked
      condition.broadcast()
    }
  }

  // MARK: - Buffers

  private func chain(_ index: Int, _ buffer: Buffer) -> GstFlowReturn {
    condition.withLock {
      if let flow = obstacle { return flow }
      do {
        try take(buffer, index)
        return obstacle ?? GST_FLOW_OK
      } catch let refusal as FlowRefusal {
        self.refusal = refusal
        return refusal.flow
      } catch {
        hasFailed = true
        condition.broadcast()
        fail(error)
        return GST_FLOW_ERROR
      }
    }
  }

  /// Why nothing is taken; nil if it is.
  private var obstacle: GstFlowReturn? {
    isFlushing ? GST_FLOW_FLUSHING : hasFailed ? GST_FLOW_ERROR : refusal?.flow
  }

  private func take(_ buffer: Buffer, _ index: Int) throws {
    let input = inputs[index]
    if input.kind == .metadata {
      try input.collect(buffer)
      return noteProgress()
    }
    guard try input.prepare(buffer) else { return }
    noteProgress()
    // The tracks come into the file in the order of the inputs: all have to be known first.
    wait(patience: Self.patienceAtTheStart) { self.writer != nil || self.inputs.allSatisfy(\.isReady) }
    if obstacle != nil { return }
    try begin()
    try addTrack(of: input)
    let time = input.position(of: buffer)
    wait {
      self.inputs.allSatisfy { $0 === input || $0.isEnded || !$0.kind.isInterleaved || $0.position + Self.lead >= time }
    }
    if obstacle != nil { return }
    guard let writer else { return }
    try input.append(buffer, to: writer, from: origin)
    // Fragments say at their beginning what is shown; the first packet of sound may be nothing but priming.
    if !input.isShown { setSegments() }
    noteProgress()
  }

  private func noteProgress() {
    progress += 1
    condition.broadcast()
  }

  /// Waits until something holds, until the element stops, or until nothing has happened for a while.
  private func wait(patience: TimeInterval = MuxerInstance.patience, until holds: () -> Bool) {
    while obstacle == nil, !holds() {
      let before = progress
      if !condition.wait(until: Date(timeIntervalSinceNow: patience)), progress == before { return }
    }
  }

  private func begin() throws {
    guard writer == nil, let output else { return }
    var options = options
    // Fragments say at their beginning what the movie says of itself.
    options.metadata = metadata(from: .zero)
    said = options.metadata
    let sink = try output.open(path: outputPath, options) { [readers] in for reader in readers { try reader() } }
    writer = try options.writer(to: sink, length: expectedLength)
    for input in inputs where input.isReady && !input.isEnded {
      if options.layout.isFragmented { input.announce() }
      try addTrack(of: input)
    }
  }

  /// How long the movie will be, as far as the sources say; nil if one of them does not.
  private var expectedLength: CMTime? {
    let muxer = Element(retaining: element)
    let lengths = inputs.indices.filter { inputs[$0].kind.isInterleaved && !inputs[$0].isEnded }.map { index in
      (try? muxer.pad("sink_\(index)"))?.peerDuration
    }
    return lengths.contains(nil) ? nil : lengths.compactMap { $0.map { CMTime($0) } }.max()
  }

  private func addTrack(of input: MuxerInput) throws {
    guard input.track == nil, let writer, let draft = input.draft else { return }
    input.track = try writer.addTrack(draft)
    setSegments()
  }

  /// What is at 0 in the movie.
  private var origin: CMTime { inputs.compactMap(\.presentedStart).min() ?? .zero }

  /// Says what of each track is shown when: what comes first is at 0.
  private func setSegments() {
    guard let writer else { return }
    for input in inputs {
      guard let track = input.track, let segments = input.segments(from: origin) else { continue }
      writer.setSegments(segments, ofTrack: track)
      input.isShown = true
    }
  }

  // MARK: - Events

  private func receive(_ index: Int, _ event: Event) -> Bool {
    condition.withLock {
      let input = inputs[index]
      switch event.event.pointee.type {
      case GST_EVENT_CAPS:
        guard case .caps(let caps) = event.content else { return false }
        input.caps = caps
      case GST_EVENT_SEGMENT: input.setSegment(event)
      case GST_EVENT_TAG: input.setTags(event)
      case GST_EVENT_GAP:
        if case .gap(let start, let duration) = event.content { input.pass(start, duration) }
        noteProgress()
      case GST_EVENT_EOS:
        if !input.isEnded { end(input) }
      case GST_EVENT_FLUSH_START:
        // Nobody seeks in what is being written.
        return false
      default:
        input.receive(event)
      }
      return true
    }
  }

  /// What the file says about itself, as far as it goes.
  private func addMetadata() throws {
    let origin = origin
    guard let writer, let metadata = metadata(from: origin) else { return }
    if !options.layout.isFragmented { said = metadata }
    let end = inputs.compactMap { $0.segments(from: origin)?.last?.target.end }.max() ?? .zero
    try metadata.finish(writer, tracks: inputs.filter(\.kind.isInterleaved).compactMap(\.track), end: end)
  }

  /// What the description says, and what has come; chapters at their times behind an origin.
  private func metadata(from origin: CMTime) -> MuxerMetadata? {
    guard var metadata = options.metadata else { return nil }
    let objects = inputs.flatMap(\.objects)
    metadata.add(objects.map(\.object))
    let chapters = objects.filter { $0.object.chapter != nil }.map { object, start, duration in
      let start = max(.zero, CMTime(value: start, timescale: 1_000_000_000) - origin)
      return (object: object, timeRange: CMTimeRange(start: Self.coarse(start), duration: Self.coarse(duration)))
    }
    metadata.add(chapters: chapters)
    return metadata
  }

  /// A chapter's time as files have them: in milliseconds if that is exact, else in millionths.
  private static func coarse(_ time: CMTime) -> CMTime {
    let milliseconds = CMTimeConvertScale(time, timescale: 1000, method: .default)
    return milliseconds == time ? milliseconds : CMTimeConvertScale(time, timescale: 1_000_000, method: .default)
  }

  private func end(_ input: MuxerInput) {
    do {
      if !hasFailed, !isFlushing, let writer, let track = input.track {
        try input.finish(writer)
        setSegments()
        try writer.finishTrack(track)
      }
      input.isEnded = true
      noteProgress()
      guard inputs.allSatisfy(\.isEnded), !hasFailed, !isFlushing else { return }
      try begin()
      setSegments()
      try addMetadata()
      try writer?.finish()
      try output?.finish()
    } catch is FlowRefusal {
      input.isEnded = true
    } catch {
      input.isEnded = true
      hasFailed = true
      condition.broadcast()
      if let refusal = output?.refusal { self.refusal = refusal } else { fail(error) }
    }
    if inputs.allSatisfy(\.isEnded) { output?.end() }
  }
}
