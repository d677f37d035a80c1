import CoreMedia
import MediaSource

extension FrameCursor {
  /// All frames of a range.
  package func frames(in range: CMTimeRange) throws -> [DecodedFrame] {
    move(to: range)
    var frames: [DecodedFrame] = []
    while let frame = try next() { frames.append(frame) }
    return frames
  }
}

extension AudioCursor {
  /// The sound of a range.
  package func samples(in range: CMTimeRange) throws -> [DecodedAudio] {
    move(to: range)
    var chunks: [DecodedAudio] = []
    while let chunk = try next() { chunks.append(chunk) }
    return chunks
  }
}
