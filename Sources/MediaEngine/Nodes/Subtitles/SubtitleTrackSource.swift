internal import MediaSource
internal import GStreamer
internal import CGStreamer
import MovieFile

/// The text of a subtitle track. Pictures and sound go on where it is damaged.
class SubtitleTrackSource: TrackSource {
  private let lost = LastNote()
  override var notes: @Sendable () -> [String] { { [lost] in lost.list } }

  /// Makes the buffer of the next caption; nil at the end.
  func caption() throws -> UnsafeMutablePointer<GstBuffer>? { nil }

  final override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    // Before any text: a track without any has a language too.
    setFormat(try Caps("text/x-raw,format=utf8"))
    do {
      return try caption()
    } catch let error as MovieError where !error.isUnreadable {
      lost.set("a track of subtitles ends where it is damaged: \(error)")
    } catch let error as DecoderError where error.sample != nil {
      lost.set("a track of subtitles ends where it is damaged: \(error.message)")
    }
    return nil
  }
}
