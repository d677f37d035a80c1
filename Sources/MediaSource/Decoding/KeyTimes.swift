package import GStreamer
import CoreMedia

/// When pictures of a track are shown that need no other one.
package struct KeyTimes: Sendable {
  private let track: any CodedTrack
  private let timeline: EditedTimeline

  package init(_ track: any CodedTrack, mediaEnd: Int64) {
    self.track = track
    timeline = EditedTimeline(track.edits, timescale: track.timescale, mediaEnd: mediaEnd)
  }

  /// The last one at or before a time; the time itself where nothing is shown, and in an edit that begins behind it.
  package func time(atOrBefore time: ClockTime) -> ClockTime {
    let exact = SoughtSegment.time(time.nanoseconds)
    guard let piece = timeline.piece(at: exact), piece.mediaStart != nil else { return time }
    let media = piece.mediaTime(at: exact, timescale: track.timescale)
    guard let key = try? track.syncSample(shownAtOrBefore: media) else { return time }
    return ClockTime(piece.time(ofMedia: key.presentationTime, timescale: track.timescale))
  }
}
