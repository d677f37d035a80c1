package import GStreamer
import CoreMedia

/// The presentation times of a track's sync frames.
package struct SyncSampleTimes: Sendable {
  private let track: any CodedTrack
  private let timeline: EditedTimeline

  package init(_ track: any CodedTrack, mediaEnd: Int64) {
    self.track = track
    timeline = EditedTimeline(track.edits, timescale: track.timescale, mediaEnd: mediaEnd)
  }

  /// Returns the last one at or before a time; the time itself in an empty edit, and in an edit that begins behind it.
  package func time(atOrBefore time: ClockTime) -> ClockTime {
    let exact = SeekSegment.time(time.nanoseconds)
    guard let piece = timeline.piece(at: exact), piece.mediaStart != nil else { return time }
    let media = piece.mediaTime(at: exact, timescale: track.timescale)
    guard let key = try? track.syncSample(shownAtOrBefore: media) else { return time }
    return ClockTime(piece.time(ofMedia: key.presentationTime, timescale: track.timescale))
  }
}
