import CoreMedia

/// Finds the frames of a track by time, without decoding: the sample that is shown, and for how long.
///
/// May be used from several threads at once; reads the track's tables, which may block.
package struct FrameSearch: Sendable {
  /// The time at which a frame is first shown, and the one at which it no longer is: both exact.
  package struct Times: Sendable {
    package var start: CMTime
    package var end: CMTime
  }

  package let track: any CodedTrack
  package let timeline: EditedTimeline

  /// - Throws: `DecoderError` with `unsupported` when an edit plays backwards; errors of reading the tables.
  package init(_ track: any CodedTrack) throws {
    self.track = track
    timeline = try EditedTimeline(
      checking: track.edits, timescale: track.timescale, mediaEnd: track.presentationEnd())
  }

  /// The sample whose frame is shown at a time, and the piece of the timeline that shows it; nil in gaps and outside of the track.
  func frame(at time: CMTime) throws -> (sample: CodedSample, piece: EditedTimeline.Piece)? {
    guard let piece = timeline.piece(at: time), piece.mediaStart != nil else { return nil }
    return try track.frame(shownAt: piece.mediaTime(at: time, timescale: track.timescale)).map { ($0, piece) }
  }

  /// The first frame that a piece of the timeline shows at a time of the media, or after it: the media may begin after the piece does.
  func firstFrame(at media: Int64, before end: Int64) throws -> CodedSample? {
    if let sample = try track.frame(shownAt: media) { return sample }
    guard let next = try track.presentationTime(after: media), next < end else { return nil }
    return try track.frame(shownAt: next)
  }

  /// The times between which a piece of the timeline shows a sample's frame.
  func times(of sample: CodedSample, in piece: EditedTimeline.Piece) throws -> Times {
    let start = piece.time(ofMedia: sample.presentationTime, timescale: track.timescale)
    guard piece.rate != 0 else { return Times(start: start, end: piece.end) }
    let next = piece.time(ofMedia: try track.frameEnd(of: sample), timescale: track.timescale)
    return Times(start: start, end: min(piece.end, next))
  }
}
