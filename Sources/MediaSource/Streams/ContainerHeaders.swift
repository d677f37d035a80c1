import MovieFile
package import GStreamer
internal import CGStreamer
import CoreMedia
import Foundation
import Synchronization

/// The headers of a file that GStreamer's parsers read: its streams, and its duration.
///
/// The parsers run until all streams are known, and no further; no decoder is made.
package struct ContainerHeaders: Sendable {
  /// A stream, by its headers.
  package struct Stream: Sendable {
    /// The demuxer's stream ID, which ends in the stream's number if the file has numbers.
    package var streamID: String?
    package var caps: Caps
    package var language: String?
    /// The first access unit of video whose parameter sets are in the stream.
    var firstUnit: [UInt8]?
  }

  package var streams: [Stream]
  /// The duration; nil if it requires reading the whole file.
  package var duration: CMTime?
  /// The name of the container; nil for an elementary stream.
  package var container: String?

  /// The maximum time without data from the source.
  private static let patience = 80

  /// Reads the headers of a source. Blocks: never call it on the cooperative pool.
  ///
  /// - Parameter streamCount: The number of streams, if the file's first bytes state it and its demuxer does not wait
  ///   for all.
  /// - Throws: `MediaError` if no parser reads it; `CancellationError`.
  package init(of source: MediaElementSource, streamCount: Int = 0, isCancelled: () -> Bool = { false }) throws {
    let pipeline = try Pipeline()
    let bus = pipeline.bus
    let pads = Pads(streamCount) {
      gst_bus_post(bus.pointer(as: GstBus.self), gst_message_new_application(nil, gst_structure_new_empty("seen")))
    }
    defer {
      pads.stop()
      pipeline.closeBlocking()
    }
    let element = try source.make()
    let parser = try Element.makeCorrected("parsebin")
    try source.prepare(parser)
    try pipeline.add(element, parser)
    try element.link(to: parser)
    parser.onPadAdded { pads.add($0) }
    try pipeline.setStateBlocking(.paused)
    try Self.wait(for: bus.pointer(as: GstBus.self), pads, source, isCancelled)
    streams = pads.streams
    guard streams.contains(where: { StreamFormat($0.caps)?.mediaType != nil }) else {
      throw source.problem(.noMedia, "it holds no media")
    }
    // Demuxers know the duration; parsers of elementary streams estimate it from the data so far, which is none yet.
    duration =
      (pads.sources.lazy.compactMap { $0.streamDuration }.first ?? parser.duration).flatMap {
        $0.nanoseconds > 0 ? CMTime($0) : nil
      }
    container = pads.sources.lazy.flatMap(\.streamTags).compactMap { $0["container-format"] }.first
  }

  private static func wait(
    for bus: UnsafeMutablePointer<GstBus>, _ pads: Pads, _ source: MediaElementSource, _ isCancelled: () -> Bool
  ) throws {
    let kinds = GstMessageType(rawValue: GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_APPLICATION.rawValue)
    var idle = 0
    while true {
      if isCancelled() { throw CancellationError() }
      guard let message = gst_bus_timed_pop_filtered(bus, 100_000_000, kinds) else {
        idle += 1
        if idle > patience { throw source.problem(.stalled, "the parser stands still") }
        continue
      }
      defer { gst_message_unref(message) }
      if message.pointee.type == GST_MESSAGE_APPLICATION {
        if pads.isDone { return }
        idle = 0
        continue
      }
      // Exposed streams are valid, even if the others failed.
      if pads.isComplete { return }
      throw source.parserProblem(message)
    }
  }

  /// The pads of a parser, and the first buffer of those whose format is in the stream.
  private final class Pads: Sendable {
    private struct State {
      var sources: [Pad] = []
      var sinks: [Pad] = []
      var firstUnits: [Int: [UInt8]] = [:]
      var ended: Set<Int> = []
      var isComplete = false
      var isStopped = false
    }

    private let state = Mutex(State())
    private let changed: @Sendable () -> Void

    private let streamCount: Int

    init(_ streamCount: Int, changed: @escaping @Sendable () -> Void) {
      (self.streamCount, self.changed) = (streamCount, changed)
    }

    var sources: [Pad] { state.withLock { $0.sources } }
    var isComplete: Bool { state.withLock { $0.isComplete } }

    /// True if there is nothing more to wait for.
    var isDone: Bool {
      let state = state.withLock { $0 }
      guard state.isComplete,
        state.sources.count >= streamCount || state.ended.count == state.sources.count
      else { return false }
      return state.sources.indices.allSatisfy { index in
        state.ended.contains(index) || state.firstUnits[index] != nil
          || Self.isSettled(state.sources[index])
      }
    }

    func add(_ source: Pad) {
      let index = state.withLock { state in
        state.sources.append(source)
        return state.sources.count - 1
      }
      let sink = Pad.collecting { [weak self] arrival in self?.receive(arrival, index) ?? .flushing }
      state.withLock { $0.sinks.append(sink) }
      sink.setActive(true)
      try? source.link(to: sink)
    }

    private func receive(_ arrival: Pad.Arrival, _ index: Int) -> Flow {
      switch arrival {
      case .event(let event):
        if case .endOfStream = event.content {
          state.withLock { state in
            state.ended.insert(index)
            state.isComplete = true
          }
          changed()
        }
        return .ok
      case .buffer(let buffer):
        let isStopped = state.withLock { state in
          // The parser exposes all pads before it pushes buffers through any of them.
          state.isComplete = true
          if state.firstUnits[index] == nil {
            state.firstUnits[index] = (try? buffer.withUnsafeBytes { Array($0.prefix(65_536)) }) ?? []
          }
          return state.isStopped
        }
        if isStopped { return .flushing }
        changed()
        return .ok
      }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    var streams: [Stream] {
      let (sources, units) = state.withLock { ($0.sources, $0.firstUnits) }
      return sources.enumerated().compactMap { index, pad in
        guard let caps = pad.currentCaps ?? pad.possibleCaps.fixated() else { return nil }
        let language = pad.streamTags.lazy.compactMap { $0["language-code"] }.first
        return Stream(
          streamID: pad.streamID, caps: caps, language: language,
          firstUnit: StreamFormat(caps)?.hasParametersInStream ?? false ? units[index] : nil)
      }
    }

    private static func isSettled(_ pad: Pad) -> Bool {
      if let caps = pad.currentCaps { return StreamFormat(caps)?.isSettled ?? true }
      // Text may arrive much later; video and audio do not.
      let type = StreamFormat(pad.possibleCaps)?.mediaType
      return type != "vide" && type != "soun"
    }
  }
}
