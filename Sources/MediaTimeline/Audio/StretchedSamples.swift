import CGStreamer
internal import CoreMedia
internal import GStreamer
internal import MediaGraph
internal import MediaSource
import Synchronization

/// Audio at another speed with its own pitch: by GStreamer's `scaletempo`, or by SoundTouch in the element `pitch`.
///
///     source ─▷ free source pad ─▷ element ─▷ free sink pad ─▷ so many samples as the speed says
///
/// Each sample depends on those before it: whatever range is wanted, the element gets the run from its beginning, so that the samples of
/// any range are those of the whole.
final class StretchedSamples: SampleReader {
  enum Method { case timeDomain, spectral }

  private let source: any SampleReader
  private let run: AudioRun
  private let format: DecodedAudioFormat
  private let method: Method
  private let speed: Double
  /// The samples of the source that are heard; silence follows, until the element has given the last one.
  private let heard: Range<Int64>
  private var wanted: Range<Int64> = 0..<0
  private var stretcher: Stretcher?
  private var fed: Int64 = 0
  /// The next sample of the timeline that comes out of the element.
  private var position: Int64 = 0

  /// - Parameter source: The source by its own samples, in the timeline's rate.
  /// - Throws: `MediaError` for a speed that the method does not have.
  init(_ source: any SampleReader, _ run: AudioRun, _ format: DecodedAudioFormat, _ method: Method) throws {
    (self.source, self.run, self.format, self.method) = (source, run, format, method)
    speed = run.map.speed.seconds
    heard = run.sourceSamples(format.rate)
    let limits = method == .spectral ? 0.1...10.0 : 1.0 / 32...32.0
    guard limits.contains(speed) else {
      throw MediaError(
        .unsupported, "its sound is played \(speed) times as fast", family: .rendering,
        help: method == .spectral ? "write pitch: time_domain, or audio: none" : "write audio: none")
    }
  }

  func move(to samples: Range<Int64>) {
    wanted = samples
    (stretcher, fed, position) = (nil, heard.lowerBound, run.samples.lowerBound)
    source.move(to: heard)
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    while position < wanted.upperBound {
      if cancellation.isCancelled { throw CancellationError() }
      let stretcher = try stretcher ?? Stretcher(method, speed, format)
      self.stretcher = stretcher
      let bytes = try stretcher.stretched(input(cancellation))
      guard !bytes.isEmpty else { continue }
      let chunk = DecodedAudio(format: format, position: position, bytes: bytes)
      position += Int64(chunk.frameCount)
      if let part = chunk.clamped(to: wanted) { return part }
    }
    return nil
  }

  /// The next samples of the source, with silence where it has none, and behind it.
  private func input(_ cancellation: Cancellation) throws -> [UInt8] {
    guard fed < heard.upperBound, let chunk = try source.next(cancellation) else {
      let count = Int64(format.rate / 10)
      fed += count
      return [UInt8](repeating: 0, count: Int(count) * format.bytesPerFrame)
    }
    let gap = max(0, chunk.position - fed)
    fed = chunk.position + Int64(chunk.frameCount)
    return gap > 0 ? [UInt8](repeating: 0, count: Int(gap) * format.bytesPerFrame) + chunk.bytes : chunk.bytes
  }
}

/// An element that changes the speed, between two pads of ours.
private final class Stretcher {
  private let element: Element
  private let input = Pad.free(.source)
  private let output: Pad
  private let collected = Collected()

  /// - Throws: `MediaError` if the element is not installed.
  init(_ method: StretchedSamples.Method, _ speed: Double, _ format: DecodedAudioFormat) throws {
    let name = method == .spectral ? "pitch" : "scaletempo"
    guard try ElementFactory.find(name) != nil else {
      throw MediaError(
        .unavailable, "GStreamer's element '\(name)' is not installed", family: .rendering,
        help: "install gstreamer1.0-plugins-\(method == .spectral ? "bad" : "good"), or write pitch: varispeed")
    }
    element = try Element.make(name)
    if method == .spectral { try element.set("tempo", to: speed.description) }
    output = Pad.collecting { [collected] in collected.receive($0) }
    input.setActive(true)
    output.setActive(true)
    try input.link(to: element.pad("sink"))
    try element.pad("src").link(to: output)
    try element.setStateBlocking(.paused)
    input.push(.streamStart(id: "reel"))
    let caps = try Caps(format.caps)
    guard input.push(.caps(caps)) else { throw GStreamerError.badCaps(caps.text) }
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    (segment.start, segment.position, segment.time) = (0, 0, 0)
    // `scaletempo` takes its speed from there, as after a seek.
    if method == .timeDomain { segment.rate = speed }
    guard let event = gst_event_new_segment(&segment) else { throw GStreamerError.badCaps(caps.text) }
    input.push(Event(adopting: event))
  }

  deinit {
    output.unlink()
    input.unlink()
    element.shutDown()
  }

  /// What comes out for some more samples, which may be nothing.
  func stretched(_ bytes: [UInt8]) throws -> [UInt8] {
    guard input.push(Buffer(copying: bytes)) == .ok else {
      throw MediaError(.failed, "\(element.label) does not take the sound", family: .rendering)
    }
    return try collected.take().flatMap { try $0.withUnsafeBytes { [UInt8]($0) } }
  }

  /// The buffers that the element has given.
  private final class Collected: Sendable {
    private let buffers = Mutex<[Buffer]>([])

    func receive(_ arrival: Pad.Arrival) -> Flow {
      if case .buffer(let buffer) = arrival { buffers.withLock { $0.append(buffer) } }
      return .ok
    }

    func take() -> [Buffer] {
      buffers.withLock { buffers in
        defer { buffers = [] }
        return buffers
      }
    }
  }
}
