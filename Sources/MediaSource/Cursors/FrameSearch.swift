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
  /// The stamps of the times that are asked for.
  package let stamps: FrameStamps
  private let firstSync = OnceResult<CodedSample?>()

  /// - Throws: `DecoderError` with `unsupported` when an edit plays backwards; errors of reading the tables.
  package init(_ track: any CodedTrack) throws {
    self.track = track
    timeline = try EditedTimeline(
      checking: track.edits, timescale: track.timescale, mediaEnd: track.presentationEnd())
    stamps = FrameStamps(track, timeline)
  }

  /// The sample whose frame is shown at a time, and the piece of the timeline that shows it; nil in gaps and outside of the track.
  func frame(at time: CMTime) throws -> (sample: CodedSample, piece: EditedTimeline.Piece)? {
    let time = stamps.start(time)
    guard let piece = timeline.piece(at: time), piece.mediaStart != nil else { return nil }
    let media = piece.mediaTime(at: time, timescale: track.timescale)
    guard try decodableTime(atOrAfter: media) == media else { return nil }
    return try track.frame(shownAt: media).map { ($0, piece) }
  }

  /// The first frame that a piece of the timeline shows at a time of the media, or after it: the media may begin after the piece does.
  func firstFrame(at media: Int64, before end: Int64) throws -> CodedSample? {
    let media = try decodableTime(atOrAfter: media)
    guard media < end else { return nil }
    if let sample = try track.frame(shownAt: media) { return sample }
    guard let next = try track.presentationTime(after: media), next < end else { return nil }
    return try track.frame(shownAt: next)
  }

  /// Returns a time of the media, or the first after it at which frames can be decoded: where a recording begins within a
  /// group of pictures, that of the first sync sample, which players show until then.
  func decodableTime(atOrAfter media: Int64) throws -> Int64 {
    // Samples of a stream may have gone by.
    guard !track.isOpen, let sync = try firstSyncSample(), sync.presentationTime > media else { return media }
    if try track.firstSample()?.index == sync.index, (try? track.isClosed(sync)) ?? true { return media }
    return sync.presentationTime
  }

  private func firstSyncSample() throws -> CodedSample? {
    try firstSync.get(isPassing: \.mayPass) {
      guard let first = try track.firstSample(), try !track.format(of: first).codec.isIntraOnly else { return nil }
      return try first.isSync ? first : track.syncSample(after: first)
    }
  }

  /// The times between which a piece of the timeline shows a sample's frame.
  func times(of sample: CodedSample, in piece: EditedTimeline.Piece) throws -> Times {
    let start = piece.time(ofMedia: sample.presentationTime, timescale: track.timescale)
    guard piece.rate != 0 else { return Times(start: start, end: piece.end) }
    var next = try track.frameTime(after: sample)
    // Where samples are reordered, tables say how far apart they are decoded: the edit tells how long the last frame is shown.
    if next == nil, !track.isReordered || track.isOpen { next = try track.shownEnd(ofLast: sample) }
    guard let next else { return Times(start: start, end: piece.end) }
    return Times(start: start, end: min(piece.end, piece.time(ofMedia: next, timescale: track.timescale)))
  }

  /// The times of the frames that are shown in a range of the timeline, in order; none in gaps. The first is the frame that is shown at the
  /// range's start, with its own time. Decodes nothing.
  package func times(in range: CMTimeRange) throws -> [Times] {
    let range = stamps.range(range)
    var found: [Times] = []
    for piece in timeline.pieces where piece.mediaStart != nil && piece.start < range.end && piece.end > range.start {
      let first = piece.mediaTime(at: max(range.start, piece.start), timescale: track.timescale)
      var part = piece
      part.end = min(piece.end, range.end)
      let end = part.mediaEnd(timescale: track.timescale)
      var next = try firstFrame(at: first, before: end)
      while let sample = next {
        found.append(try times(of: sample, in: piece))
        let start = try track.frameEnd(of: sample)
        guard piece.rate != 0, start < end else { break }
        next = try track.frame(shownAt: start)
        // Behind the last frame, it is still that one.
        if next?.index == sample.index { break }
      }
    }
    return found
  }
}
