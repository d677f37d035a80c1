internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MovieFile

/// The text of a subtitle track (3GPP TS 26.245, clause 5.17; QuickTime's text media are the same so far).
final class CaptionSource: SubtitleTrackSource {
  private let movie: Movie
  private let track: Track
  private let table: MovieFile.SampleTable
  private let timeline: TrackTimeline
  private var next = 0
  private var sought = CMTimeRange.wholeTimeline

  init(_ track: Track, of movie: Movie) throws {
    self.movie = movie
    self.track = track
    table = try track.samples()
    timeline = try track.timeline()
  }

  override var end: CMTime { timeline.duration }
  override var isSeekable: Bool { true }

  /// Text is not given backwards: nothing of it is left then.
  override func seek(to segment: SeekSegment) {
    next = segment.isReverse ? table.count : 0
    sought = self.timeline(of: segment)
  }

  override func caption() throws -> UnsafeMutablePointer<GstBuffer>? {
    while next < table.count {
      let sample = try table[next]
      next += 1
      let text = TimedText.styledText(of: [UInt8](try movie.data(of: sample, in: track)))
      let media = CMTime(value: sample.presentationTime, timescale: table.timescale)
      let time = timeline.movieTime(ofMedia: media)
      let duration = CMTime(value: sample.duration, timescale: table.timescale)
      guard !text.isEmpty, time.isNumeric, time >= .zero, time < timeline.duration, time + duration > sought.start,
        time < sought.end
      else { continue }
      return buffer(of: text, from: time, to: time + duration).give()
    }
    return nil
  }
}
