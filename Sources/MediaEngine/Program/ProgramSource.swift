internal import MediaSource
internal import GStreamer
public import CoreMedia
public import MediaGraph
import Synchronization

/// The treatment of a sample for which a graph has no room.
public enum FullQueuePolicy: Sendable {
  /// It is not taken; the program keeps it.
  case refuse
  /// The oldest one that waits makes room for it.
  case drop
}

/// An end of a graph that the program pushes samples into: frames, audio, coded samples, text or metadata.
///
///     let frames = ProgramSource<RawVideo>("frames")
///     let source = graph.add("source", frames)
///     …
///     let run = GraphRun(graph)
///     run.start()
///     for frame in frames { try await frames.send(frame) }
///     frames.finish()
///     let result = try await run.result()
///
/// Files print it as `use: swift.NAME`. Frames and audio are `CMSampleBuffer`s, everything else is `DataPacket`s; times are on the
/// graph's timeline, and ascend. `send(_:)` waits while the graph has no room, `offer(_:whenFull:)` refuses or drops. The source has
/// room for ``capacity`` samples while an encoder is busy, and none while a muxer holds what came from it because it is too far ahead of the
/// muxer's other inputs. A run that waits for its program is not stalled. A source serves one run, and may be used on any thread.
public struct ProgramSource<M: Medium>: ClosureComponent, ElementNode, ProgramEnd {
  public let output = Output<M>(port: "out")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  private let queue: ProgramQueue<ProgramItem>
  private let worker: ReaderQueue
  private let format: PacketFormat?
  private let frameRate: FrameRate?
  private let boxes: ProgramBoxes.Format?
  private let continuation: AudioContinuation

  private init(
    _ name: String, capacity: Int, reserve: ProgramQueue<ProgramItem>.Reserve? = nil, format: PacketFormat?,
    frameRate: FrameRate?, boxes: ProgramBoxes.Format? = nil, continuation: AudioContinuation = .jump
  ) {
    declaration = .closure(name, inputs: [], outputs: [M.type])
    queue = ProgramQueue(capacity: capacity, reserve: reserve)
    worker = ReaderQueue("reel.program")
    (self.format, self.frameRate, self.boxes) = (format, frameRate, boxes)
    self.continuation = continuation
  }

  /// The number of samples that wait in the source before it is full.
  public var capacity: Int { queue.capacity }
  /// True if the source takes a sample at once.
  public var isReady: Bool { queue.isReady }
  /// Returns the number of the first of some samples that the source takes at once.
  package func room(for samples: ArraySlice<CMSampleBuffer>) -> Int {
    queue.room(for: samples.lazy.map { .sample($0, offset: .zero) })
  }
  /// ``isReady`` now and whenever it changes, for any number of listeners; it ends with the run.
  public var readiness: AsyncStream<Bool> { queue.readiness() }
  /// The number of samples that wait in the source.
  public var waitingCount: Int { queue.count }
  /// The number of samples that were dropped for want of room.
  public var droppedCount: Int { queue.dropped }

  /// Pushes a sample, whether there is room for it or not.
  ///
  /// - Parameter offset: Added to the times of the sample.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  package func push(_ sample: CMSampleBuffer, movedBy offset: CMTime = .zero) throws(Diagnostic) {
    try queue.push(.sample(sample, offset: offset))
  }

  /// Pushes samples, whether there is room for them or not.
  ///
  /// - Parameter offset: Added to the times of the samples.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  package func push(_ samples: [CMSampleBuffer], movedBy offset: CMTime) throws(Diagnostic) {
    try queue.push(contentsOf: samples.map { .sample($0, offset: offset) })
  }

  /// Pushes a packet, whether there is room for it or not.
  package func push(_ packet: DataPacket) throws(Diagnostic) { try queue.push(.packet(packet)) }

  /// Says which parts of the samples that follow are shown, and where.
  package func push(_ sessions: ProgramSessions) throws(Diagnostic) { try queue.push(.sessions(sessions)) }

  /// Ends the stream after the samples that were sent.
  public func finish() { queue.finish() }

  private func send(_ item: ProgramItem) async throws {
    if try queue.offer(item) { return }
    let cancellation = Cancellation()
    try await withTaskCancellationHandler {
      try await worker.run { [queue] _ in try queue.put(item, cancellation) }
    } onCancel: {
      cancellation.cancel()
      queue.wake()
    }
  }

  private func offer(_ item: ProgramItem, _ whenFull: FullQueuePolicy) throws -> Bool {
    try queue.offer(item, dropping: whenFull == .drop)
  }

  func runEnded() { queue.end() }

  var elements: [ElementChoice] { [] }

  func build(_ bin: NodeBin) throws {
    let instance = ProgramSourceInstance(
      queue, try format?.gstCaps(), frameRate, isCoded: [.codedVideo, .codedAudio].contains(M.type),
      continuation, try boxes.map { try ProgramBoxes($0) })
    let source = try ElementType(kind: .maker, isVideo: false, caps: "ANY").make(instance, name: nil)
    try bin.adopt(source, factory: "swift")
    bin.hold(source)
    bin.isFedByProgram = true
    bin.waitsForProgram { [queue] in queue.isStarving }
    // A run that is stopped takes what was sent, and waits for nothing more.
    bin.reception.whenOver { [queue] in queue.stop() }
    let pad = try source.pad("src")
    pad.addProbe(.requests) { [queue] info in
      guard let held = info.retainedEvent.flatMap({ HeldInput($0) }) else { return .pass }
      queue.setHeld(held.isHeld)
      return .drop
    }
    try bin.exposeOutput(pad)
  }
}

extension ProgramSource where M == RawVideo {
  /// A source of frames.
  ///
  /// - Parameters:
  ///   - name: The node prints as `swift.NAME`, and compares by it.
  ///   - capacity: The number of frames for which there is room, 1 or more.
  ///   - frameRate: The rate that encoders and muxers are told; without it, frames come at any time.
  public init(_ name: String, capacity: Int = 4, frameRate: FrameRate? = nil) {
    self.init(name, capacity: capacity, format: nil, frameRate: frameRate)
  }

  /// A source of frames that are recorded: it has room for more of them while its graph starts.
  package init(live name: String, capacity: Int, frameRate: FrameRate?) {
    self.init(name, capacity: capacity, reserve: .liveFrames, format: nil, frameRate: frameRate)
  }

  /// Waits for room and pushes a frame: a sample with an image buffer, a time and, if it is known, a duration.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over; `CancellationError`.
  public func send(_ sample: CMSampleBuffer) async throws { try await send(.sample(sample, offset: .zero)) }

  /// Pushes a frame, if there is room for it.
  /// - Returns: False if the frame was not taken.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  public func offer(_ sample: CMSampleBuffer, whenFull: FullQueuePolicy = .refuse) throws -> Bool {
    try offer(.sample(sample, offset: .zero), whenFull)
  }
}

extension ProgramSource where M == RawAudio {
  /// A source of audio.
  ///
  /// - Parameters:
  ///   - name: The node prints as `swift.NAME`, and compares by it.
  ///   - capacity: The number of blocks for which there is room, 1 or more.
  public init(_ name: String, capacity: Int = 8) { self.init(name, capacity: capacity, format: nil, frameRate: nil) }

  /// A source of audio in sessions, which has room for some seconds of it, in blocks of any length.
  package init(_ name: String, seconds: Int, continuation: AudioContinuation) {
    self.init(
      name, capacity: 1, reserve: .audio(seconds: seconds), format: nil, frameRate: nil, continuation: continuation)
  }

  /// Waits for room and pushes a block of audio: linear PCM with the time of its first sample.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over; `CancellationError`.
  public func send(_ sample: CMSampleBuffer) async throws { try await send(.sample(sample, offset: .zero)) }

  /// Pushes a block of audio, if there is room for it.
  /// - Returns: False if the block was not taken.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  public func offer(_ sample: CMSampleBuffer, whenFull: FullQueuePolicy = .refuse) throws -> Bool {
    try offer(.sample(sample, offset: .zero), whenFull)
  }
}

extension ProgramSource {
  /// A source of coded samples, text, metadata or bytes.
  ///
  /// - Parameters:
  ///   - name: The node prints as `swift.NAME`, and compares by it.
  ///   - format: The format of the packets.
  ///   - capacity: The number of packets for which there is room, 1 or more.
  public init(_ name: String, format: PacketFormat, capacity: Int = 16) {
    self.init(name, capacity: capacity, format: format, frameRate: nil)
  }

  /// Waits for room and pushes a packet.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over; `CancellationError`.
  public func send(_ packet: DataPacket) async throws { try await send(.packet(packet)) }

  /// Pushes a packet, if there is room for it.
  /// - Returns: False if the packet was not taken.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  public func offer(_ packet: DataPacket, whenFull: FullQueuePolicy = .refuse) throws -> Bool {
    try offer(.packet(packet), whenFull)
  }
}

extension ProgramSource {
  /// A source of coded samples as their file or encoder has them, with their format descriptions.
  ///
  /// - Parameters:
  ///   - name: The node prints as `swift.NAME`, and compares by it.
  ///   - capacity: The number of sample buffers for which there is room, 1 or more.
  public init<Kind: CodedKind>(_ name: String, capacity: Int = 32) where M == Coded<Kind> {
    self.init(name, capacity: capacity, format: nil, frameRate: nil)
  }

  /// Waits for room and pushes coded samples in decoding order, with their format, times and attachments.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over; `CancellationError`.
  public func send<Kind: CodedKind>(_ sample: CMSampleBuffer) async throws where M == Coded<Kind> {
    try await send(.sample(sample, offset: .zero))
  }

  /// Pushes coded samples, if there is room for them.
  /// - Returns: False if they were not taken.
  /// - Throws: `Diagnostic` when the samples have been finished, or the run is over.
  public func offer<Kind: CodedKind>(
    _ sample: CMSampleBuffer, whenFull: FullQueuePolicy = .refuse
  ) throws -> Bool where M == Coded<Kind> {
    try offer(.sample(sample, offset: .zero), whenFull)
  }
}

extension ProgramSource where M == MediaGraph.Metadata {
  /// A source of metadata that belong to times, as samples of boxes.
  ///
  /// - Parameter keys: The keys of all samples, if they are known before the first of them.
  package init(boxes name: String, keys: CMFormatDescription?) {
    self.init(name, capacity: 64, format: nil, frameRate: nil, boxes: ProgramBoxes.Format(keys: keys))
  }
}
