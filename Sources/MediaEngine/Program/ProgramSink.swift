internal import MediaSource
internal import GStreamer
public import CoreMedia
public import MediaGraph

/// An end of a graph that the program pulls samples out of: frames, audio, coded samples, text or metadata.
///
///     let frames = ProgramSink<RawVideo>("frames", format: .bgra)
///     graph.connect(source.video, to: graph.add("sink", frames).input)
///     let run = GraphRun(graph)
///     run.start()
///     while let frame = try await frames.next() { … }
///
/// Files print it as `use: swift.NAME`. Frames, audio and coded samples come as `CMSampleBuffer`s, everything else as `DataPacket`s;
/// times are those of the media, in the units of their source where it says them. Audio comes in blocks of a tenth of a second. A
/// program that does not pull holds the run: the sink takes ``capacity`` samples ahead, then the graph waits, which is no stall. A sink
/// serves one run. `next()` may be called from any task, `copyNext()` on any thread that may block.
public struct ProgramSink<M: Medium>: ClosureComponent, ElementNode, PullEnd {
  public let input = Input<M>(port: "in")
  public let declaration: NodeDeclaration
  public var arguments: [String: Argument] { [:] }
  let reader: ProgramSinkReader
  /// The caps that are wanted, as text.
  private let caps: String
  /// The element that converts to them.
  private let converter: String?

  private let pixelFormat: PixelFormat?
  private let sampleFormat: SampleFormat?
  /// The wanted formats in Core Video's and Core Audio's terms, of a sink that can only be pulled.
  private let pulledFormat: PulledFormat?

  private init(
    _ name: String, capacity: Int, caps: String, converter: String?, pixelFormat: PixelFormat? = nil,
    sampleFormat: SampleFormat? = nil, pulledFormat: PulledFormat? = nil
  ) {
    declaration = .closure(name, inputs: [M.type], outputs: [])
    reader = ProgramSinkReader(capacity: capacity)
    (self.caps, self.converter) = (caps, converter)
    (self.pixelFormat, self.sampleFormat, self.pulledFormat) = (pixelFormat, sampleFormat, pulledFormat)
  }

  /// A sink that makes a last conversion which no element makes.
  init(_ name: String, _ pulledFormat: PulledFormat) {
    self.init(name, capacity: 1, caps: "ANY", converter: nil, pulledFormat: pulledFormat)
  }

  /// The number of samples that the graph makes before they are pulled.
  public var capacity: Int { reader.queue.capacity }

  /// Goes on in other ranges of the media, one after the other, while the other outputs of the graph stay where they are.
  ///
  ///     while let frame = try await frames.next() { … }
  ///     try await frames.reset(to: [CMTimeRange(start: second, duration: second)])
  ///
  /// The next sample that is pulled is the one shown at the start of the first range, or, of coded samples, the first that it
  /// depends on. It may be called before the last sample and after it, as long as the run is not over: with
  /// `RunOptions.holdsAtEnd`, that is until `GraphRun.stop()`.
  /// - Throws: `Diagnostics` if the run is over, or its media are pushed through a pipeline, where `GraphRun.seek(to:)` moves
  ///   all outputs; for ranges that are empty or begin before zero. `CancellationError`.
  public func reset(to ranges: [CMTimeRange]) async throws { try await reader.reset(to: ranges) }

  /// The same, on a thread that may block.
  public func resetBlocking(to ranges: [CMTimeRange]) throws { try reader.move(to: ranges) }

  func runIsPushed(because reason: PushReason) { reader.attach(.queue(reason)) }
  func runEnded() { reader.end() }

  func pull(_ stream: PulledStream) throws -> PulledChain? {
    var stream = stream
    switch stream {
    case .frames(let frames):
      guard M.type == .rawVideo else { return nil }
      if case .frames(let format)? = pulledFormat {
        stream = .frames(ConvertedFrames(frames) { try format.caps(from: $0) })
      }
      if let pixelFormat {
        stream = .frames(ConvertedFrames(frames) { try $0.converted(toFormat: pixelFormat.rawValue) })
      }
    case .audio(let audio):
      guard M.type == .rawAudio else { return nil }
      if case .audio(let request)? = pulledFormat { stream = .audio(ConvertedAudio(audio, to: request)) }
      if let sampleFormat {
        guard let sample = PCMSample(rawValue: sampleFormat.rawValue) else { return nil }
        stream = .audio(ConvertedAudio(audio, to: AudioFormatRequest(sampleFormat: sample)))
      }
    case .packets:
      // A format that is asked for is a matter of elements.
      guard [.codedVideo, .codedAudio, .bytes].contains(M.type), caps == "ANY" else { return nil }
    }
    return PulledChain(stream)
  }

  func runIsPulled(_ chain: PulledChain) { reader.attach(.chain(chain)) }

  var elements: [ElementChoice] { converter.map { [ElementChoice($0)] } ?? [] }

  func build(_ bin: NodeBin) throws {
    if pulledFormat != nil {
      throw Diagnostic("'\(bin.node.name)' can only be pulled", kind: .unavailable, at: bin.node.range)
    }
    let events = ProgramSinkEvents()
    let instance = ProgramSinkInstance(reader.queue, events, isCoded: ![.rawVideo, .rawAudio].contains(M.type))
    let sink = try ElementType(kind: .sink, isVideo: false, caps: caps).make(instance, name: nil)
    try bin.adopt(sink, factory: "swift")
    bin.waitsForProgram { [reader] in reader.queue.isBlocked }
    events.watch(try sink.pad("sink"), flushing: reader.queue)
    guard let converter else { return try bin.exposeInput(sink.pad("sink")) }
    let convert = try bin.add(converter)
    try convert.link(to: sink)
    try bin.exposeInput(convert.pad("sink"))
  }
}

extension ProgramSink where M == RawVideo {
  /// A sink of frames.
  ///
  /// - Parameters:
  ///   - name: The node prints as `swift.NAME`, and compares by it.
  ///   - format: The wanted layout of pixels; as they come, if nil.
  ///   - capacity: The number of frames that are made ahead, 1 or more.
  public init(_ name: String, format: PixelFormat? = nil, capacity: Int = 2) {
    self.init(
      name, capacity: capacity, caps: ClosureElements.videoCaps(format.map { [$0] } ?? []),
      converter: format == nil ? nil : "videoconvert", pixelFormat: format)
  }

  /// The next frame; nil after the last.
  /// - Throws: What the frame could not be made for; `CancellationError`, also when the run ended before its end.
  public func next() async throws -> CMSampleBuffer? { try await reader.next { try $0.frame($1) } }

  /// The same, on a thread that may block.
  public func copyNext() throws -> CMSampleBuffer? { try reader.take()?.frame(reader.formats) }
}

extension ProgramSink where M == RawAudio {
  /// A sink of audio, interleaved.
  ///
  /// - Parameters:
  ///   - name: The node prints as `swift.NAME`, and compares by it.
  ///   - format: The wanted format of samples; as they come, if nil.
  ///   - capacity: The number of blocks that are made ahead, 1 or more.
  public init(_ name: String, format: SampleFormat? = nil, capacity: Int = 4) {
    self.init(
      name, capacity: capacity, caps: ClosureElements.audioCaps(format.map { [$0] } ?? []),
      converter: "audioconvert", sampleFormat: format)
  }

  /// The next block of audio; nil after the last.
  /// - Throws: What the block could not be made for; `CancellationError`, also when the run ended before its end.
  public func next() async throws -> CMSampleBuffer? { try await reader.next { sample, _ in try sample.audio() } }

  /// The same, on a thread that may block.
  public func copyNext() throws -> CMSampleBuffer? { try reader.take()?.audio() }
}

extension ProgramSink {
  /// A sink of coded samples, text, metadata or bytes.
  ///
  /// - Parameters:
  ///   - name: The node prints as `swift.NAME`, and compares by it.
  ///   - packets: The wanted format; any of the medium, if nil.
  ///   - capacity: The number of packets that are made ahead, 1 or more.
  public init(_ name: String, packets: PacketFormat?, capacity: Int = 16) throws {
    self.init(name, capacity: capacity, caps: try packets?.gstCaps().text ?? "ANY", converter: nil)
  }

  /// The next packet; nil after the last.
  /// - Throws: `CancellationError`, also when the run ended before its end.
  public func nextPacket() async throws -> DataPacket? { try await reader.next { sample, _ in try sample.packet() } }

  /// The same, on a thread that may block.
  public func copyNextPacket() throws -> DataPacket? { try reader.take()?.packet() }
}

extension ProgramSink {
  /// A sink of coded samples as their file or encoder has them.
  ///
  /// - Parameters:
  ///   - name: The node prints as `swift.NAME`, and compares by it.
  ///   - capacity: The number of samples that are made ahead, 1 or more.
  public init<Kind: CodedKind>(_ name: String, capacity: Int = 16) where M == Coded<Kind> {
    self.init(name, capacity: capacity, caps: "ANY", converter: nil)
  }

  /// The next coded sample in decoding order; nil after the last.
  ///
  /// Samples that are needed only to decode others are marked: frames by `doNotDisplay`, audio by the durations to trim.
  /// - Throws: What the sample could not be read for; `CancellationError`, also when the run ended before its end.
  public func next<Kind: CodedKind>() async throws -> CMSampleBuffer? where M == Coded<Kind> {
    try await reader.next { sample, _ in try sample.coded() }
  }

  /// The same, on a thread that may block.
  public func copyNext<Kind: CodedKind>() throws -> CMSampleBuffer? where M == Coded<Kind> {
    try reader.take()?.coded()
  }
}
