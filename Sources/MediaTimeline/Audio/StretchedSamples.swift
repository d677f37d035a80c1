internal import CoreMedia
internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// Audio at another speed with its own pitch: by GStreamer's `scaletempo`, or by SoundTouch in the element `pitch`.
///
///     source ─▷ free source pad ─▷ element ─▷ free sink pad ─▷ so many samples as the speed says
///
/// Each sample depends on those before it: whatever range is wanted, the element gets the run from its beginning, so that the samples of
/// any range are those of the whole.
final class StretchedSamples: AudioRunReader {
  enum Method { case timeDomain, spectral }

  private let source: any AudioRunReader
  private let run: AudioRun
  private let format: DecodedAudioFormat
  private let method: Method
  private let speed: Double
  /// The samples of the source that are heard; others follow, until the element has given the last one.
  private let heard: Range<Int64>
  /// The samples that SoundTouch gets before and after the stream's own; nil for `scaletempo`, and behind the end.
  private var edges: StretchEdges?
  private var wanted: Range<Int64> = 0..<0
  private var session: AudioElementSession?
  private var fed: Int64 = 0
  /// The next sample of the timeline that comes out of the element.
  private var position: Int64 = 0

  /// - Parameter source: The source by its own samples, in the timeline's rate.
  /// - Throws: `MediaError` for a speed that the method does not have.
  init(_ source: any AudioRunReader, _ run: AudioRun, _ format: DecodedAudioFormat, _ method: Method) throws {
    (self.source, self.run, self.format, self.method) = (source, run, format, method)
    speed = run.map.speed.seconds
    heard = run.sourceSamples(format.rate)
    let others = Varispeed.Pace.limits
    guard (method == .spectral ? 0.1...10.0 : others).contains(speed) else {
      throw MediaError(
        .unsupported, "its sound is played \(speed) times as fast", family: .rendering,
        help: others.contains(speed) ? "write pitch: time_domain, or audio: none" : "write audio: none")
    }
  }

  func move(to samples: Range<Int64>) {
    wanted = samples
    (session, fed, position) = (nil, heard.lowerBound, run.samples.lowerBound)
    edges =
      method == .spectral
      ? StretchEdges(speed: speed, rate: format.rate, bytesPerFrame: format.bytesPerFrame) : nil
    source.move(to: heard)
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    while position < wanted.upperBound {
      if cancellation.isCancelled { throw CancellationError() }
      let session = try session ?? method.session(speed, format)
      self.session = session
      let input = try input(cancellation)
      let bytes = input.isEmpty ? [] : try session.changed(input)
      guard !bytes.isEmpty else { continue }
      let chunk = DecodedAudio(format: format, position: position, bytes: bytes)
      position += Int64(chunk.frameCount)
      if let part = chunk.clamped(to: wanted) { return part }
    }
    return nil
  }

  /// The next samples for the element; there may be none yet.
  private func input(_ cancellation: Cancellation) throws -> [UInt8] {
    guard fed < heard.upperBound else {
      defer { edges = nil }
      return edges?.end() ?? silence(Int64(format.rate / 10))
    }
    let bytes = try heardBytes(cancellation)
    return edges?.audio(bytes) ?? bytes
  }

  /// The next samples of the source, with silence where it has none.
  private func heardBytes(_ cancellation: Cancellation) throws -> [UInt8] {
    guard let chunk = try source.next(cancellation) else {
      let count = min(Int64(format.rate / 10), heard.upperBound - fed)
      fed += count
      return silence(count)
    }
    let gap = max(0, chunk.position - fed)
    fed = chunk.position + Int64(chunk.frameCount)
    return gap > 0 ? silence(gap) + chunk.bytes : chunk.bytes
  }

  private func silence(_ frames: Int64) -> [UInt8] {
    [UInt8](repeating: 0, count: Int(frames) * format.bytesPerFrame)
  }
}

extension StretchedSamples.Method {
  /// - Throws: `MediaError` if the element is not installed.
  fileprivate func session(_ speed: Double, _ format: DecodedAudioFormat) throws -> AudioElementSession {
    let name = self == .spectral ? "pitch" : "scaletempo"
    guard try ElementFactory.find(name) != nil else {
      throw MediaError(
        .unavailable, "GStreamer's element '\(name)' is not installed", family: .rendering,
        help: "install gstreamer1.0-plugins-\(self == .spectral ? "bad" : "good"), or write pitch: varispeed")
    }
    let element = try Element.make(name)
    if self == .spectral { try element.set("tempo", to: speed.description) }
    // `scaletempo` takes its speed from the segment, as after a seek.
    return try AudioElementSession(element, format, rate: self == .timeDomain ? speed : 1)
  }
}
