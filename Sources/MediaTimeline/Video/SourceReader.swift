internal import CoreGraphics
internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import CoreMedia
import Foundation

/// A decoded frame of a clip's source.
struct SourceFrame: Sendable {
  /// The times of the source between which it is shown.
  let start: ExactTime
  let end: ExactTime
  let content: Content
  /// The track's preferred transform.
  let orientation: CGAffineTransform

  enum Content: Sendable {
    case frame(Buffer, Caps)
    case picture(StillPicture)
  }
}

/// Decodes frames of a clip's source by their times; in order, each is decoded once.
///
/// May be used from several threads: calls wait for each other. All block: never on the cooperative pool.
final class SourceReader: Sendable {
  private let source: RenderSource
  private let choice: TrackChoice
  private let canvas: PixelSize
  private let isReversed: Bool
  private let lock = NSLock()
  /// Used under the lock alone.
  private nonisolated(unsafe) var input: (any SourceInput)?
  private nonisolated(unsafe) var isOpened = false

  /// - Parameter canvas: The size of the canvas, which is that of titles.
  init(_ clip: RenderClip, canvas: PixelSize) {
    (source, choice, isReversed, self.canvas) = (clip.source, clip.video, clip.map.isReversed, canvas)
  }

  /// The frame that is shown at a time of the source: the last that begins at or before it, and backwards the last that begins before it.
  /// The last frame of a track stays.
  ///
  /// - Returns: Nil where the source shows nothing: in gaps, before the first frame, and if it has no video.
  /// - Throws: What is wrong with the file; `DecoderError` for a frame that cannot be decoded; `CancellationError`.
  func frame(at time: ExactTime, _ cancellation: Cancellation) throws -> SourceFrame? {
    try lock.withLock {
      if !isOpened {
        input = try open()
        isOpened = true
      }
      return try input?.frame(at: time, cancellation)
    }
  }

  /// The beginning of the frame behind a gap, after a call that found the gap, and backwards its end; nil if it is not known.
  var nextStart: ExactTime? { lock.withLock { input?.nextStart } }

  private func open() throws -> (any SourceInput)? {
    switch source {
    case .timeline(let plan):
      guard try plan.hasVideo() else { return nil }
      return isReversed ? try ReversedNestedInput(plan) : try NestedInput(plan)
    case .title(let title): return TitleInput(try TitlePicture(title, canvas))
    case .media(let media):
      let opened = try media.open()
      if opened.isStill { return PictureInput(opened, try opened.picture()) }
      guard let track = try opened.tracks(choice, isVideo: true).first else { return nil }
      return isReversed ? try ReversedInput(opened, track) : try ForwardInput(opened, track)
    }
  }
}

/// The decoder of a source. Belongs to one thread at a time.
protocol SourceInput: AnyObject {
  func frame(at time: ExactTime, _ cancellation: Cancellation) throws -> SourceFrame?
  /// The beginning of the frame behind the gap that was found last.
  var nextStart: ExactTime? { get }
}

/// A still picture, shown at all times.
private final class PictureInput: SourceInput {
  /// Keeps the picture for other clips of it.
  private let opened: OpenedSource
  private let frame: SourceFrame

  init(_ opened: OpenedSource, _ picture: StillPicture) {
    self.opened = opened
    frame = SourceFrame(
      start: .zero, end: ExactTime(Int128(1) << 40, over: 1), content: .picture(picture), orientation: .identity)
  }

  func frame(at time: ExactTime, _ cancellation: Cancellation) -> SourceFrame? { frame }
  var nextStart: ExactTime? { nil }
}

extension ExactTime {
  init(_ number: Int64) { self.init(Int128(number), over: 1) }
}
