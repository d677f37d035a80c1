import CoreMedia

/// The frames of a range in the order of presentation, each once for each edit that shows it, and the gaps behind the first of them.
final class FrameRun {
  enum Part {
    case frame(DecodedFrame)
    /// An empty edit.
    case gap(EditedTimeline.Piece)
  }

  private let search: FrameSearch
  private let decoder: VideoTrackDecoder
  private let formats: PixelBufferFormatCache
  private let range: CMTimeRange
  private var pieces: [EditedTimeline.Piece]
  private var current: (piece: EditedTimeline.Piece, end: Int64)?
  /// A frame that was decoded and belongs to a later piece.
  private var left: VideoTrackDecoder.Frame?

  init(_ search: FrameSearch, _ decoder: VideoTrackDecoder, _ formats: PixelBufferFormatCache, _ range: CMTimeRange) {
    (self.search, self.decoder, self.formats, self.range) = (search, decoder, formats, range)
    // A track that begins with an empty edit begins later.
    pieces = search.timeline.pieces.drop { $0.mediaStart == nil }
      .filter { $0.start < range.end && $0.end > range.start }
  }

  func next(_ cancellation: Cancellation) throws -> Part? {
    try decoder.withCancellation(cancellation) {
      while true {
        guard let (piece, end) = current else {
          guard !pieces.isEmpty else { return nil }
          let piece = pieces.removeFirst()
          if piece.mediaStart == nil { return .gap(piece) }
          try enter(piece)
          continue
        }
        guard let frame = try left.take() ?? decoder.nextFrame() else {
          current = nil
          continue
        }
        guard frame.sample.presentationTime < end else {
          left = frame
          current = nil
          continue
        }
        if piece.rate == 0 { current = nil }
        return .frame(DecodedFrame(try search.times(of: frame.sample, in: piece), frame, formats))
      }
    }
  }

  /// Starts decoding where a piece does, if it shows anything.
  private func enter(_ piece: EditedTimeline.Piece) throws {
    let timescale = search.track.timescale
    let first = piece.mediaTime(at: max(range.start, piece.start), timescale: timescale)
    var part = piece
    part.end = min(piece.end, range.end)
    let end = part.mediaEnd(timescale: timescale)
    guard let sample = try search.firstFrame(at: first, before: end) else { return }
    // An edit that goes on where the last one ended is no reason to start anew.
    if left?.sample.index != sample.index {
      left = nil
      try decoder.run(from: sample)
    }
    current = (piece, end)
  }
}
