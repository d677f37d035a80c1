import CoreMedia

/// The frames of a range in the order of presentation, each once for each edit that shows it; nothing in gaps.
final class FrameRun {
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
    pieces = search.timeline.pieces.filter {
      $0.mediaStart != nil && $0.start < range.end && $0.end > range.start
    }
  }

  func next(_ cancellation: Cancellation) throws -> DecodedFrame? {
    try decoder.withCancellation(cancellation) {
      while true {
        guard let (piece, end) = current else {
          guard try enterPiece() else { return nil }
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
        return DecodedFrame(try search.times(of: frame.sample, in: piece), frame, formats)
      }
    }
  }

  /// Starts decoding where the next piece that shows anything does.
  private func enterPiece() throws -> Bool {
    while let piece = pieces.first {
      pieces.removeFirst()
      let timescale = search.track.timescale
      let first = piece.mediaTime(at: max(range.start, piece.start), timescale: timescale)
      var part = piece
      part.end = min(piece.end, range.end)
      let end = part.mediaEnd(timescale: timescale)
      guard let sample = try search.firstFrame(at: first, before: end) else { continue }
      // An edit that goes on where the last one ended is no reason to start anew.
      if left?.sample.index != sample.index {
        left = nil
        try decoder.run(from: sample)
      }
      current = (piece, end)
      return true
    }
    return false
  }
}
