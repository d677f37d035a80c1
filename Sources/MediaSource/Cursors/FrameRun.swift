import CoreMedia

/// The frames of a range in the order of presentation, each once for each edit that shows it; nothing in gaps.
final class FrameRun {
  private let core: FrameCore
  private let range: CMTimeRange
  private var pieces: [EditedTimeline.Piece]?
  private var current: (piece: EditedTimeline.Piece, end: Int64)?
  /// A picture that was decoded and belongs to a later piece.
  private var left: PictureDecoder.Picture?

  init(_ core: FrameCore, _ range: CMTimeRange) {
    self.core = core
    self.range = range
  }

  func next(_ cancellation: Cancellation) throws -> DecodedFrame? {
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
