internal import GStreamer
import CoreMedia
import MovieFile

/// Tracks that follow each other on one timeline, as the runs of a playlist do.
///
///     runs      ├── samples 0 … 99 ──┤├── samples 100 … 180 ──┤
///     timeline  0                      the start of the second
///
/// Each keeps its formats and edits; its decoder begins anew.
struct JoinedTrack: CodedTrack {
  /// A track, and the time at which its timeline begins on the common one.
  struct Part: Sendable {
    let track: any CodedTrack
    let start: CMTime
  }

  private struct Piece: Sendable {
    let track: any CodedTrack
    /// The common units a unit of the track.
    let scale: Int64
    /// The common time of the track's time 0.
    let mediaStart: Int64
    let firstIndex: Int
    let firstFormat: Int
    let count: Int
  }

  let timescale: Int32
  let edits: [TrackEdit]
  let formats: [CodedFormat]
  private let pieces: [Piece]
  private let total: TrackLength

  /// - Throws: `DecoderError` with `unsupported` if the tracks' units have none in common; the errors of the tracks.
  init(_ parts: [Part]) throws {
    guard let timescale = leastCommonMultiple(of: parts.map(\.track.timescale)) else {
      throw DecoderError(.unsupported, "its parts have times in units that nothing smaller divides")
    }
    let rates = Set(
      parts.flatMap { $0.track.formats.compactMap { $0.description?.audioStreamBasicDescription?.mSampleRate } })
    guard rates.count <= 1 else {
      throw DecoderError(.unsupported, "its audio changes its sample rate from one part to the next")
    }
    var (pieces, formats, edits): ([Piece], [CodedFormat], [TrackEdit]) = ([], [], [])
    var (mediaStart, shownEnd, count): (Int64, Int64, Int) = (0, 0, 0)
    var position = CMTime.zero
    for part in parts {
      guard let length = try part.track.length() else {
        throw DecoderError(.unsupported, "a part of it has no end")
      }
      let scale = Int64(timescale / part.track.timescale)
      pieces.append(
        Piece(
          track: part.track, scale: scale, mediaStart: mediaStart, firstIndex: count, firstFormat: formats.count,
          count: length.sampleCount))
      formats += part.track.formats
      for piece in try Self.timeline(of: part.track, length).pieces {
        guard let first = try Self.firstTime(of: piece, in: part.track) else { continue }
        // The last sample of the part before ends where the first sample of this one begins.
        let (late, begin) = (piece.time(ofMedia: first, timescale: part.track.timescale), position)
        let start = max(part.start + late, begin)
        guard piece.end > late else { continue }
        if start > begin { edits.append(TrackEdit(duration: start - begin, mediaStart: nil)) }
        edits.append(
          TrackEdit(duration: piece.end - late, mediaStart: mediaStart + first * scale, rate: piece.rate))
        position = start + (piece.end - late)
      }
      count += length.sampleCount
      shownEnd = mediaStart + length.presentationEnd * scale
      mediaStart += max(length.decodeEnd, length.presentationEnd, 0) * scale
      guard mediaStart < 1 << 60 else { throw DecoderError(.unsupported, "its parts are too long together") }
    }
    (self.timescale, self.pieces, self.formats, self.edits) = (timescale, pieces, formats, edits)
    total = TrackLength(sampleCount: count, decodeEnd: mediaStart, presentationEnd: shownEnd)
  }

  /// Returns the time of the media from which a piece shows anything; nil for an empty one.
  private static func firstTime(of piece: EditedTimeline.Piece, in track: any CodedTrack) throws -> Int64? {
    guard let start = piece.mediaStart else { return nil }
    if try track.sample(shownAt: start) != nil { return start }
    return try track.sample(shownAfter: start)?.presentationTime
  }

  /// Returns a track's own timeline.
  private static func timeline(of track: any CodedTrack, _ length: TrackLength) throws -> EditedTimeline {
    var edits = track.edits
    if let gapless = track.gapless {
      let start = ExactScale.nearest(Int128(gapless.priming) * Int128(track.timescale), over: Int128(gapless.rate))
      edits = [
        TrackEdit(
          duration: gapless.count.map { CMTime(value: $0, timescale: gapless.rate) } ?? .indefinite,
          mediaStart: Int64(clamping: start))
      ]
    }
    return try EditedTimeline(checking: edits, timescale: track.timescale, mediaEnd: length.presentationEnd)
  }

  var isReordered: Bool { pieces.contains { $0.track.isReordered } }
  var hasRoundedTimes: Bool { pieces.contains { $0.track.hasRoundedTimes } }
  var loss: MovieError? { pieces.lazy.compactMap(\.track.loss).first }
  func length() throws -> TrackLength? { total }

  // MARK: Samples

  private func common(_ sample: CodedSample, _ piece: Piece) -> CodedSample {
    var sample = sample
    sample.beginsLink = sample.beginsLink || sample.index == 0 && piece.firstIndex > 0
    sample.index += piece.firstIndex
    sample.decodeTime = piece.mediaStart + sample.decodeTime * piece.scale
    sample.presentationTime = piece.mediaStart + sample.presentationTime * piece.scale
    sample.duration *= piece.scale
    sample.formatIndex += piece.firstFormat
    return sample
  }

  /// Returns the position of a sample's piece, and the sample in that.
  private func own(_ sample: CodedSample) -> (position: Int, sample: CodedSample) {
    let position = max(0, (pieces.firstIndex { $0.firstIndex > sample.index } ?? pieces.count) - 1)
    let piece = pieces[position]
    var own = sample
    own.index -= piece.firstIndex
    own.decodeTime = (sample.decodeTime - piece.mediaStart) / piece.scale
    own.presentationTime = (sample.presentationTime - piece.mediaStart) / piece.scale
    own.duration /= piece.scale
    own.formatIndex -= piece.firstFormat
    return (position, own)
  }

  /// Returns the first sample that pieces from one on give.
  private func first(
    from position: Int, _ find: (any CodedTrack) throws -> CodedSample?
  ) throws -> CodedSample? {
    for piece in pieces.dropFirst(position) {
      if let sample = try find(piece.track) { return common(sample, piece) }
    }
    return nil
  }

  /// Returns the first sample that pieces before one give, from the last on.
  private func last(
    before position: Int, _ find: (Piece) throws -> CodedSample?
  ) throws -> CodedSample? {
    for piece in pieces.prefix(position).reversed() {
      if let sample = try find(piece) { return common(sample, piece) }
    }
    return nil
  }

  func firstSample() throws -> CodedSample? {
    try first(from: 0) { try $0.firstSample() }
  }

  func sample(after sample: CodedSample) throws -> CodedSample? {
    let (position, own) = own(sample)
    if let next = try pieces[position].track.sample(after: own) { return common(next, pieces[position]) }
    return try first(from: position + 1) { try $0.firstSample() }
  }

  /// Returns the position of the piece that holds a time, and the time in it.
  private func own(_ time: Int64) -> (position: Int, time: Int64) {
    let position = max(0, (pieces.firstIndex { $0.mediaStart > time } ?? pieces.count) - 1)
    let (piece, rest) = (pieces[position], time.subtractingReportingOverflow(pieces[position].mediaStart))
    guard !rest.overflow, time != .max else { return (position, time < 0 ? .min : .max) }
    return (position, Int64(ExactScale.floor(Int128(rest.partialValue), over: Int128(piece.scale))))
  }

  func roundedRate(at time: Int64) -> RoundedRate? {
    let (position, own) = own(time)
    // Where units differ, common ones are finer than those that the times were rounded to.
    guard pieces[position].scale == 1, var rate = pieces[position].track.roundedRate(at: own) else { return nil }
    rate.origin += pieces[position].mediaStart
    return rate
  }

  func sample(shownAt time: Int64) throws -> CodedSample? {
    let (position, own) = own(time)
    if let sample = try pieces[position].track.sample(shownAt: own) { return common(sample, pieces[position]) }
    return try last(before: position) { try $0.track.sample(shownAt: .max) }
  }

  func sample(shownAfter time: Int64) throws -> CodedSample? {
    let (position, own) = own(time)
    if let sample = try pieces[position].track.sample(shownAfter: own) { return common(sample, pieces[position]) }
    return try first(from: position + 1) { try $0.sample(shownAfter: .min) }
  }

  func syncSample(before sample: CodedSample) throws -> CodedSample? {
    let (position, own) = own(sample)
    if let sync = try pieces[position].track.syncSample(before: own) { return common(sync, pieces[position]) }
    return try last(before: position) { piece in
      guard var end = try piece.track.sample(shownAt: .max) else { return nil }
      end.index = piece.count
      return try piece.track.syncSample(before: end)
    }
  }

  func syncSample(after sample: CodedSample) throws -> CodedSample? {
    let (position, own) = own(sample)
    if let sync = try pieces[position].track.syncSample(after: own) { return common(sync, pieces[position]) }
    return try first(from: position + 1) { track in
      guard let first = try track.firstSample() else { return nil }
      return first.isSync ? first : try track.syncSample(after: first)
    }
  }

  func bytes(of sample: CodedSample) throws -> Buffer {
    let (position, own) = own(sample)
    return try pieces[position].track.bytes(of: own)
  }

  func bytes(from sample: CodedSample, count: Int) throws -> SampleBytes {
    let (position, own) = own(sample)
    let piece = pieces[position]
    let run = try piece.track.bytes(from: own, count: min(count, piece.count - own.index))
    return SampleBytes(buffer: run.buffer, count: run.count, last: common(run.last, piece))
  }
}
