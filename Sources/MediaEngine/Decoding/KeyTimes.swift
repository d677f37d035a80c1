internal import GStreamer
import CoreMedia

/// When pictures of a track are shown that need no other one.
struct KeyTimes: Sendable {
  private let track: any CodedTrack
  private let timeline: EditedTimeline

  init(_ track: any CodedTrack, mediaEnd: Int64) {
    self.track = track
    timeline = EditedTimeline(track.edits, timescale: track.timescale, mediaEnd: mediaEnd)
  }

  /// The last one at or before a time; the time itself where nothing is shown, and in an edit that begins behind it.
  func time(atOrBefore time: ClockTime) -> ClockTime {
    let exact = SoughtSegment.time(time.nanoseconds)
    guard let piece = timeline.piece(at: exact), piece.mediaStart != nil else { return time }
    let media = piece.mediaTime(at: exact, timescale: track.timescale)
    guard var index = try? track.sampleShown(at: media) else { return time }
    while let key = try? track.syncSample(atOrBefore: index), let sample = try? track.sample(key) {
      if sample.presentationTime <= media {
        return ClockTime(piece.time(ofMedia: sample.presentationTime, timescale: track.timescale))
      }
      // It is decoded before the picture and shown after it.
      index = key - 1
    }
    return time
  }
}
