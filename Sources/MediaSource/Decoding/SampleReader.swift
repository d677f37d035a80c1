internal import GStreamer
public import CoreMedia
import MovieFile

/// Gives exactly the sound that a track plays in any range, sample by sample those of a linear decode.
///
///     for try await chunk in reader.samples(in: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))) { … }
///
/// Times are on the track's timeline: edits are applied, priming and padding left out. An edit that plays the media faster or slower
/// changes their pitch too, as a tape does (Apple's `AVAudioTimePitchAlgorithm.varispeed`). May be used from any task: requests run on a
/// private thread, and end with `CancellationError` when their task is cancelled.
public final class SampleReader: Sendable {
  private let track: any CodedTrack
  private let queue = ReaderQueue("reel.samples")
  private let core: SampleCore

  package init(_ track: any CodedTrack) {
    self.track = track
    core = SampleCore(track)
  }

  /// The format of the decoded sound; the first packet is decoded to know it.
  public func format() async throws -> SoundFormat { try await queue.run { [core] in try core.format($0) } }

  /// How many samples the track plays, empty edits included.
  public func sampleCount() async throws -> Int64 { try await queue.run { [core] in try core.sampleCount($0) } }

  /// The sound of a range, in order, in chunks as packets give them; nothing in empty edits, which positions show.
  ///
  /// The range begins and ends with the samples nearest to its times. Decoding starts with the first chunk that is asked for, with a
  /// decoder of its own.
  public func samples(in range: CMTimeRange) -> Samples { Samples(track: track, range: range) }

  /// The sound of a range.
  ///
  /// An error concerns one packet: `next()` may be called again for what follows.
  public struct Samples: AsyncSequence, Sendable {
    fileprivate let track: any CodedTrack
    fileprivate let range: CMTimeRange

    public func makeAsyncIterator() -> Iterator { Iterator(track: track, range: range) }

    public struct Iterator: AsyncIteratorProtocol {
      private let queue = ReaderQueue("reel.samples")
      private let run: SoundRun

      fileprivate init(track: any CodedTrack, range: CMTimeRange) { run = SoundRun(SampleCore(track), range) }

      public mutating func next() async throws -> SoundChunk? { try await queue.run { [run] in try run.next($0) } }
    }
  }
}

/// What finds and decodes a track's sound. Belongs to the thread of its reader.
package final class SampleCore: @unchecked Sendable {
  /// A piece of the timeline, in samples.
  package struct Piece {
    package var range: Range<Int64>
    /// The media's sample that is heard first.
    package var media: Int64
    /// Samples of the media a sample, where the media are played faster or slower.
    package var pace: Varispeed.Pace?
  }

  package let track: any CodedTrack
  package private(set) lazy var decoder = SoundDecoder(track) { [unowned self] in cancellation?.isCancelled ?? false }
  private var cancellation: Cancellation?

  package init(_ track: any CodedTrack) { self.track = track }

  func withCancellation<Value>(_ cancellation: Cancellation, _ body: () throws -> Value) throws -> Value {
    self.cancellation = cancellation
    defer { self.cancellation = nil }
    return try body()
  }

  package func format(_ cancellation: Cancellation) throws -> SoundFormat {
    try withCancellation(cancellation) { try decoder.format() }
  }

  package func sampleCount(_ cancellation: Cancellation) throws -> Int64 {
    try withCancellation(cancellation) { nearest(try end(), try decoder.format().rate) }
  }

  /// Where the track's timeline ends.
  package func end() throws -> CMTime {
    let mediaEnd = try track.mediaEnd()
    if let gapless = track.gapless {
      let media = CMTime(value: mediaEnd, timescale: track.timescale)
      let rest = media - CMTime(value: gapless.priming, timescale: gapless.rate)
      guard let count = gapless.count else { return max(.zero, rest) }
      // What the numbers count, the track may not have.
      return max(.zero, min(rest, CMTime(value: count, timescale: gapless.rate)))
    }
    return try EditedTimeline(checking: track.edits, timescale: track.timescale, mediaEnd: mediaEnd).end
  }

  /// The pieces that play anything.
  ///
  /// - Throws: `DecoderError` with `unsupported` for edits that are faster or slower than sound can be played.
  package func pieces(_ format: SoundFormat) throws -> [Piece] {
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

  package func nearest(_ time: CMTime, _ rate: Int) -> Int64 {
    guard time.isNumeric else { return time.isPositiveInfinity || time.isIndefinite ? .max : 0 }
    return Int64(clamping: ExactScale.nearest(Int128(time.value) * Int128(rate), over: Int128(time.timescale)))
  }

  /// The time of a sample of the media, in units of the track's timescale.
  package func mediaTime(ofSample sample: Int64, _ rate: Int) -> Int64 {
    Int64(clamping: ExactScale.floor(Int128(sample) * Int128(track.timescale), over: Int128(rate)))
  }
}

/// The sound of a range, one chunk after the other. Belongs to the thread of its reader.
package final class SoundRun: @unchecked Sendable {
  private let core: SampleCore
  private let range: CMTimeRange
  private var pieces: [SampleCore.Piece]?
  private enum Current {
    /// Samples of the media, and how far they are from those of the track.
    case plain(media: Range<Int64>, shift: Int64)
    case scaled(Varispeed)
  }
  private var current: Current?

  package init(_ core: SampleCore, _ range: CMTimeRange) {
    self.core = core
    self.range = range
  }

  package func next(_ cancellation: Cancellation) throws -> SoundChunk? {
    try core.withCancellation(cancellation) {
      while true {
        switch current {
        case nil: guard try enterPiece() else { return nil }
        case .plain(let media, let shift):
          guard let chunk = try core.decoder.nextChunk(), chunk.position < media.upperBound else {
            current = nil
            continue
          }
          if chunk.position + Int64(chunk.frameCount) >= media.upperBound { current = nil }
          guard var part = chunk.clamped(to: media) else { continue }
          part.position += shift
          return part
        case .scaled(let varispeed):
          guard let chunk = try varispeed.next({ try core.decoder.nextChunk() }) else {
            current = nil
            continue
          }
          return chunk
        }
      }
    }
  }

  private func enterPiece() throws -> Bool {
    let format = try core.decoder.format()
    if pieces == nil { pieces = try core.pieces(format) }
    let start = core.nearest(range.start, format.rate)
    let wanted = start..<max(start, core.nearest(range.end, format.rate))
    while let piece = pieces?.first {
      pieces?.removeFirst()
      let part = piece.range.clamped(to: wanted)
      guard !part.isEmpty else { continue }
      let first: Int64
      if let pace = piece.pace {
        let varispeed = Varispeed(pace, format, of: part, from: piece.range.lowerBound)
        first = varispeed.firstSample
        current = .scaled(varispeed)
      } else {
        let shift = piece.range.lowerBound - piece.media
        first = part.lowerBound - shift
        current = .plain(media: first..<part.upperBound - shift, shift: shift)
      }
      try core.decoder.start(at: core.mediaTime(ofSample: max(0, first), format.rate))
      return true
    }
    return false
  }
}
