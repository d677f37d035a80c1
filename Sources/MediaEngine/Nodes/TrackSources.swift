internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import MovieFile

/// A source element that gives what a track's timeline holds. Reading and decoding run on the element's streaming thread.
class TrackSource: ElementInstance {
  private var caps: Caps?
  private var unpadded: UnpaddedFrames?
  /// True if all elements downstream read frames whose rows are padded.
  private var mayPadRows = false
  /// The times to which all sources of a movie seek when only frames that need no other are wanted.
  final var syncSampleTimes: SyncSampleTimes?
  /// The reception of the file's bytes, if they may have to be waited for.
  final var reception: Reception?

  /// The orientation, language and name, which are sent with the first format.
  final var tags = StreamTags()

  /// The end of the timeline.
  var end: CMTime { .invalid }

  final override func attached() {
    configureSource()
    // The sample that is decoded last need not be shown last: the base class would leave it out once the segment's end has been given.
    gst_base_src_set_automatic_eos(base, 0)
  }

  override func flow(afterThrowing error: any Error) -> GstFlowReturn? { reception?.flowAfterCancellation }

  /// The notes about what the source has left out so far. Callable on any thread.
  var notes: @Sendable () -> [String] { { [] } }

  /// The part of the timeline that the source gives.
  final var range = CMTimeRange.wholeTimeline

  final override func start() {
    if end.isNumeric { base.pointee.segment.duration = ClockTime(min(end, range.end) - range.start).nanoseconds }
    if endsSegments, range.end.isNumeric { base.pointee.segment.stop = ClockTime(range.duration).nanoseconds }
  }

  /// True if segments say where the part ends, which cuts the last frame off.
  var endsSegments: Bool { false }

  /// Returns the part of the timeline that a segment of the source shows.
  ///
  /// Whatever part of it is given, segments begin at zero, and those of audio have no end of their own: `flacenc` stamps its
  /// last packet from zero on, and `avenc_aac` keeps it back where a segment ends before it.
  final func timeline(of segment: SeekSegment) -> CMTimeRange {
    // Segments count nanoseconds: where one begins or ends with the part, its times are exact.
    let start = segment.start == .zero ? range.start : segment.start + range.start
    var end = segment.end.isNumeric ? min(segment.end + range.start, range.end) : range.end
    if end + CMTime(value: 1, timescale: 1_000_000_000) >= range.end { end = range.end }
    return CMTimeRange(start: start, end: end)
  }

  /// The stamps between which the part has its frames.
  var stampedRange: CMTimeRange { range }

  /// Returns the stamp of a time on the timeline: times before the part that is given are its beginning, later ones its end.
  final func stamp(of time: CMTime) -> ClockTime {
    let stamped = stampedRange
    if time <= stamped.start { return .zero }
    return ClockTime((time < stamped.end ? time : range.end) - range.start)
  }

  final override func snap(_ time: ClockTime, _ precision: SeekPrecision) -> ClockTime {
    // The time itself is after itself; the frame before is quick to find, and near.
    guard let syncSampleTimes, precision != .syncAfter, range == .wholeTimeline else { return time }
    return syncSampleTimes.time(atOrBefore: time)
  }

  /// Says what comes next; formats may change in the middle.
  ///
  /// - Parameter isNew: True if what is said besides the caps has changed.
  final func setFormat(_ format: Caps, isNew: Bool = false) {
    guard isNew || (caps !== format && caps != format) else { return }
    let isFirst = caps == nil
    if isFirst || isNew { sendUnits(units?.of(format)) }
    caps = format
    gst_base_src_set_caps(base, format.caps)
    mayPadRows = source.acceptsPaddedRows(of: format)
    if isFirst, let event = tags.event { send(event) }
  }

  final override func allocation(_ query: UnsafeMutablePointer<GstQuery>) { mayPadRows = query.acceptsPaddedRows }

  private var source: Pad { Pad(retaining: base.pointee.srcpad) }

  /// The formats that the elements downstream take; nil before there are any.
  final var readableCaps: Caps? { source.peer?.possibleCaps }

  /// The units in which the times are exact; nil where it does not matter, and where the frame rate says more than times that
  /// their file has rounded.
  var units: MediaUnits? { nil }

  private func sendUnits(_ units: MediaUnits?) {
    if let event = units?.event { gst_pad_push_event(base.pointee.srcpad, event.retained()) }
  }

  /// Sends an event with the stream.
  final func send(_ event: Event) { gst_pad_push_event(base.pointee.srcpad, event.retained()) }

  final func setSegment(_ segment: inout GstSegment) { gst_base_src_new_segment(base, &segment) }

  /// A buffer of a frame's own: its maker may refer to the memory still, and an element that writes to it gets a copy then.
  final func copy(_ buffer: Buffer, _ caps: Caps) throws -> Buffer {
    if !mayPadRows {
      if unpadded?.caps !== caps { unpadded = UnpaddedFrames(caps) }
      if let copy = try unpadded?.copy(buffer) { return copy }
    }
    return Buffer(adopting: gst_buffer_copy(buffer.buffer))
  }

  /// Makes a buffer of decoded audio, with its format and stamps.
  final func buffer(of chunk: DecodedAudio) throws -> UnsafeMutablePointer<GstBuffer> {
    setFormat(try Caps(chunk.format.caps))
    let buffer = Buffer(copying: chunk.bytes)
    let start = stamp(of: chunk.time)
    buffer.presentationTime = start
    buffer.duration = ClockTime(nanoseconds: stamp(of: chunk.time + chunk.duration).nanoseconds - start.nanoseconds)
    return buffer.give()
  }

  private var base: UnsafeMutablePointer<GstBaseSrc> {
    UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSrc.self)
  }
}

/// The frames of a track, decoded; black where edits leave gaps behind the first of them, as exports of AVFoundation show it.
final class VideoTrackSource: TrackSource {
  private let cursor: FrameCursor
  /// The most units a second that an end is given; in these and coarser ones, times of nanoseconds are recovered exactly.
  private static let finestUnits: Int32 = 10_000_000

  override var notes: @Sendable () -> [String] { { [damage = cursor.damage] in damage.notes } }

  init(_ track: any CodedTrack) { cursor = FrameCursor(track, gaps: .background()) }

  private lazy var stamps = Result { [cursor] in try cursor.stamps() }
  override var stampedRange: CMTimeRange { (try? stamps.get().range(range)) ?? range }

  override var end: CMTime { cursor.track.isOpen ? .invalid : (try? cursor.end()) ?? .invalid }
  override var endsSegments: Bool { true }
  override var units: MediaUnits? {
    guard !cursor.track.hasRoundedTimes, let timescale = try? cursor.exactTimescale() else { return nil }
    let start = leastCommonMultiple(of: [timescale, range.start.timescale])
    // In units of whole frames, as those of AVI are, the last one would not end with the range.
    let both = range.end.isNumeric ? leastCommonMultiple(of: [start ?? timescale, range.end.timescale]) : start
    return (both.flatMap { $0 <= Self.finestUnits ? $0 : nil } ?? start).flatMap { MediaUnits(timescale: $0) }
  }
  override var isSeekable: Bool { !cursor.track.isOpen }

  override func seek(to segment: SeekSegment) { cursor.move(to: timeline(of: segment), segment.direction) }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard let frame = try cursor.next() else { return nil }
    setFormat(frame.caps)
    let buffer = try copy(frame.buffer, frame.caps)
    let start = stamp(of: frame.time)
    buffer.presentationTime = start
    buffer.decodeTime = nil
    let end = stamp(of: frame.time + frame.duration)
    buffer.duration = ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds)
    return buffer.give()
  }

}

/// The audio of a track, decoded; silence where edits leave gaps.
final class AudioTrackSource: TrackSource {
  private let cursor: AudioCursor
  private let timelineEnd: CMTime

  override var notes: @Sendable () -> [String] { { [damage = cursor.damage] in damage.notes } }

  init(_ track: any CodedTrack) throws {
    cursor = AudioCursor(track, gaps: .silence)
    timelineEnd = try cursor.end()
  }

  override var end: CMTime { cursor.track.isOpen ? .invalid : timelineEnd }
  override var isSeekable: Bool { !cursor.track.isOpen }

  override func seek(to segment: SeekSegment) { cursor.move(to: timeline(of: segment), segment.direction) }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard let chunk = try cursor.next() else { return nil }
    return try buffer(of: chunk)
  }
}

extension SeekSegment {
  fileprivate var direction: CursorDirection { isReverse ? .backwards : .forwards }
}

/// The coded samples of a track in decoding order, edit after edit.
///
/// Stamps are the media's own; segments say what of it is shown when. Decoders leave out what comes before a segment's start.
final class PacketSource: TrackSource {
  private let cursor: PacketCursor
  private var segment: PacketCursor.Segment?
  /// The offset that keeps stamps from being negative, in units of the track's timescale.
  private let shift: Int64
  /// The range of the last seek, and its rate.
  private var sought = CMTimeRange.wholeTimeline
  private var rate = 1.0

  init(_ track: any CodedTrack) throws {
    cursor = try PacketCursor(track)
    shift = max(0, -(try track.earliestTime()))
  }

  override var end: CMTime { cursor.track.isOpen ? .invalid : cursor.end }
  override var units: MediaUnits? {
    var units = cursor.track.hasRoundedTimes ? nil : MediaUnits(timescale: cursor.track.timescale)
    units?.entry = entry
    return units
  }
  /// The position of the format that was said last, and its sample description.
  private var format: Int?
  private var entry: MediaUnits.Entry?
  override var isSeekable: Bool { !cursor.track.isOpen }

  override func seek(to segment: SeekSegment) {
    (sought, rate, self.segment) = (timeline(of: segment), segment.rate, nil)
    cursor.move(to: sought)
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard let packet = try cursor.next() else { return nil }
    if packet.segment != segment { begin(packet.segment) }
    let (buffer, sample) = (packet.bytes, packet.sample)
    if sample.formatIndex != format {
      let last = entry
      entry = packet.format.description.flatMap { MediaUnits.Entry($0) }
      setFormat(packet.format.caps, isNew: format == nil || entry != last)
      format = sample.formatIndex
    }
    buffer.presentationTime = stamp(sample.presentationTime)
    buffer.decodeTime = stamp(sample.decodeTime)
    buffer.duration = stamp(sample.duration - shift)
    if packet.format.codec.isVideo, !sample.isSync { buffer.setFlags(.deltaUnit) }
    StoredSample(flags: sample.flags, rollDistance: sample.rollDistance).put(into: buffer)
    return buffer.give()
  }

  private func stamp(_ time: Int64) -> ClockTime? {
    let (shifted, overflow) = time.addingReportingOverflow(shift)
    let value = overflow ? .max : shifted
    return value < 0 ? nil : ClockTime(CMTime(value: value, timescale: cursor.track.timescale))
  }

  private func begin(_ shown: PacketCursor.Segment) {
    self.segment = shown
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    // The media of an edit go by at its speed, though no more of the timeline does.
    let speed = shown.rate > 0 ? Double(shown.rate) / 65536 : 1
    (segment.rate, segment.applied_rate) = (rate * speed, 1 / speed)
    segment.start = stamp(shown.media.lowerBound).clockTime
    segment.stop = stamp(shown.media.upperBound).clockTime
    segment.position = segment.start
    segment.time = ClockTime(shown.time).nanoseconds
    let late = shown.time > cursor.stamps.range(sought).start ? shown.time - sought.start : .zero
    segment.base = ClockTime(CMTimeMultiplyByFloat64(late, multiplier: 1 / abs(rate))).nanoseconds
    if !cursor.track.isOpen { segment.duration = ClockTime(cursor.end).nanoseconds }
    setSegment(&segment)
  }
}
