internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MovieFile

/// The packets of a subtitle track of a container that is no movie: text, or whatever a reader of its format knows.
///
/// Text of Matroska has SubRip's tags, which are left out.
final class TextTrackSource: TrackSource {
  private let track: any CodedTrack
  private var next: CodedSample?
  private var isAtStart = true
  private var sought = CMTimeRange.wholeTimeline

  init(_ track: any CodedTrack) { self.track = track }

  override var end: CMTime {
    track.isOpen ? .invalid : (try? track.presentationEnd()).map { track.time($0) } ?? .invalid
  }
  override var isSeekable: Bool { !track.isOpen }

  /// Text is not given backwards: nothing of it is left then.
  override func seek(to segment: SeekSegment) {
    (next, isAtStart) = (nil, !segment.isReverse)
    sought = CMTimeRange(start: segment.start, end: segment.end)
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    while let sample = isAtStart ? try track.firstSample() : try next.flatMap({ try track.sample(after: $0) }) {
      (next, isAtStart) = (sample, false)
      let (start, duration) = (track.time(sample.presentationTime), track.time(sample.duration))
      guard start >= .zero, start + duration > sought.start, let format = track.formats.first else { continue }
      guard start < sought.end else { return nil }
      let isText = format.caps.first?.name == "text/x-raw"
      setFormat(isText ? try Caps("text/x-raw,format=utf8") : format.caps)
      var buffer = try track.bytes(of: sample)
      if isText {
        let text = try buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        buffer = Buffer(copying: Array(SubtitleFile.plain(text).utf8))
      }
      buffer.presentationTime = ClockTime(start)
      buffer.duration = ClockTime(duration)
      return buffer.give()
    }
    return nil
  }
}
