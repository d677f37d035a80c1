internal import GStreamer
internal import CGStreamer
import CoreMedia
import MovieFile

/// The times of an input's samples: exact ones, recovered from stamps of nanoseconds.
///
/// Frames are where their stamps say, in the units of their source; where these are not known, those of a constant rate lie on
/// that rate's grid, and others in units that hold milliseconds and those of transport streams exactly. Audio is counted, and
/// only moved where stamps say that some is missing.
struct MuxerClock {
  let timescale: Int32
  /// The duration of a frame; nil if the rate is not constant.
  private let frame: Int64?
  /// True if samples are decoded, and last, as their stamps say; otherwise the writer works it out, and audio is counted.
  private let isStored: Bool
  private let isAudio: Bool
  /// True for PCM of a program's sessions, whose samples have been counted before: its stamps are exact to 20 ms, however long buffers are.
  private let isCounted: Bool
  private var latestDecodeTime = Int64.min
  /// True if some sample is shown before it is decoded, as some files say.
  private var showsEarly = false
  private var pieces: [Piece] = []
  private var nextSample: Int64?
  private var phase: Int64?
  private var lastDuration: Int64 = 0
  /// The latest starts of frames, in the order of decoding.
  private var latestStarts: [Int64] = []
  /// The end of the frames between which none is missing, and frames that have come early, for others depend on them.
  private var shownTo: Int64?
  private var earlyFrames: [Range<Int64>] = []
  /// Where the first missing frame would be shown; nil if none is missing, or may still come.
  private var gapStart: Int64?
  private var firstStart: Int64?
  private var latest: Int64?
  private var latestEnd: Int64 { latest ?? 0 }
  /// The start of the frame that is shown last, if its duration is an estimate.
  private var openFrame: Int64?
  private var clippedEnd: Int64 = 0
  private var encodedEnd: Int64?
  private var priming: Int64 = 0
  /// The number of frames whose stamps are no whole numbers of units.
  private(set) var roundedCount = 0

  /// A stretch of the stream with one relation between stamps and running time.
  private struct Piece {
    /// The stamp at which it starts, in nanoseconds: elements such as x264enc move their stamps, and this with them.
    var startStamp: UInt64
    /// The stamp at which it starts, where that is in running time, and where it stops; in units.
    var start: Int64
    var base: Int64
    var stop: Int64?
    /// The units of stamps in a unit of running time, in units of 1/65536.
    var rate: Int32 = 65536
    /// The offset from where stamps alone would lie, by which no two pieces' samples lie at the same time; nil before the first sample.
    var offset: Int64?
  }

  init(
    timescale: Int32, frame: Int64?, isStored: Bool = false, isAudio: Bool = false, isCounted: Bool = false,
    _ segment: GstSegment
  ) {
    self.timescale = timescale
    self.frame = frame
    (self.isStored, self.isAudio, self.isCounted) = (isStored, isAudio, isCounted)
    setSegment(segment)
  }

  /// True before the first sample.
  var isFresh: Bool { firstStart == nil }

  mutating func setSegment(_ segment: GstSegment) {
    let piece = Piece(
      startStamp: UInt64(segment.start), start: units(segment.start), base: units(segment.base),
      stop: segment.stop == .max ? nil : units(segment.stop), rate: segment.editRate, offset: pieces.isEmpty ? 0 : nil)
    if let last = pieces.last, last.base - last.start == piece.base - piece.start, last.rate == piece.rate {
      pieces[pieces.count - 1].stop = piece.stop
    } else if isFresh {
      pieces = [piece]
      pieces[0].offset = 0
    } else {
      pieces.append(piece)
    }
    nextSample = nil
  }

  private func units(_ time: guint64) -> Int64 {
    let (high, low) = UInt64(time).multipliedFullWidth(by: UInt64(timescale))
    guard high < 500_000_000 else { return Int64.max / 4 }
    let (quotient, remainder) = UInt64(1_000_000_000).dividingFullWidth((high, low))
    return Int64(clamping: quotient) + (remainder >= 500_000_000 ? 1 : 0)
  }

  /// Returns when a buffer's samples are decoded and shown, and how long they last; nil without a stamp.
  ///
  /// - Parameters:
  ///   - samples: The number of samples that a decoder makes of audio; nil for other media.
  ///   - priming: The number of audio samples from the beginning of the stream to the first that is heard.
  mutating func time(
    of buffer: Buffer, samples: Int64? = nil, priming: Int64, clippedEnd: Int64 = 0
  ) -> (start: Int64, decode: Int64, duration: Int64)? {
    let stamp = buffer.presentationTime ?? buffer.decodeTime
    // Frames of a constant rate can be counted: demuxers of Matroska give those of ProRes without stamps.
    guard stamp != nil || nextSample != nil || !isFresh || frame != nil else { return nil }
    self.priming = priming
    let piece = pieces[pieces.count - 1]
    var start = stamp.map { units($0.nanoseconds) - piece.start + piece.base } ?? latestEnd - (piece.offset ?? 0)
    var (duration, isEstimate) = (samples ?? 0, false)
    if let samples {
      count(samples, from: &start, isStamped: stamp != nil)
    } else {
      (duration, isEstimate) = placeFrame(&start, stamp, lasting: buffer.duration, in: piece)
    }
    start -= priming
    var decode = start
    if isStored, let stamp = buffer.decodeTime {
      decode = units(stamp.nanoseconds) - piece.start + piece.base
      showsEarly = showsEarly || decode > start
    }
    if pieces[pieces.count - 1].offset == nil {
      // Samples that only others need lie before a piece; frames of an open group are shown before the first, though not before that is
      // decoded, where decoding times are known and none is too late.
      let isDecodedFirst = isStored && buffer.decodeTime != nil && !showsEarly
      let room = samples == nil && !isAudio && !isDecodedFirst ? Int64(timescale) : 0
      pieces[pieces.count - 1].offset = max(0, latestEnd + room - min(start, decode))
    }
    let offset = pieces[pieces.count - 1].offset ?? 0
    start += offset
    decode = isStored ? max(decode + offset, latestDecodeTime) : start
    latestDecodeTime = decode
    firstStart = min(firstStart ?? start, start)
    if samples == nil, !isAudio { noteFrame(start..<start + max(duration, 0)) }
    noteEnd(start, duration, isEstimate: isEstimate, clipped: clippedEnd)
    return (start, decode, duration)
  }

  /// Moves audio to the end of what has come, unless its stamp says that some is missing.
  private mutating func count(_ samples: Int64, from start: inout Int64, isStamped: Bool) {
    // Less than a gap is a rounded stamp, and one that goes back is a parser's own count (flacparse).
    let tolerance = max(isCounted ? 0 : samples, Int64(timescale) / 50)
    if let next = nextSample, !isStamped || start - next <= tolerance { start = next }
    nextSample = start + samples
  }

  /// Moves a frame to its place on the grid of its rate, if it has one.
  ///
  /// - Returns: Its duration, and true if that is an estimate.
  private mutating func placeFrame(
    _ start: inout Int64, _ stamp: ClockTime?, lasting span: ClockTime?, in piece: Piece
  ) -> (duration: Int64, isEstimate: Bool) {
    var duration: Int64 = 0
    if let stamp, let span { duration = units(stamp.nanoseconds &+ span.nanoseconds) - units(stamp.nanoseconds) }
    var isOnGrid = false
    if let frame {
      duration = snapped(duration, toFramesOf: frame)
      isOnGrid = snap(&start, toGridOf: frame)
    }
    if !isOnGrid, let stamp, !isWhole(UInt64(stamp.nanoseconds), in: piece) { roundedCount += 1 }
    let isEstimate = duration <= 0
    if isEstimate { duration = distance(of: start) ?? max(lastDuration, 1) } else { lastDuration = duration }
    noteStart(start)
    return (duration, isEstimate)
  }

  /// Keeps the end of the sample that is shown last.
  private mutating func noteEnd(_ start: Int64, _ duration: Int64, isEstimate: Bool, clipped: Int64) {
    if let frame = openFrame, start < frame {
      // The one before it, which comes late: frames are decoded in another order.
      latest = min(latestEnd, frame + frame - start)
    } else if openFrame != nil || latest.map({ start + duration > $0 }) ?? true {
      (latest, clippedEnd) = (start + duration, clipped)
      openFrame = isEstimate ? start : nil
    }
  }

  /// The end of the frame that is shown last, if its duration was an estimate as it came: it lasts as long as the one before it.
  var estimatedEnd: Int64? { openFrame == nil ? nil : latest }

  /// Returns the distance of a frame from the nearest one before it that has come; nil if none has. A frame without a duration lasts
  /// until the next one.
  private func distance(of start: Int64) -> Int64? {
    latestStarts.lazy.filter { $0 < start }.max().map { start - $0 }
  }

  private mutating func noteStart(_ start: Int64) {
    latestStarts.append(start)
    if latestStarts.count > 16 { latestStarts.removeFirst() }
  }

  private mutating func noteFrame(_ frame: Range<Int64>) {
    earlyFrames.insert(frame, at: earlyFrames.firstIndex { $0.lowerBound > frame.lowerBound } ?? earlyFrames.count)
    // Frames' times are rounded; and where more than a decoder can reorder have come, none is missing: the source has a gap.
    while let next = earlyFrames.first,
      shownTo.map({ next.lowerBound - $0 <= Int64(next.count / 2) }) ?? true || earlyFrames.count > 16
    {
      shownTo = max(shownTo ?? next.upperBound, next.upperBound)
      earlyFrames.removeFirst()
    }
  }

  /// Nothing follows, though frames may be missing that are shown before others that have come: those after the gap are not
  /// shown.
  mutating func endEarly() { if !earlyFrames.isEmpty { gapStart = shownTo } }

  /// True if a stamp is a whole number of units after the start of its piece, but for rounding at both ends.
  private func isWhole(_ stamp: UInt64, in piece: Piece) -> Bool {
    let distance = max(stamp, piece.startStamp) - min(stamp, piece.startStamp)
    let rounded = gst_util_uint64_scale_round(guint64(units(guint64(distance))), 1_000_000_000, guint64(timescale))
    return max(UInt64(rounded), distance) - min(UInt64(rounded), distance) <= 2
  }

  /// Moves a time to the nearest place of a frame, if it is meant for that.
  ///
  /// - Returns: False if it is not.
  private mutating func snap(_ time: inout Int64, toGridOf frame: Int64) -> Bool {
    let phase = self.phase ?? time
    self.phase = phase
    let offset = time - phase
    let steps = (Double(offset) / Double(frame)).rounded()
    let nearest = phase + Int64(steps) * frame
    // Containers of milliseconds round by half of one.
    guard abs(nearest - time) * 1500 <= Int64(timescale) else { return false }
    time = nearest
    return true
  }

  /// Returns the duration of a frame at a constant rate: a whole number of frames, as slow motion shows one for the time of several, but
  /// for rounding by less than a millisecond, since containers of milliseconds round both ends. A cut may shorten the last frame.
  private func snapped(_ duration: Int64, toFramesOf frame: Int64) -> Int64 {
    guard duration > 0 else { return frame }
    let whole = max(1, duration / frame + (duration % frame > frame / 2 ? 1 : 0)) * frame
    return abs(whole - duration) <= (Int64(timescale) - 1) / 1000 ? whole : duration
  }

  /// Where what was encoded ends: a stamp, and samples after it.
  mutating func setEnd(_ stamp: ClockTime, samples: Int64) {
    guard let piece = shown.last else { return }
    encodedEnd = units(stamp.nanoseconds) - piece.start + piece.base + samples
  }

  /// Ends what is shown where a frame would be that is left out.
  mutating func limitEnd(to stamp: ClockTime) {
    guard let piece = shown.last else { return }
    var place = units(stamp.nanoseconds) - piece.start + piece.base
    if let frame { _ = snap(&place, toGridOf: frame) }
    encodedEnd = min(encodedEnd ?? place, place)
  }

  // MARK: - What is shown

  /// The pieces that have samples: some elements say at the end where more would be.
  private var shown: [Piece] { pieces.filter { $0.offset != nil } }

  /// Where the first piece begins to be shown.
  private var start: Int64? {
    guard let firstStart, let piece = pieces.first else { return nil }
    return max(firstStart + priming, piece.base)
  }

  var presentedStart: CMTime? {
    start.flatMap { start in pieces.first.map { runningTime(start, of: $0) } }
  }

  /// Returns the running time of a place in a piece, which counts stamps from the piece's base on.
  private func runningTime(_ place: Int64, of piece: Piece) -> CMTime {
    let distance = CMTime(value: place - piece.base, timescale: timescale)
    return CMTime(value: piece.base, timescale: timescale)
      + (piece.rate == 65536 ? distance : CMTimeMultiplyByRatio(distance, multiplier: 65536, divisor: piece.rate))
  }

  /// Returns the last whole place of a piece before a running time.
  private func place(_ running: Int64, in piece: Piece) -> Int64 {
    guard piece.rate != 65536 else { return running }
    return Int64(clamping: Int128(piece.base) + Int128(running - piece.base) * Int128(piece.rate) / 65536)
  }

  /// Where what was encoded ends, or else the last sample.
  var shownEnd: Int64? { latest.map { min($0, encodedEnd ?? $0 - clippedEnd) } }

  func segments(from origin: CMTime) -> [TrackTimeline.Segment]? {
    guard let start else { return nil }
    var segments: [TrackTimeline.Segment] = []
    for (index, piece) in shown.enumerated() {
      guard let offset = piece.offset else { continue }
      let begin = index == 0 ? start : piece.base
      var end = (encodedEnd ?? latestEnd - clippedEnd) - offset
      if let stop = piece.stop { end = min(end, piece.base + stop - piece.start) }
      if index + 1 < shown.count { end = min(end, place(shown[index + 1].base, in: piece)) }
      end = min(end, min(latestEnd, gapStart ?? .max) - offset)
      guard end > begin else { continue }
      func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: timescale) }
      let target = CMTimeRange(
        start: max(.zero, runningTime(begin, of: piece) - origin), end: runningTime(end, of: piece) - origin)
      guard target.duration > .zero else { continue }
      let length = piece.rate == 65536 ? target.duration : time(end) - time(begin)
      segments.append(
        TrackTimeline.Segment(
          target: target, source: CMTimeRange(start: time(begin + offset), duration: length),
          rate: FixedPoint(piece.rate, fractionBits: 16)))
    }
    return segments.isEmpty ? nil : segments
  }
}

extension GstSegment {
  /// Seconds of stamps a second of running time, in units of 1/65536: those of an edit, since files are written at rate 1.
  fileprivate var editRate: Int32 {
    format == GST_FORMAT_TIME && rate > 0 && rate < 32768 ? max(1, Int32((rate * 65536).rounded())) : 65536
  }
}
