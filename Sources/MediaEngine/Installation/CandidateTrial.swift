internal import GStreamer
import MediaGraph
import Synchronization

/// Tests if an element works: hardware may be missing, or a codec disabled in a library.
struct CandidateTrial {
  let role: String
  let candidate: ElementChoice.Candidate
  let factory: ElementFactory?

  private static let frames = 10
  /// The maximum time for an encoder to encode a few small frames.
  private static let limit = Duration.seconds(20)

  func result() async -> Installation.Trial {
    var reason: String?
    var obstacle: Installation.Obstacle?
    let isDevice = factory.map { !$0.klass.contains("Encoder") } ?? false
    if let factory {
      do {
        reason = try await isDevice ? opens(isSource: factory.klass.contains("Source")) : encodes(factory)
      } catch {
        reason = "\(error)"
      }
      if reason != nil { obstacle = isDevice ? .hardware : .fault }
    } else if Availability.lacksHardware(candidate.factory) {
      (reason, obstacle) = ("finds no such hardware", .hardware)
    } else {
      (reason, obstacle) = ("is not installed", .package)
    }
    return Installation.Trial(
      role: role, element: candidate.factory, isInstalled: factory != nil, isDevice: isDevice, works: reason == nil,
      obstacle: obstacle, reason: reason, package: Availability.package(of: candidate.factory))
  }

  /// Opens a device; returns the reason if that fails, nil if it works.
  private func opens(isSource: Bool) async throws -> String? {
    let pipeline = try Pipeline()
    let messages = pipeline.bus.messages()
    let element = try await blocking { [candidate] in try Element.make(candidate.factory) }
    for (name, value) in candidate.properties { try element.set(name, to: value) }
    try pipeline.add(element)
    var reason: String?
    do {
      // Some sources open their device only when they are about to give media.
      try await pipeline.setState(isSource ? .paused : .ready)
    } catch {
      pipeline.bus.stop()
      // Bins say afterwards that an element of theirs has failed.
      for await case .error(let report) in messages { reason = reason ?? report.text }
      reason = reason ?? "cannot be opened"
    }
    await pipeline.close()
    return reason
  }

  /// Runs `videotestsrc ! videoconvert ! caps ! encoder ! fakesink`, or the same with audio.
  private func encodes(_ factory: ElementFactory) async throws -> String? {
    let isVideo = !factory.klass.contains("Audio")
    let pipeline = try Pipeline()
    pipeline.useNoClock()
    let packets = Counter()
    try await blocking { [candidate] in
      let source = try Element.make(isVideo ? "videotestsrc" : "audiotestsrc")
      try source.set("num-buffers", to: "\(Self.frames)")
      let convert = try Element.make(isVideo ? "videoconvert" : "audioconvert")
      let filter = try Element.make("capsfilter")
      let video = "\(candidate.inputCaps ?? "video/x-raw"),width=320,height=240,framerate=30/1"
      try filter.set("caps", to: isVideo ? video : candidate.inputCaps ?? "audio/x-raw,rate=48000")
      let encoder = try Element.make(candidate.factory)
      for (name, value) in candidate.properties { try encoder.set(name, to: value) }
      let sink = try Element.make("fakesink")
      let elements = [source, convert, filter, encoder, sink]
      for element in elements { try pipeline.add(element) }
      for (source, sink) in zip(elements, elements.dropFirst()) { try source.link(to: sink) }
      try sink.pad("sink").addProbe(.buffers) { _ in
        packets.increment()
        return .pass
      }
    }
    let reason = try await failure(of: pipeline)
    await pipeline.close()
    if let reason { return reason }
    // Audio blocks and packets have different lengths.
    if isVideo, packets.value < Self.frames { return "gave \(packets.value) of \(Self.frames) frames" }
    return packets.value > 0 ? nil : "gave nothing"
  }

  /// Runs a pipeline to its end; returns the reason of a failure, or nil.
  private func failure(of pipeline: Pipeline) async throws -> String? {
    let messages = pipeline.bus.messages()
    let guardian = Task {
      try await Task.sleep(for: Self.limit)
      pipeline.bus.stop()
    }
    defer { guardian.cancel() }
    do {
      try await pipeline.setState(.playing)
    } catch {
      pipeline.bus.stop()
      for await case .error(let report) in messages { return report.text }
      return "\(error)"
    }
    for await message in messages {
      switch message {
      case .eos: return nil
      case .error(let report): return report.text
      default: break
      }
    }
    return "did not end within \(Int(Self.limit.seconds)) s"
  }

  /// Counts on a streaming thread.
  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func increment() { count.add(1, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
  }
}
