internal import CoreMedia
internal import MediaEngine
internal import MediaSource
import MovieFile

/// Puts the pieces of a track together.
struct TrackSplice {
  let source: CopyTrack
  let timescale: Int32
  /// The runs whose first frames are encoded, so that nothing is encoded twice.
  private let begun = BegunRuns()

  /// Belongs to the thread on which the track is put together.
  private final class BegunRuns {
    var runs: [Key: EncodedRun] = [:]

    struct Key: Hashable {
      let start: CMTime
      let settings: FrameEncoder.Settings
    }
  }

  /// Finer units are not recovered from nanoseconds.
  private static let finest: Int128 = 100_000_000

  init(_ source: CopyTrack) {
    self.source = source
    timescale = Self.timescale(of: source)
  }

  func track() throws -> SplicedTrack {
    if source.other != nil { return try fitted() }
    let formats = try SpliceFormats(source) { piece, settings in try run(of: piece, settings) }
    return source.edges == .keep || !source.isVideo ? try hidden(formats) : try continuous(formats)
  }

  // MARK: Hidden by edits

  /// Each piece has a place of its own in the media, and an edit that shows the part of it that is wanted.
  private func hidden(_ formats: SpliceFormats) throws -> SplicedTrack {
    var (parts, times, ends, durations): ([SplicedTrack.Part], [[Int64]], [Int64], [[Int64]]) = ([], [], [], [])
    var edits: [TrackEdit] = []
    var (cursor, position): (Int64, CMTime) = (0, source.range.start)
    for piece in source.pieces {
      guard case .samples(let samples, let areRuns, let marksFirst) = piece.content, let stretch = piece.stretch,
        let media = stretch.media, let first = samples.lazy.map(\.presentationTime).min()
      else { continue }
      let slope = stretch.slope * ExactTime(Int128(timescale), over: 1)
      func place(_ time: Int64) -> Int64 {
        cursor
          + Int64(
            clamping: ExactScale.nearest(Int128(time - first) * slope.numerator, over: slope.denominator))
      }
      // A track that begins later than its file shows nothing until then.
      let isLate = first > media.lowerBound
      let start = isLate ? max(piece.range.start, min(stretch.time(first).time, piece.range.end)) : piece.range.start
      if start > position { edits.append(TrackEdit(lasting: exact(start - position), from: nil)) }
      position = piece.range.end
      edits.append(TrackEdit(lasting: exact(position - start), from: place(max(first, media.lowerBound))))
      parts.append(try part(piece, samples, areRuns, marksFirst, formats))
      times.append(samples.map { place($0.presentationTime) })
      durations.append(
        samples.map { max(1, place($0.presentationTime + $0.duration) - place($0.presentationTime)) })
      var last = samples.lazy.map { $0.presentationTime + max(1, $0.duration) }.max() ?? first
      if source.isVideo, let track = piece.source?.track,
        let shown = samples.max(by: { $0.presentationTime < $1.presentationTime })
      {
        // Where samples are reordered, their durations are distances of decode times.
        let next = try track.sample(shownAfter: shown.presentationTime)?.presentationTime
        last = min(max(last, media.upperBound), try next ?? track.shownEnd(ofLast: shown))
        last = max(last, shown.presentationTime + 1)
      }
      let end = place(last)
      ends.append(end)
      // Frames are decoded earlier than they are shown: none of the next piece may be decoded within this one's edit.
      cursor = end + (source.isVideo ? Int64(timescale) : 0)
    }
    return SplicedTrack(
      timescale: timescale, formats: formats.formats, edits: edits, parts: parts, times: times,
      durations: source.isVideo ? nil : durations, ends: ends)
  }

  /// Returns a duration in units that are no coarser than the track's: coarse ones are taken for those of a movie, which round.
  private func exact(_ duration: CMTime) -> CMTime {
    let factor = (Int64(timescale) + Int64(duration.timescale) - 1) / Int64(max(1, duration.timescale))
    guard factor > 1, let scale = Int32(exactly: Int64(duration.timescale) * factor) else { return duration }
    let (value, overflow) = duration.value.multipliedReportingOverflow(by: factor)
    return overflow ? duration : CMTime(value: value, timescale: scale)
  }

  // MARK: One after the other

  /// Samples are where the timeline has them, counted from the beginning of the part that is copied.
  private func continuous(_ formats: SpliceFormats) throws -> SplicedTrack {
    var (parts, times, ends): ([SplicedTrack.Part], [[Int64]], [Int64]) = ([], [], [])
    let origin = ExactTime(source.range.start)
    func units(_ time: ExactTime) -> Int64 { (time - origin).nearest(Int(timescale)) }
    for (index, piece) in source.pieces.enumerated() {
      let start = units(ExactTime(piece.range.start))
      let end = units(ExactTime(piece.range.end))
      func placed(_ list: [Int64]) -> [Int64] {
        guard let stretch = piece.stretch, let first = list.min() else { return [] }
        // A frame that has begun before the cut begins there.
        return list.map { $0 == first ? start : max(start, units(stretch.time($0))) }
      }
      switch piece.content {
      case .empty: continue
      case .samples(let samples, let areRuns, let marksFirst):
        parts.append(try part(piece, samples, areRuns, marksFirst, formats))
        times.append(placed(samples.map(\.presentationTime)))
      case .frames(let list):
        parts.append(try encoded(piece, formats))
        times.append(placed(list))
      case .rendered(let list):
        parts.append(try encoded(piece, formats))
        times.append(list.map(units))
      }
      // A span may begin between frames of the timeline: the one before is shown until then.
      var next = end
      if index + 1 < source.pieces.count, case .rendered(let list) = source.pieces[index + 1].content,
        let first = list.first
      {
        next = max(end, units(first))
      }
      ends.append(next)
    }
    let end = ends.last ?? 0
    return SplicedTrack(
      timescale: timescale, formats: formats.formats,
      edits: [TrackEdit(lasting: CMTime(value: end, timescale: timescale), from: 0)], parts: parts, times: times,
      durations: nil, ends: ends)
  }

  // MARK: Parts

  private func part(
    _ piece: CopyPiece, _ samples: [CodedSample], _ areRuns: Bool, _ marksFirst: Bool, _ formats: SpliceFormats
  ) throws -> SplicedTrack.Part {
    guard let source = piece.source else { throw DecoderError(.noSample, "a piece has no source") }
    var rewriting: SampleRewriting?
    let sets = formats.sets(of: piece)
    if marksFirst || !sets.isEmpty, let first = samples.first,
      let units = SampleUnits(try source.track.format(of: first).stream)
    {
      rewriting = SampleRewriting(units: units, marksFirst: marksFirst, sets: sets)
    }
    return SplicedTrack.Part(
      samples: .stored(source.track, samples, areRuns: areRuns), formats: formats.positions(of: piece),
      rewriting: rewriting, keepsOpen: source.opened)
  }

  private func encoded(_ piece: CopyPiece, _ formats: SpliceFormats) throws -> SplicedTrack.Part {
    guard let (settings, format, sets) = formats.encoded(piece),
      let units = SampleUnits(formats.formats[format].stream)
    else { throw MediaError(.failed, "a span has no encoder", family: .encoding) }
    let run = try run(of: piece, settings)
    run.setUnits(units)
    return SplicedTrack.Part(
      samples: .encoded(run), formats: [format],
      rewriting: sets.isEmpty ? nil : SampleRewriting(units: units, sets: sets), keepsOpen: piece.source?.opened)
  }

  /// The run that encodes a piece's frames.
  private func run(of piece: CopyPiece, _ settings: FrameEncoder.Settings) throws -> EncodedRun {
    let key = BegunRuns.Key(start: piece.range.start, settings: settings)
    if let known = begun.runs[key] { return known }
    let run = try newRun(of: piece, settings)
    begun.runs[key] = run
    return run
  }

  private func newRun(of piece: CopyPiece, _ settings: FrameEncoder.Settings) throws -> EncodedRun {
    switch piece.content {
    case .frames(let times):
      guard let source = piece.source, let stretch = piece.stretch, let first = times.first else { break }
      // In the first frame: its beginning may be no time that can be written.
      let half = ExactTime(1, over: 2) * stretch.slope
      let start = max(ExactTime(stretch.source.start), source.clip.map.sourceTime(at: stretch.time(first) + half)).time
      let range = CMTimeRange(start: start, end: stretch.source.end)
      return EncodedRun(count: times.count, settings) {
        EdgeFrames(source.track, in: range, count: times.count)
      }
    case .rendered(let times):
      let (plan, range) = (source.plan, piece.range)
      let hasFirst = range.start == source.range.start
      return EncodedRun(count: times.count, settings) { try SpanFrames(plan, in: range, hasFirst: hasFirst) }
    case .samples, .empty: break
    }
    throw MediaError(.failed, "a span has no frames", family: .encoding)
  }

  // MARK: Units

  /// The units in which all times are whole; where they would be too fine, most are.
  private static func timescale(of track: CopyTrack) -> Int32 {
    let isContinuous = track.edges == .encode && track.isVideo || track.other != nil
    var scales: [Int128] = isContinuous ? [ExactTime(track.range.start).denominator] : []
    for piece in track.pieces {
      if let stretch = piece.stretch, stretch.media != nil {
        scales.append(stretch.slope.denominator)
        if isContinuous { scales.append(stretch.offset.denominator) }
      }
      guard isContinuous else { continue }
      scales += [ExactTime(piece.range.start).denominator, ExactTime(piece.range.end).denominator]
      if case .rendered(let times) = piece.content { scales += times.prefix(2).map(\.denominator) }
    }
    var common: Int128 = 1
    for scale in scales {
      let next = common / greatestCommonDivisor(common, scale) * scale
      if next <= finest { common = next }
    }
    // Units of a second, as of audio in units of its own, are too coarse for times between.
    return Int32(clamping: common < 1000 ? common * (1 + 10_000 / common) : common)
  }
}
