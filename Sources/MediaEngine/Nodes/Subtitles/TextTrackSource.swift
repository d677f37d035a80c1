internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MovieFile

/// The text of a subtitle track of a container that is no movie.
final class TextTrackSource: SubtitleTrackSource {
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
    sought = timeline(of: segment)
  }

  override func caption() throws -> UnsafeMutablePointer<GstBuffer>? {
    while let sample = isAtStart ? try track.firstSample() : try next.flatMap({ try track.sample(after: $0) }) {
      (next, isAtStart) = (sample, false)
      let (start, duration) = (track.time(sample.presentationTime), track.time(sample.duration))
      guard start >= .zero, start + duration > sought.start, let format = track.formats.first else { continue }
      guard start < sought.end else { return nil }
      guard let coding = SubtitleText(format: format.caps.first?.name) else {
        throw DecoderError(.unsupported, "subtitles of \(format.codec.title) are no text")
      }
      let text = try track.bytes(of: sample).withUnsafeBytes { coding.text(of: $0) }
      // A drawing, or nothing but styles.
      if text.isEmpty { continue }
      return buffer(of: text, from: start, to: start + duration).give()
    }
    return nil
  }
}
