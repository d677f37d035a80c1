internal import CoreMedia
internal import MediaSource
import MovieFile

/// A stretch of an output track, before its samples are put together.
struct CopyPiece: Sendable {
  enum Content: Sendable {
    /// Samples of a clip's source, in decoding order.
    ///
    /// - Parameters:
    ///   - areRuns: True if each is as many samples of uncompressed audio as it lasts units.
    ///   - marksFirst: True if the first is marked as the beginning of a stream.
    case samples([CodedSample], areRuns: Bool, marksFirst: Bool)
    /// Frames of a clip's source, at their times in the media.
    case frames([Int64])
    /// Frames of the timeline, at their times.
    case rendered([ExactTime])
    case empty
  }

  /// On the timeline.
  var range: CMTimeRange
  let content: Content
  /// The source; nil for frames of the timeline, and for nothing.
  let source: ClipTrack?
  let stretch: ClipTrack.Stretch?
  let reason: String?
  /// True if the edit as such would let its samples be copied: something of the source forbids it.
  let isFallback: Bool

  init(
    _ range: CMTimeRange, _ content: Content, of source: ClipTrack? = nil, _ stretch: ClipTrack.Stretch? = nil,
    reason: String? = nil, isFallback: Bool = false
  ) {
    (self.range, self.content, self.source, self.stretch, self.reason) = (range, content, source, stretch, reason)
    self.isFallback = isFallback
  }

  /// The piece for people.
  var span: CopySpan {
    let name = source?.clip.source.name
    func span(_ treatment: CopySpan.Treatment, _ count: Int) -> CopySpan {
      CopySpan(range, treatment, sampleCount: count, source: name, reason: reason, isFallback: isFallback)
    }
    return switch content {
    case .samples(let samples, let areRuns, _):
      CopySpan(
        range, .copied, sampleCount: areRuns ? samples.reduce(0) { $0 + Int(clamping: $1.duration) } : samples.count,
        source: name)
    case .frames(let times): span(.edge, times.count)
    case .rendered(let times): span(.rendered, times.count)
    case .empty: CopySpan(range, .empty, sampleCount: 0, reason: reason)
    }
  }
}
