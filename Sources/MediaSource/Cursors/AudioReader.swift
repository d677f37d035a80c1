import CoreMedia
import MovieFile

/// Finds and decodes a track's audio. Belongs to the thread of its cursor.
final class AudioReader {
  /// A piece of the timeline, in samples.
  struct Piece {
    var range: Range<Int64>
    /// The media's sample that is heard first.
    var media: Int64
    /// Samples of the media a sample, where the media are played faster or slower.
    var pace: Varispeed.Pace?
  }

  let track: any CodedTrack
  private(set) lazy var decoder = AudioTrackDecoder(track) { [unowned self] in cancellation?.isCancelled ?? false }
  private var cancellation: Cancellation?

  init(_ track: any CodedTrack) { self.track = track }

  func withCancellation<Value>(_ cancellation: Cancellation, _ body: () throws -> Value) throws -> Value {
    self.cancellation = cancellation
    defer { self.cancellation = nil }
    return try body()
  }

  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat {
    try withCancellation(cancellation) { try decoder.format() }
  }

  func sampleCount(_ cancellation: Cancellation) throws -> Int64 {
    try withCancellation(cancellation) { nearest(try end(), try decoder.format().rate) }
  }

  /// Returns the end of the track's timeline.
  func end() throws -> CMTime {
    let mediaEnd = try track.mediaEnd()
    if let gapless = track.gapless {
      let media = CMTime(value: mediaEnd, timescale: track.timescale)
      let rest = media - CMTime(value: gapless.priming, timescale: gapless.rate)
      guard let count = gapless.count else { return max(.zero, rest) }
      // The track may have fewer samples than the numbers count.
      return max(.zero, min(rest, CMTime(value: count, timescale: gapless.rate)))
    }
    return try EditedTimeline(checking: track.edits, timescale: track.timescale, mediaEnd: mediaEnd).end
  }

  /// The pieces that play anything.
  ///
  /// - Throws: `DecoderError` with `unsupported` for edits that are faster or slower than audio can be played.
  func pieces(_ format: DecodedAudioFormat) throws -> [Piece] {
    let rate = format.rate
    if let gapless = track.gapless {
      let priming = nearest(CMTime(value: gapless.priming, timescale: gapless.rate), rate)
      return [Piece(range: 0..<nearest(try end(), rate), media: priming)]
    }
    let timeline = try EditedTimeline(
      checking: track.edits, timescale: track.timescale, mediaEnd: track.mediaEnd())
    return try timeline.pieces.compactMap { piece in
      guard let media = piece.mediaStart, piece.rate > 0 else { return nil }
      let (start, end) = (nearest(piece.start, rate), nearest(piece.end, rate))
      let pace =
        piece.rate == 65536
        ? nil
        : try Varispeed.Pace(
          rate: piece.rate, start: Int128(media) * Int128(rate), over: Int128(track.timescale))
      let first = nearest(CMTime(value: media, timescale: track.timescale), rate)
      return Piece(range: start..<max(start, end), media: first, pace: pace)
    }
  }

  func nearest(_ time: CMTime, _ rate: Int) -> Int64 {
    guard time.isNumber else { return time.isPositiveInfinity || time.isIndefinite ? .max : 0 }
    return Int64(clamping: ExactScale.nearest(Int128(time.value) * Int128(rate), over: Int128(time.timescale)))
  }

  /// The time of a sample of the media, in units of the track's timescale.
  func mediaTime(ofSample sample: Int64, _ rate: Int) -> Int64 {
    Int64(clamping: ExactScale.floor(Int128(sample) * Int128(track.timescale), over: Int128(rate)))
  }
}
