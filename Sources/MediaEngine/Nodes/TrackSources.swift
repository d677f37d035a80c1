internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import MovieFile

/// A source element that gives what a track's timeline holds. Reading and decoding run on the element's streaming thread.
class TrackSource: ElementInstance {
  private var caps: Caps?
  /// Whether everything downstream reads pictures whose rows are padded.
  final private(set) var mayPadRows = false
  /// Where all sources of a movie go when only pictures that need no other are asked for.
  final var keyTimes: KeyTimes?
  /// The reception of the file's bytes, if they may have to be waited for.
  final var reception: Reception?

  /// Where the timeline ends.
  var end: CMTime { .invalid }

  final override func attached() {
    configureSource()
    // What is decoded last need not be shown last: the base class would leave it out once the segment's end has been given.
    gst_base_src_set_automatic_eos(base, 0)
  }

  final override func flow(afterThrowing error: any Error) -> GstFlowReturn? { reception?.flowOfGivingUp }

  final override func start() {
    guard end.isNumeric else { return }
    base.pointee.segment.duration = ClockTime(end).nanoseconds
  }

  final override func snap(_ time: ClockTime, _ precision: SeekPrecision) -> ClockTime {
    // The time itself is after itself; the picture before is quick to find, and near.
    guard let keyTimes, precision != .syncAfter else { return time }
    return keyTimes.time(atOrBefore: time)
  }

  /// Says what comes next; formats may change in the middle.
  final func setFormat(_ format: Caps) {
    guard caps !== format, caps != format else { return }
    caps = format
    gst_base_src_set_caps(base, format.caps)
  }

  final func setSegment(_ segment: inout GstSegment) { gst_base_src_new_segment(base, &segment) }

  private var base: UnsafeMutablePointer<GstBaseSrc> {
    UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSrc.self)
  }
}

/// The pictures of a track, decoded.
final class FrameSource: TrackSource {
  private let core: FrameCore
  private var run: PictureRun
  /// What is still to come, when it comes backwards.
  private var backwards: BackwardRanges?
  private var window: [DecodedFrame] = []
  private var unpadded: UnpaddedPictures?
  private let colors: TrackColors

  init(_ track: any CodedTrack) {
    colors = TrackColors(track)
    core = FrameCore(track)
    run = PictureRun(core, CMTimeRange(start: .zero, end: .positiveInfinity))
  }

  override var end: CMTime { core.track.isOpen ? .invalid : (try? core.timeline().end) ?? .invalid }
  override var isSeekable: Bool { !core.track.isOpen }

  override func seek(to segment: SoughtSegment) {
    window = []
    backwards = segment.isReverse ? BackwardRanges(of: segment, until: end) : nil
    run = PictureRun(core, CMTimeRange(start: segment.start, end: segment.end))
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard let frame = try next() else { return nil }
    setFormat(colors.caps(of: frame.picture))
    let buffer = try copy(frame.picture)
    let start = ClockTime(frame.time)
    buffer.presentationTime = start
    buffer.decodeTime = nil
    buffer.duration = ClockTime(nanoseconds: ClockTime(frame.time + frame.duration).nanoseconds - start.nanoseconds)
    return buffer.give()
  }

  /// A buffer of the picture's own: the decoder may refer to the memory still, and whoever writes to it gets a copy then.
  private func copy(_ picture: PictureDecoder.Picture) throws -> Buffer {
    if !mayPadRows {
      if unpadded?.caps !== picture.caps { unpadded = UnpaddedPictures(picture.caps) }
      if let copy = try unpadded?.copy(picture.buffer) { return copy }
    }
    return Buffer(adopting: gst_buffer_copy(picture.buffer.buffer))
  }

  private func next() throws -> DecodedFrame? {
    guard backwards != nil else { return try run.next(Cancellation()) }
    while window.isEmpty {
      guard let range = backwards?.next() else { return nil }
      let run = PictureRun(core, range)
      while let frame = try run.next(Cancellation()) {
        // What began before belongs to the range before.
        if frame.time >= range.start || range.start == backwards?.start { window.append(frame) }
      }
    }
    return window.removeLast()
  }
}

/// The sound of a track, decoded; silence where edits leave gaps.
final class SoundSource: TrackSource {
  private static let silenceLimit: Int64 = 4096
  private let core: SampleCore
  private var run: SoundRun
  private let timelineEnd: CMTime
  private var start = CMTime.zero
  /// The next sample's; nil before the first.
  private var position: Int64?
  private var next: SoundChunk?
  /// What is still to come, when it comes backwards: chunk by chunk, each as it is.
  private var backwards: BackwardRanges?
  private var window: [SoundChunk] = []

  init(_ track: any CodedTrack) throws {
    core = SampleCore(track)
    run = SoundRun(core, CMTimeRange(start: .zero, end: .positiveInfinity))
    timelineEnd = try core.end()
  }

  override var end: CMTime { core.track.isOpen ? .invalid : timelineEnd }
  override var isSeekable: Bool { !core.track.isOpen }

  override func seek(to segment: SoughtSegment) {
    (window, next, position) = ([], nil, nil)
    backwards = segment.isReverse ? BackwardRanges(of: segment, until: end) : nil
    start = segment.start
    run = SoundRun(core, CMTimeRange(start: segment.start, end: segment.end))
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    if backwards != nil {
      guard let chunk = try previous() else { return nil }
      setFormat(try Caps(chunk.format.caps))
      return buffer(chunk.bytes, chunk.format, at: chunk.position)
    }
    guard let chunk = try next.take() ?? run.next(Cancellation()) else { return nil }
    setFormat(try Caps(chunk.format.caps))
    let position = position ?? core.nearest(start, chunk.format.rate)
    let silence = min(chunk.position - position, Self.silenceLimit)
    guard silence > 0 else {
      self.position = position + Int64(chunk.frameCount)
      return buffer(chunk.bytes, chunk.format, at: position)
    }
    next = chunk
    self.position = position + silence
    let zero: UInt8 = chunk.format.sampleFormat == .u8 ? 0x80 : 0
    let bytes = [UInt8](repeating: zero, count: Int(silence) * chunk.format.bytesPerFrame)
    return buffer(bytes, chunk.format, at: position)
  }

  private func previous() throws -> SoundChunk? {
    while window.isEmpty {
      guard let range = backwards?.next() else { return nil }
      let run = SoundRun(core, range)
      while let chunk = try run.next(Cancellation()) { window.append(chunk) }
    }
    return window.removeLast()
  }

  private func buffer(
    _ bytes: [UInt8], _ format: SoundFormat, at position: Int64
  ) -> UnsafeMutablePointer<GstBuffer> {
    let buffer = Buffer(copying: bytes)
    let start = ClockTime(UInt(position), times: 1, over: UInt(format.rate))
    let end = ClockTime(UInt(position) + UInt(bytes.count / format.bytesPerFrame), times: 1, over: UInt(format.rate))
    buffer.presentationTime = start
    buffer.duration = ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds)
    return buffer.give()
  }
}

extension SoundFormat {
  /// GStreamer's description.
  var caps: String {
    "audio/x-raw,layout=interleaved,format=\(sampleFormat.rawValue),rate=\(rate),channels=\(channels)"
      + (channels > 1 || channelMask != 0 ? ",channel-mask=(bitmask)0x" + String(channelMask, radix: 16) : "")
  }
}

/// The coded samples of a track in decoding order, edit after edit.
///
/// Stamps are the media's own; segments say what of it is shown when. An edit, and what is sought in it, begins with the sync sample
/// that its first picture needs, and for sound with the packets that the decoder needs to hear first; decoders leave out what comes
/// before the time.
final class PacketSource: TrackSource {
  private let track: any CodedTrack
  private let timeline: EditedTimeline
  private var pieces: [EditedTimeline.Piece]
  private var next: CodedSample?
  private var last: CodedSample?
  /// Samples of lower presentation times are still to come, in decoding order.
  private var mediaEnd: Int64?
  /// What shows the piece at hand.
  private var segment: GstSegment?
  private var lastDuration: Int64 = 0
  /// What keeps stamps from being negative.
  private let shift: Int64
  /// What was asked for, and how fast it goes by.
  private var range = CMTimeRange(start: .zero, end: .positiveInfinity)
  private var rate = 1.0

  init(_ track: any CodedTrack) throws {
    self.track = track
    timeline = EditedTimeline(track.edits, timescale: track.timescale, mediaEnd: try track.presentationEnd())
    pieces = timeline.pieces.filter { $0.mediaStart != nil }
    shift = max(0, -(try track.earliestTime()))
  }

  override var end: CMTime { track.isOpen ? .invalid : timeline.end }
  override var isSeekable: Bool { !track.isOpen }

  override func seek(to segment: SoughtSegment) {
    range = CMTimeRange(start: segment.start, end: segment.end)
    rate = segment.rate
    pieces = timeline.pieces.filter { $0.mediaStart != nil && $0.start < range.end && $0.end > range.start }
    mediaEnd = nil
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    while true {
      guard let end = mediaEnd else {
        guard try enterPiece() else { return nil }
        continue
      }
      guard let sample = try nextSample() else {
        mediaEnd = nil
        continue
      }
      // Whatever is decoded at or after the end, and shown before it, is shown before some that are decoded earlier.
      if sample.decodeTime >= end, sample.presentationTime >= end {
        mediaEnd = nil
        continue
      }
      (next, last) = (nil, sample)
      let format = try track.format(of: sample)
      setFormat(format.caps)
      try limit(to: sample)
      lastDuration = sample.duration
      let buffer = try track.bytes(of: sample)
      buffer.presentationTime = stamp(sample.presentationTime)
      buffer.decodeTime = stamp(sample.decodeTime)
      buffer.duration = stamp(sample.duration - shift)
      if format.codec.isPicture, !sample.isSync { buffer.setFlags(.deltaUnit) }
      return buffer.give()
    }
  }

  /// The last packet of sound may count for less than it holds; of a track that is still coming, that is known only now.
  private func limit(to sample: CodedSample) throws {
    guard track.isOpen, sample.duration < lastDuration, try !track.format(of: sample).codec.isPicture,
      try nextSample() == nil, var segment
    else { return }
    segment.stop = min(segment.stop, stamp(sample.presentationTime + sample.duration).clockTime)
    setSegment(&segment)
  }

  /// The sample that decoding of a time starts with.
  private func firstSample(for time: Int64) throws -> CodedSample? {
    let index = try track.sample(shownAt: time)?.index ?? 0
    if let codec = track.formats.first?.codec, !codec.isPicture {
      guard let preRoll = codec.preRoll, index > preRoll else { return try track.firstSample() }
      return try track.sample(index - preRoll)
    }
    return try track.syncSample(atOrBefore: index).map { try track.sample($0) } ?? track.firstSample()
  }

  /// The sample that comes next; nil after the last. Waits for one that is still to come.
  private func nextSample() throws -> CodedSample? {
    if next == nil, let last { next = try track.sample(after: last) }
    return next
  }

  private func stamp(_ time: Int64) -> ClockTime? {
    time + shift < 0 ? nil : ClockTime(CMTime(value: time + shift, timescale: track.timescale))
  }

  private func enterPiece() throws -> Bool {
    guard var piece = pieces.first else { return false }
    pieces.removeFirst()
    let start = piece.mediaTime(at: max(range.start, piece.start), timescale: track.timescale)
    let time = piece.time(ofMedia: start, timescale: track.timescale)
    piece.end = min(piece.end, range.end)
    let end = piece.mediaEnd(timescale: track.timescale)
    mediaEnd = end
    (next, last) = (try firstSample(for: start), nil)
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    segment.rate = rate
    segment.applied_rate = piece.rate > 0 ? Double(piece.rate) / 65536 : 1
    segment.start = stamp(start).clockTime
    segment.stop = stamp(end).clockTime
    segment.position = segment.start
    segment.time = ClockTime(time).nanoseconds
    segment.base = ClockTime(CMTimeMultiplyByFloat64(time - range.start, multiplier: 1 / abs(rate))).nanoseconds
    if !track.isOpen { segment.duration = ClockTime(timeline.end).nanoseconds }
    self.segment = segment
    setSegment(&segment)
    return true
  }
}

/// The text of a subtitle track (3GPP TS 26.245, clause 5.17; QuickTime's text media are the same so far), without its styles.
final class CaptionSource: TrackSource {
  private let movie: Movie
  private let track: Track
  private let table: MovieFile.SampleTable
  private let timeline: TrackTimeline
  private var next = 0
  private var start = CMTime.zero

  init(_ track: Track, of movie: Movie) throws {
    self.movie = movie
    self.track = track
    table = try track.samples()
    timeline = try track.timeline()
  }

  override var end: CMTime { timeline.duration }
  override var isSeekable: Bool { true }

  /// Text is not given backwards: nothing of it is left then.
  override func seek(to segment: SoughtSegment) {
    next = segment.isReverse ? table.count : 0
    start = segment.start
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    while next < table.count {
      let sample = try table[next]
      next += 1
      let bytes = try movie.data(of: sample, in: track)
      guard bytes.count >= 2 else { continue }
      let text = bytes.dropFirst(2).prefix(Int(bytes[0]) << 8 | Int(bytes[1]))
      let media = CMTime(value: sample.presentationTime, timescale: table.timescale)
      let time = timeline.movieTime(ofMedia: media)
      let duration = CMTime(value: sample.duration, timescale: table.timescale)
      guard !text.isEmpty, time.isNumeric, time >= .zero, time < timeline.duration, time + duration > start else {
        continue
      }
      setFormat(try Caps("text/x-raw,format=utf8"))
      let buffer = Buffer(copying: Array(text))
      buffer.presentationTime = ClockTime(time)
      buffer.duration = ClockTime(duration)
      return buffer.give()
    }
    return nil
  }
}
