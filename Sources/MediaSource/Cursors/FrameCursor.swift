internal import GStreamer
import CoreMedia

/// Decodes the frames of a track, one after the other in either direction, or the one that is shown at a time: the very ones, bit for
/// bit those of a linear decode, at exact times.
///
///     let cursor = FrameCursor(track, format: FrameFormat(pixelFormat: kCVPixelFormatType_32BGRA))
///     while let frame = try cursor.next() { … }
///
/// Times are on the track's timeline, edits applied. A cursor blocks, so it never runs on the cooperative pool, and belongs to one thread
/// at a time; the `Cancellation` of a call may be cancelled on any thread.
package final class FrameCursor {
  /// The output of a cursor where edits show nothing.
  package enum Gaps: Sendable {
    /// No frame.
    case nothing
    /// Frames of one colour, in the format of the track's frames and as often as these come; black by default. A track that begins
    /// with an empty edit begins behind it.
    case background(VideoBackground = .black)
  }

  package let track: any CodedTrack
  /// The frames that were left out since the file has lost samples.
  package let damage = PassedDamage("frame")
  /// True if frames were left out before the last one that ``next(_:)`` has given.
  package private(set) var hasPassedDamage = false
  private let decoder: VideoTrackDecoder
  private let random: RandomFrames
  private let formatCache = PixelBufferFormatCache()
  private let gaps: Gaps
  private let format: FrameFormat
  private let colors: TrackColors
  private let frameRate: TrackFrameRate
  private let converters = FrameConverters()

  private var knownSearch: FrameSearch?
  private var range: CMTimeRange
  private var direction: CursorDirection
  /// The frames of the range, once one was asked for.
  private var run: FrameRun?
  /// The parts of the range that are still to come, when it is read backwards; nil until the first is asked for.
  private var backwards: BackwardRanges?
  /// The part that is being decoded, backwards, and its frames and damaged frames so far.
  private var part: (run: FrameRun, range: CMTimeRange)?
  private var window: [Result<DecodedFrame, DecoderError>] = []
  /// The samples whose errors are in the window, or were thrown, backwards.
  private var damaged: Set<Int> = []
  /// The frames that are left of a gap.
  private var gap: GapFrames?
  /// The last frame's, which backgrounds are made in.
  private var lastCaps: Caps?

  /// - Parameters:
  ///   - range: The part of the timeline that ``next(_:)`` gives; all of it by default. Its first frame is the one that is shown at its
  ///     start, with its own time.
  ///   - format: The wanted pixel format and size; those of the decoder where it says nothing.
  ///   - threads: The number of the decoder's threads, 1 or more.
  package init(
    _ track: any CodedTrack, range: CMTimeRange = .wholeTimeline, direction: CursorDirection = .forwards,
    gaps: Gaps = .nothing, format: FrameFormat = FrameFormat(), threads: Int = DecoderSession.threads
  ) {
    (self.track, self.gaps, self.format) = (track, gaps, format)
    (self.range, self.direction) = (range, direction)
    decoder = VideoTrackDecoder(track, threads: threads)
    random = RandomFrames(track, decoder)
    colors = TrackColors(track)
    frameRate = TrackFrameRate(track)
  }

  /// The end of the track's timeline.
  /// - Throws: `DecoderError` with `unsupported` when an edit plays backwards.
  package func end() throws -> CMTime { try search().timeline.end }

  /// The stamps of the times that are asked for.
  /// - Throws: `DecoderError` with `unsupported` when an edit plays backwards.
  package func stamps() throws -> FrameStamps { try search().stamps }

  /// The units in which the times of all frames are whole; nil if there are none of 32 bits.
  /// - Throws: `DecoderError` with `unsupported` when an edit plays backwards.
  package func exactTimescale() throws -> Int32? { try search().timeline.exactTimescale }

  /// Goes on in another range or direction.
  package func move(to range: CMTimeRange, _ direction: CursorDirection = .forwards) {
    (self.range, self.direction) = (range, direction)
    (window, backwards, part, damaged, run, gap) = ([], nil, nil, [], nil, nil)
  }

  /// The next frame of the range; nil after the last.
  ///
  /// Frames that cannot be decoded are left out where the file has lost samples, see ``damage``.
  ///
  /// - Throws: `DecoderError` for a frame of a whole file that cannot be decoded; the next call goes on with the one after it.
  ///   `CancellationError`.
  package func next(_ cancellation: Cancellation = Cancellation()) throws -> DecodedFrame? {
    if direction == .backwards, backwards == nil {
      backwards = BackwardRanges(of: try search().stamps.range(range), until: try end())
    }
    return try decoded(cancellation).map { $0.sample == nil ? $0 : try convert($0) }
  }

  /// The frame that is shown at a time: the last one that starts at or before it.
  ///
  /// Frames in order, one after the other, are decoded once each; others from the sync sample before them. What ``next(_:)`` gives is
  /// another sequence: after it, move to a range again.
  /// - Throws: `DecoderError`: `noSample` in a gap without a background and outside of the track, `damagedSample` or
  ///   `missingReference` when the frame, or one that it depends on, cannot be decoded; `CancellationError`.
  package func frame(at time: CMTime, _ cancellation: Cancellation = Cancellation()) throws -> DecodedFrame {
    do {
      guard let (sample, piece) = try search().frame(at: time) else {
        throw DecoderError(.noSample, "nothing is shown at \(time.positionText)")
      }
      return try frame(of: sample, shown: search().times(of: sample, in: piece), cancellation)
    } catch let error as DecoderError where error.code == .noSample {
      guard let piece = try search().timeline.piece(at: time), piece.mediaStart == nil else { throw error }
      var frames = try gapFrames(piece, in: CMTimeRange(start: time, end: piece.end))
      guard let frame = frames?.next() else { throw error }
      return frame
    }
  }

  /// Decodes the frame of a sample, which is shown at the given times. Where the file has lost samples, that may be the one
  /// before it, which players show until there is another one.
  ///
  /// - Throws: See ``frame(at:_:)``.
  package func frame(
    of sample: CodedSample, shown times: FrameSearch.Times, _ cancellation: Cancellation = Cancellation()
  ) throws -> DecodedFrame {
    let frame = try decoder.withCancellation(cancellation) {
      if cancellation.isCancelled { throw CancellationError() }
      do {
        return try random.frame(sample)
      } catch let error as DecoderError where damage.passes(error, in: track) {
        guard let neighbour = try random.neighbour(of: sample) else { throw error }
        return neighbour
      }
    }
    return try convert(DecodedFrame(times, frame, formatCache))
  }

  /// Sets the samples whose frames are requested next, by ``frame(of:shown:_:)``, each as often as it will be; the one whose decoding
  /// starts earliest comes first. They are decoded in one pass: nothing twice, and nothing that none of them depends on.
  package func expect(_ samples: [CodedSample]) { random.expect(samples) }

  /// Returns true if decoding of the frame that is shown at a time would begin well behind a sample: to move there costs less than to
  /// decode all that is between them.
  package func beginsAnew(at time: CMTime, after sample: CodedSample) throws -> Bool {
    guard let target = try search().frame(at: time)?.sample else { return false }
    // The decoder is some samples ahead of the frames that it has given.
    return try track.decodingStart(of: target).index > sample.index + 16
  }

  // MARK: Decoding

  private func search() throws -> FrameSearch {
    let search = try knownSearch ?? FrameSearch(track)
    knownSearch = search
    return search
  }

  private func decoded(_ cancellation: Cancellation) throws -> DecodedFrame? {
    hasPassedDamage = false
    while true {
      do {
        return try decodedOrDamaged(cancellation)
      } catch let error as DecoderError where damage.passes(error, in: track) {
        hasPassedDamage = true
      }
    }
  }

  private func decodedOrDamaged(_ cancellation: Cancellation) throws -> DecodedFrame? {
    guard direction == .backwards else {
      let run = try run ?? FrameRun(search(), decoder, formatCache, search().stamps.range(range))
      self.run = run
      return try next(of: run, in: range, cancellation)
    }
    while part != nil || window.isEmpty {
      if part == nil {
        guard let range = backwards?.next() else { return nil }
        part = (FrameRun(try search(), decoder, formatCache, range), range)
      }
      while let (run, wanted) = part {
        do {
          guard let frame = try next(of: run, in: wanted, cancellation) else { break }
          // A frame that began earlier belongs to the part before.
          if frame.time >= wanted.start || wanted.start == backwards?.start { window.append(.success(frame)) }
        } catch let error as DecoderError {
          // Several parts may need the same damaged sample.
          if error.sample.map({ damaged.insert($0).inserted }) ?? true { window.append(.failure(error)) }
        }
      }
      part = nil
    }
    return try window.removeLast().get()
  }

  private func next(of run: FrameRun, in range: CMTimeRange, _ cancellation: Cancellation) throws -> DecodedFrame? {
    while true {
      if let frame = gap?.next() { return frame }
      gap = nil
      switch try run.next(cancellation) {
      case .frame(let frame): return frame
      case .gap(let piece): gap = try gapFrames(piece, in: range)
      case nil: return nil
      }
    }
  }

  private func convert(_ frame: DecodedFrame) throws -> DecodedFrame {
    let caps = frameRate.caps(colors.caps(frame.caps, of: frame.sample))
    lastCaps = caps
    guard let converter = try converters.converter(from: caps, to: format) else {
      return frame.replacing(frame.buffer, caps)
    }
    return frame.replacing(try converter.convert(frame.buffer), converter.caps)
  }

  // MARK: Gaps

  /// The frames of an empty edit; nil if nothing is wanted there, or no frame tells the format.
  private func gapFrames(_ piece: EditedTimeline.Piece, in range: CMTimeRange) throws -> GapFrames? {
    guard case .background(let background) = gaps, let known = try lastCaps ?? firstCaps() else { return nil }
    let caps = try format.caps(from: known)
    let frame = DecodedFrame(
      time: piece.start, duration: piece.end - piece.start, sample: nil,
      buffer: try converters.background(background, caps), caps: caps, formats: formatCache)
    return GapFrames(piece, in: range, of: frame, timescale: track.timescale)
  }

  /// The format of the track's first frame, for gaps of which no neighbour was decoded; nil if it cannot be decoded.
  private func firstCaps() throws -> Caps? {
    guard let piece = try search().timeline.pieces.first(where: { $0.mediaStart != nil }) else { return nil }
    // A decoder of its own leaves a run where it is.
    return try? FrameCursor(track, threads: 1).frame(at: piece.start).caps
  }
}

extension CMTimeRange {
  /// All times from zero on.
  package static let wholeTimeline = CMTimeRange(start: .zero, end: .positiveInfinity)
}
