internal import GStreamer
internal import CGStreamer
import Foundation
import Synchronization

/// The tracks of any file that GStreamer's parsers read: Matroska, MPEG streams, AVI, FLV, Ogg, FLAC, WAV, AIFF, MP3, AAC, AMR …
///
///     filesrc ─▷ parsebin ─┬▷ free pad ─▶ ParsedTrackBuilder ─▶ table + spool
///                          └▷ free pad ─▶ …
///
/// The file is read once, from its beginning to its end, and its samples are kept; decoding then never seeks in the container. Times
/// are those of the file: a Matroska file has whole milliseconds, and they stay so. MPEG transport and program streams,
/// whose clocks begin anywhere, begin at zero with what is shown or heard first.
enum ParsedContainer {
  /// Reads whatever GStreamer can get bytes of. Blocks until all of it is read: never on the cooperative pool.
  ///
  /// - Parameter isListing: Whether samples are only listed: their bytes are not kept, and all streams count.
  /// - Throws: `MediaError` when it cannot be read, `CancellationError`.
  static func tracks(
    of source: MediaElementSource, _ times: DemuxedTimes, isListing: Bool = false,
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> [ParsedTrack] {
    let pipeline = try Pipeline()
    defer { pipeline.closeBlocking() }
    let (element, parser) = (try source.make(), try Element.makeCorrected("parsebin"))
    try source.prepare(parser)
    try pipeline.add(element, parser)
    try element.link(to: parser)
    let bus = pipeline.bus
    let collection = Collection(times, isListing: isListing) {
      gst_bus_post(bus.pointer(as: GstBus.self), gst_message_new_application(nil, gst_structure_new_empty("end")))
    }
    parser.onPadAdded { pad in collection.add(pad) }
    parser.onDrained { collection.drain() }
    if isListing { parser.onElementAdded { collection.intake.watch($0) } }
    try pipeline.setStateBlocking(.paused)
    try wait(for: bus.pointer(as: GstBus.self), collection, source, isCancelled)
    return try collection.finish()
  }

  private static func wait(
    for bus: UnsafeMutablePointer<GstBus>, _ collection: Collection, _ source: MediaElementSource,
    _ isCancelled: () -> Bool
  ) throws {
    let kinds = GstMessageType(
      rawValue: GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_APPLICATION.rawValue)
    var (progress, idle) = (-1, 0)
    while true {
      if isCancelled() { throw CancellationError() }
      guard let message = gst_bus_timed_pop_filtered(bus, 250_000_000, kinds) else {
        let now = collection.progress
        idle = now == progress ? idle + 1 : 0
        progress = now
        // Not every parser tells that there is no more.
        if idle > 4, collection.hasEnded { return }
        if idle > 80 { throw source.problem(.stalled, "the parser stands still") }
        continue
      }
      defer { gst_message_unref(message) }
      if message.pointee.type == GST_MESSAGE_APPLICATION { return }
      throw source.parserProblem(message)
    }
  }

  /// The pads of a parser and what comes out of them.
  private final class Collection: Sendable {
    private struct State {
      var builders: [ParsedTrackBuilder] = []
      var pads: [Pad] = []
      var ended = 0
      /// True if no more pads will come, such as those of the next link of a chained Ogg file.
      var isDrained = false
      var progress = 0
      var problem: (any Error)?

      var hasEnded: Bool { !builders.isEmpty && ended == builders.count }
    }

    private let state = Mutex(State())
    private let spool: SampleSpool?
    let intake = ParserInputMeter()
    private let done: @Sendable () -> Void

    private let times: DemuxedTimes

    init(_ times: DemuxedTimes, isListing: Bool, done: @escaping @Sendable () -> Void) {
      (self.times, self.done) = (times, done)
      spool = isListing ? nil : SampleSpool()
    }

    var progress: Int { state.withLock { $0.progress } }
    /// True if all streams so far have ended.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Notes that the parser has no more streams.
    func drain() {
      let isDone = state.withLock { state in
        state.isDrained = true
        return state.hasEnded
      }
      if isDone { done() }
    }

    func add(_ source: Pad) {
      let builder = ParsedTrackBuilder(spool: spool, id: source.streamID, times: times) { [intake] in
        intake.byteCount(before: source)
      }
      let pad = Pad.collecting { [weak self] arrival in self?.receive(arrival, builder) ?? .error }
      state.withLock { state in
        state.builders.append(builder)
        state.pads.append(pad)
      }
      pad.setActive(true)
      do { try source.link(to: pad) } catch { fail(error) }
    }

    private func receive(_ arrival: Pad.Arrival, _ builder: ParsedTrackBuilder) -> Flow {
      do {
        if try builder.receive(arrival) {
          let isDone = state.withLock { state in
            state.ended += 1
            return state.isDrained && state.hasEnded
          }
          if isDone { done() }
        }
        state.withLock { $0.progress &+= 1 }
        return .ok
      } catch {
        fail(error)
        return .error
      }
    }

    private func fail(_ error: any Error) {
      state.withLock { $0.problem = $0.problem ?? error }
      done()
    }

    func finish() throws -> [ParsedTrack] {
      let (builders, problem) = state.withLock { ($0.builders, $0.problem) }
      if let problem { throw problem }
      let zero = times.beginAnywhere ? builders.compactMap(\.start).min() ?? .zero : .zero
      let tracks = builders.compactMap { $0.track(from: zero) }
      guard tracks.isEmpty, spool != nil, let unknown = builders.lazy.compactMap(\.unknown).first else { return tracks }
      throw DecoderError(.missingDecoder, "nothing in it can be decoded", cause: unknown)
    }
  }
}
