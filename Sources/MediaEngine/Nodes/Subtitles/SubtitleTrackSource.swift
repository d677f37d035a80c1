internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MovieFile

/// The text of a subtitle track: with markup for a reader that asks for it by name, or else as plain text. Pictures and sound go on where
/// it is damaged.
class SubtitleTrackSource: TrackSource {
  private var isMarkup = false
  private let lost = LastNote()
  override var notes: @Sendable () -> [String] { { [lost] in lost.list } }

  /// Makes the buffer of the next caption; nil at the end.
  func caption() throws -> UnsafeMutablePointer<GstBuffer>? { nil }

  final override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    // Before any text: a track without any has a language too.
    let markup = try Caps(TextFormat.caps(TextFormat.markup))
    // Programs take anything, and want text.
    isMarkup = readableCaps.map { !$0.isAny && $0.canIntersect(markup) } ?? false
    setFormat(isMarkup ? markup : try Caps(TextFormat.caps(TextFormat.plain)))
    do {
      return try caption()
    } catch let error as MovieError where !error.isUnreadable {
      lost.set("a track of subtitles ends where it is damaged: \(error)")
    } catch let error as DecoderError where error.sample != nil {
      lost.set("a track of subtitles ends where it is damaged: \(error.message)")
    }
    return nil
  }

  /// Makes the buffer of a caption that is shown from a time of the timeline to another one.
  final func buffer(of text: StyledText, from start: CMTime, to end: CMTime) -> Buffer {
    let buffer = Buffer(copying: Array((isMarkup ? text.markup : text.plain).utf8))
    let stamp = stamp(of: start)
    buffer.presentationTime = stamp
    buffer.duration = ClockTime(nanoseconds: self.stamp(of: end).nanoseconds - stamp.nanoseconds)
    return buffer
  }
}
