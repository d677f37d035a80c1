internal import GStreamer
public import CoreMedia
import MovieFile

/// Gives the picture that a track shows at any time, and all pictures of a range: the very ones, bit for bit those of a linear
/// decode, at exact times.
///
///     let frame = try await reader.frame(at: CMTime(value: 7, timescale: 3))
///     for try await frame in reader.frames(in: CMTimeRange(start: .zero, duration: duration)) { … }
///
/// Times are on the track's timeline, edits applied. May be used from any task: requests run one after the other on a private
/// thread, and end with `CancellationError` when their task is cancelled.
public final class FrameReader: Sendable {
  private let track: any CodedTrack
  private let queue = ReaderQueue("reel.frames")
  private let core: FrameCore

  package init(_ track: any CodedTrack) {
    self.track = track
    core = FrameCore(track)
  }

  /// The picture that is shown at a time: the last one that starts at or before it.
  ///
  /// Pictures in order, one after the other, are decoded once each; others from the sync sample before them.
  /// - Throws: `DecoderError`: `nothingThere` in an empty edit and outside the track, `damagedSample` or `missingReference` when
  ///   the picture, or one that it depends on, can't be decoded.
  public func frame(at time: CMTime) async throws -> DecodedFrame {
    try await queue.run { [core] in try core.frame(at: time, $0) }
  }

  /// The pictures that are shown within a range, in order, each once for each edit that shows it; nothing in empty edits.
  ///
  /// Decoding starts with the first picture that is asked for, with a decoder of its own; while whoever asked works on a picture,
  /// the one after it is decoded.
  public func frames(in range: CMTimeRange) -> Frames { Frames(track: track, range: range) }

  /// When the track's timeline ends.
  public func end() async throws -> CMTime { try await queue.run { [core] _ in try core.timeline().end } }

  /// The pictures of a range.
  ///
  /// An error concerns one picture: `next()` may be called again for the one after it.
  public struct Frames: AsyncSequence, Sendable {
    fileprivate let track: any CodedTrack
    fileprivate let range: CMTimeRange

    public func makeAsyncIterator() -> Iterator { Iterator(track: track, range: range) }

    public struct Iterator: AsyncIteratorProtocol {
      private let queue = ReaderQueue("reel.frames")
      private let run: PictureRunAhead

      fileprivate init(track: any CodedTrack, range: CMTimeRange) {
        run = PictureRunAhead(PictureRun(FrameCore(track), range))
      }

      public mutating func next() async throws -> DecodedFrame? {
        try await queue.run { [queue, run] cancellation in
          let frame = try run.next(cancellation)
          if frame != nil { queue.begin { run.readAhead() } }
          return frame
        }
      }
    }
  }
}

/// A run of pictures that is one picture ahead of whoever reads it. Belongs to the thread of its reader.
private final class PictureRunAhead: @unchecked Sendable {
  private let run: PictureRun
  private var ahead: Result<DecodedFrame?, any Error>?

  init(_ run: PictureRun) { self.run = run }

  func next(_ cancellation: Cancellation) throws -> DecodedFrame? {
    guard let ahead = ahead.take() else { return try run.next(cancellation) }
    return try ahead.get()
  }

  func readAhead() {
    if ahead == nil { ahead = Result { try run.next(Cancellation()) } }
  }
}

/// What finds and decodes a track's pictures. Belongs to the thread of its reader.
package final class FrameCore: @unchecked Sendable {
  package let track: any CodedTrack
  package private(set) lazy var decoder = PictureDecoder(track, threads: threads) { [unowned self] in
    cancellation?.isCancelled ?? false
  }
  private let threads: Int
  private let formats = PictureFormats()
  private var cancellation: Cancellation?
  private var pieces: EditedTimeline?
  /// The last picture that was given, and when the one after it starts, in the media.
  private var last: (picture: PictureDecoder.Picture, next: Int64?)?

  /// - Parameter threads: how many its decoder has, 1 or more.
  package init(_ track: any CodedTrack, threads: Int = DecoderSession.threads) {
    (self.track, self.threads) = (track, threads)
  }

  package func timeline() throws -> EditedTimeline {
    if let pieces { return pieces }
    let pieces = try EditedTimeline(
      checking: track.edits, timescale: track.timescale, mediaEnd: track.presentationEnd())
    self.pieces = pieces
    return pieces
  }

  func withCancellation<Value>(_ cancellation: Cancellation, _ body: () throws -> Value) throws -> Value {
    self.cancellation = cancellation
    defer { self.cancellation = nil }
    return try body()
  }

  package func frame(at time: CMTime, _ cancellation: Cancellation) throws -> DecodedFrame {
    try withCancellation(cancellation) {
      guard let piece = try timeline().piece(at: time), piece.mediaStart != nil,
        let index = try visible(atOrBefore: piece.mediaTime(at: time, timescale: track.timescale))
      else { throw DecoderError(.nothingThere, "nothing is shown at \(time.positionText)") }
      return try frame(picture(index), in: piece)
    }
  }

  /// A picture with its times in a piece of the timeline.
  package func frame(_ picture: PictureDecoder.Picture, in piece: EditedTimeline.Piece) throws -> DecodedFrame {
    let start = piece.time(ofMedia: picture.sample.presentationTime, timescale: track.timescale)
    let next = try nextStart(after: picture.sample)
    let end = piece.rate == 0 ? piece.end : min(piece.end, piece.time(ofMedia: next, timescale: track.timescale))
    return DecodedFrame(time: start, duration: end - start, picture: picture, formats: formats)
  }

  func nextStart(after sample: CodedSample) throws -> Int64 {
    var next = try track.presentationTime(after: sample.presentationTime)
    while let time = next, let index = try track.sampleShown(at: time), try isHidden(index) {
      next = try track.presentationTime(after: time)
    }
    return next ?? sample.presentationTime + sample.duration
  }

  /// The sample that is shown at a time of the media; those that are decoded and not shown don't count.
  package func visible(atOrBefore time: Int64) throws -> Int? {
    var index = try track.sampleShown(at: time)
    while let hidden = index, try isHidden(hidden) {
      index = try track.sampleShown(at: track.sample(hidden).presentationTime - 1)
    }
    return index
  }

  package func isHidden(_ index: Int) throws -> Bool {
    let sample = try track.sample(index)
    if sample.size == 0 { return true }
    guard track.formats.indices.contains(sample.formatIndex) else { return false }
    let format = track.formats[sample.formatIndex]
    guard format.codec == .vp8 || (format.codec == .mpeg4 && sample.size <= 8) else { return false }
    return try track.bytes(of: sample).withUnsafeBytes { SampleInspection(format.stream).isHidden($0) }
  }

  package func picture(_ index: Int) throws -> PictureDecoder.Picture {
    if let last, last.picture.sample.index == index { return last.picture }
    let sample = try track.sample(index)
    let picture: PictureDecoder.Picture
    if let last, decoder.isRunning, sample.place > last.picture.sample.place, try decoder.isAhead(index) {
      picture = try advance(to: index)
    } else if let last, sample.presentationTime == last.next {
      try decoder.run(from: index)
      picture = try advance(to: index)
    } else {
      picture = try decoder.picture(index)
    }
    last = (picture, try nextStart(after: picture.sample))
    return picture
  }

  /// Goes on with a run until a picture comes.
  private func advance(to index: Int) throws -> PictureDecoder.Picture {
    while true {
      do {
        guard let picture = try decoder.nextPicture() else { break }
        if picture.sample.index == index { return picture }
      } catch let error as DecoderError {
        // Those of other pictures are not asked for.
        if error.sample == index || error.sample == nil { throw error }
      }
    }
    return try decoder.picture(index)
  }
}

/// The pictures of a range, one after the other. Belongs to the thread of its reader.
package final class PictureRun: @unchecked Sendable {
  private let core: FrameCore
  private let range: CMTimeRange
  private var pieces: [EditedTimeline.Piece]?
  private var current: (piece: EditedTimeline.Piece, end: Int64)?
  /// A picture that was decoded and belongs to a later piece.
  private var left: PictureDecoder.Picture?

  package init(_ core: FrameCore, _ range: CMTimeRange) {
    self.core = core
    self.range = range
  }

  package func next(_ cancellation: Cancellation) throws -> DecodedFrame? {
    try core.withCancellation(cancellation) {
      while true {
        guard let (piece, end) = current else {
          guard try enterPiece() else { return nil }
          continue
        }
        guard let picture = try left.take() ?? core.decoder.nextPicture() else {
          current = nil
          continue
        }
        guard picture.sample.presentationTime < end else {
          left = picture
          current = nil
          continue
        }
        if piece.rate == 0 { current = nil }
        return try core.frame(picture, in: piece)
      }
    }
  }

  /// Starts decoding where the next piece that shows anything does.
  private func enterPiece() throws -> Bool {
    if pieces == nil {
      pieces = try core.timeline().pieces.filter {
        $0.mediaStart != nil && $0.start < range.end && $0.end > range.start
      }
    }
    while let piece = pieces?.first {
      pieces?.removeFirst()
      let timescale = core.track.timescale
      let first = piece.mediaTime(at: max(range.start, piece.start), timescale: timescale)
      var part = piece
      part.end = min(piece.end, range.end)
      let end = part.mediaEnd(timescale: timescale)
      var index = try core.visible(atOrBefore: first)
      if index == nil, let later = try core.track.presentationTime(after: first), later < end {
        index = try core.visible(atOrBefore: later)
      }
      guard let index else { continue }
      // An edit that goes on where the last one ended is no reason to start anew.
      if left?.sample.index != index {
        left = nil
        try core.decoder.run(from: index)
      }
      current = (piece, end)
      return true
    }
    return false
  }
}
