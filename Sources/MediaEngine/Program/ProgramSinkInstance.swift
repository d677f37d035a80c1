internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import Synchronization

/// The state that events on the pad of a ``ProgramSink`` set; probes write it, its element reads it.
final class ProgramSinkEvents: Sendable {
  /// The units that the source says, and the number of times that it has said some.
  private let units = Mutex<(units: MediaUnits?, count: Int)>((nil, 0))
  private let isFlushed = Atomic(false)

  var latestUnits: (units: MediaUnits?, count: Int) { units.withLock { $0 } }

  /// True once after a flush.
  func takeFlush() -> Bool { isFlushed.exchange(false, ordering: .acquiringAndReleasing) }

  func watch(_ pad: Pad, flushing queue: ProgramQueue<ProgramSample>) {
    // Samples from before a seek are dropped.
    pad.addProbe(.flushes) { [self] _ in
      isFlushed.store(true, ordering: .releasing)
      queue.flush()
      return .pass
    }
    pad.addProbe(.events) { [self] info in
      if let units = info.retainedEvent.flatMap({ MediaUnits($0) }) {
        self.units.withLock { $0 = (units, $0.count + 1) }
      }
      return .pass
    }
  }
}

/// The element of a ``ProgramSink``: it waits on its streaming thread until the program has room.
///
/// Times are exact where the source says their units (``MediaUnits``), or the caps a frame rate or sample rate.
final class ProgramSinkInstance: ElementInstance {
  private let queue: ProgramQueue<ProgramSample>
  /// True if buffers are coded samples, of which those that are only decoded come too.
  private let isCoded: Bool
  private var caps: Caps?
  private var soundFormat: DecodedAudioFormat?
  /// The grid that times lie on: frames or samples a second.
  private var grid = (numerator: 0, denominator: 1)
  private let events: ProgramSinkEvents
  /// The units of the stream's times, if it is in the source's; and the number of the event that said them.
  private var units: MediaUnits?
  private var unitsNumber = 0
  private var blocks = AudioBlockBuilder()

  init(_ queue: ProgramQueue<ProgramSample>, _ events: ProgramSinkEvents, isCoded: Bool) {
    (self.queue, self.events, self.isCoded) = (queue, events, isCoded)
  }

  override func attached() {
    configureSink()
    guard isCoded else { return }
    // Samples before a segment's start are needed to decode those after it.
    let sink = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSink.self)
    gst_base_sink_set_drop_out_of_segment(sink, 0)
  }

  override func setUnlocked(_ isUnlocked: Bool) { queue.wake() }
  override func stop() { queue.end() }

  override func finish() {
    finishBlocks()
    queue.finish()
  }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    finishBlocks()
    self.caps = Caps(retaining: caps)
    (grid, unitsNumber, soundFormat) = ((0, 1), 0, nil)
    if case .fraction(let numerator, let denominator)? = self.caps?.first?["framerate"], numerator > 0 {
      grid = (Int(numerator), Int(denominator))
    } else if self.caps?.first?.name == "audio/x-raw", let rate = self.caps?.first?["rate"]?.int {
      grid = (rate, 1)
      soundFormat = self.caps.flatMap { DecodedAudioFormat($0) }
    }
    return true
  }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    guard let caps else { return GST_FLOW_NOT_NEGOTIATED }
    return try withSegment(of: element, isSink: true) { segment in
      let held = Buffer(retaining: buffer)
      if let soundFormat, let start = streamTime(buffer.pointee.pts, in: &segment) {
        let chunk = DecodedAudio(
          format: soundFormat, position: start.samples(at: soundFormat.rate),
          bytes: try held.withUnsafeBytes { [UInt8]($0) })
        dropFlushed()
        return put(blocks.append(chunk))
      }
      let latest = events.latestUnits
      if latest.count != unitsNumber {
        unitsNumber = latest.count
        units = latest.units.flatMap { $0.hold(held, caps) ? $0 : nil }
      }
      return put(sample(held, caps, &segment)) ? GST_FLOW_OK : GST_FLOW_FLUSHING
    }
  }

  private func sample(_ buffer: Buffer, _ caps: Caps, _ segment: inout GstSegment) -> ProgramSample {
    let time =
      isCoded
      ? timelineTime(buffer.presentationTime.clockTime, &segment)
      : exact(streamTime(buffer.presentationTime.clockTime, in: &segment))
    var shown: CMTimeRange?
    if isCoded, segment.format == GST_FORMAT_TIME {
      let end = segment.stop == .max ? .positiveInfinity : timelineTime(segment.stop, &segment)
      shown = CMTimeRange(start: timelineTime(segment.start, &segment), end: end)
    }
    let duration = duration(of: buffer)
    return ProgramSample(
      buffer: buffer, caps: caps, time: time, decodeTime: timelineTime(buffer.decodeTime.clockTime, &segment),
      duration: isCoded ? segment.paced(duration) : duration, shown: shown)
  }

  /// The time on the track's timeline of a coded sample's stamp, also outside of the segment.
  private func timelineTime(_ stamp: GstClockTime, _ segment: inout GstSegment) -> CMTime {
    guard segment.editRate != 65536, let time = ClockTime(stamp), let start = ClockTime(segment.start),
      let base = ClockTime(segment.time)
    else { return exact(mediaTime(stamp, in: &segment)) }
    return exact(base) + segment.paced(exact(time) - exact(start))
  }

  /// The duration, from what nanoseconds say of both ends: it may be rounded otherwise than the duration itself.
  private func duration(of buffer: Buffer) -> CMTime {
    guard let duration = buffer.duration else { return .invalid }
    guard units != nil, let start = buffer.presentationTime else { return exact(duration) }
    return exact(ClockTime(nanoseconds: start.nanoseconds &+ duration.nanoseconds)) - exact(start)
  }

  private func exact(_ time: ClockTime?) -> CMTime {
    if let time, let exact = units?.time(time) { return exact }
    return CMTime(time, onGridOf: grid.numerator, over: grid.denominator)
  }

  /// The same of a time in nanoseconds that may be negative.
  private func exact(_ time: CMTime) -> CMTime {
    guard time.isNumeric, time.timescale == 1_000_000_000 else { return time }
    let distance = exact(ClockTime(nanoseconds: UInt(time.value.magnitude)))
    return time.value < 0 ? .zero - distance : distance
  }

  // MARK: Passing on

  private func dropFlushed() {
    if events.takeFlush() { blocks = AudioBlockBuilder() }
  }

  private func finishBlocks() {
    dropFlushed()
    if let last = blocks.finish() { _ = put([last]) }
  }

  private func put(_ blocks: [DecodedAudio]) -> GstFlowReturn {
    guard let caps else { return GST_FLOW_NOT_NEGOTIATED }
    return blocks.allSatisfy { put(ProgramSample($0, caps)) } ? GST_FLOW_OK : GST_FLOW_FLUSHING
  }

  /// - Returns: False when nothing is taken any more.
  private func put(_ sample: ProgramSample) -> Bool {
    queue.put(sample, whileWaiting: { [self] in !isUnlocked })
  }
}

extension GstSegment {
  /// Seconds of the media a second of the timeline, in units of 1/65536.
  fileprivate var editRate: Int32 {
    format == GST_FORMAT_TIME && applied_rate > 0.0001 ? Int32((65536 / applied_rate).rounded()) : 65536
  }

  /// A duration of the media, as the timeline shows it.
  fileprivate func paced(_ duration: CMTime) -> CMTime {
    editRate == 65536 || editRate <= 0
      ? duration : CMTimeMultiplyByRatio(duration, multiplier: 65536, divisor: editRate)
  }
}
