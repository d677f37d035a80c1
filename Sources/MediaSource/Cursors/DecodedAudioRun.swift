import CoreMedia

/// The audio of a range as packets give it, one chunk after the other; nothing in gaps.
final class DecodedAudioRun {
  private let core: AudioReader
  private let range: CMTimeRange
  private var pieces: [AudioReader.Piece]?
  private enum Current {
    /// Samples of the media, and how far they are from those of the track.
    case plain(media: Range<Int64>, shift: Int64)
    case scaled(Varispeed)
  }
  private var current: Current?

  init(_ core: AudioReader, _ range: CMTimeRange) {
    self.core = core
    self.range = range
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
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
