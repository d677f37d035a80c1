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
      return isReversed ? try ReversedInput(opened, track) : try TrackInput(opened, track)
    }
  }
}

/// The decoder of a source. Belongs to one thread at a time.
protocol SourceInput: AnyObject {
  func frame(at time: ExactTime, _ cancellation: Cancellation) throws -> SourceFrame?
  /// The beginning of the frame behind the gap that was found last.
  var nextStart: ExactTime? { get }
}

/// The frames of a track.
private final class TrackInput: SourceInput {
  /// Closed when nothing reads it any more.
  private let opened: OpenedSource
  private let cursor: FrameCursor
  private let orientation: CGAffineTransform
  private let end: CMTime
  private var current: DecodedFrame?
  /// The frame behind the current one, once it was decoded.
  private var next: DecodedFrame?
  /// The first time that can be reached by decoding on; nil if none can.
  private var start: CMTime?

  init(_ opened: OpenedSource, _ track: any ContainerTrack) throws {
    self.opened = opened
    orientation = track.attributes.transform
    cursor = FrameCursor(try opened.coded(track))
    end = try cursor.end()
  }

  func frame(at exact: ExactTime, _ cancellation: Cancellation) throws -> SourceFrame? {
    var time = max(exact.time, .zero)
    // What begins earlier than that is shown to the end, and after it.
    if end.isNumeric, time >= end { time = max(.zero, end - CMTime(value: 1, timescale: 1_000_000_000)) }
    guard let frame = try shown(at: time, cancellation) else { return nil }
    return SourceFrame(
      start: ExactTime(frame.time), end: ExactTime(frame.time) + ExactTime(frame.duration),
      content: .frame(frame.buffer, frame.caps), orientation: orientation)
  }

  var nextStart: ExactTime? { next.map { ExactTime($0.time) } }

  private func shown(at time: CMTime, _ cancellation: Cancellation) throws -> DecodedFrame? {
    if let current, current.shows(time) { return current }
    if try isElsewhere(time) {
      cursor.move(to: CMTimeRange(start: time, end: .positiveInfinity))
      (current, next, start) = (nil, nil, time)
    }
    while true {
      if next == nil {
        do {
          next = try cursor.next(cancellation)
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          // The next call begins anew, whatever it asks for.
          start = nil
          throw error
        }
      }
      guard let found = next, found.time <= time else { return nil }
      (current, next, start) = (found, nil, found.time)
      if found.shows(time) { return found }
    }
  }

  /// True if decoding on from here leads nowhere, or takes longer than to begin anew.
  private func isElsewhere(_ time: CMTime) throws -> Bool {
    guard let start, time >= start else { return true }
    guard let last = next ?? current else { return false }
    // A few frames are sooner decoded than found out about.
    guard time > last.time + last.duration + CMTime(value: 1, timescale: 4), let sample = last.sample else {
      return false
    }
    return try cursor.beginsAnew(at: time, after: sample)
  }
}

/// The frames of a track, asked for from the end on: the cursor decodes them backwards, each once.
private final class ReversedInput: SourceInput {
  /// Closed when nothing reads it any more.
  private let opened: OpenedSource
  private let cursor: FrameCursor
  private let orientation: CGAffineTransform
  private let end: CMTime
  private var current: DecodedFrame?
  /// The frame before the current one, once it was decoded.
  private var next: DecodedFrame?
  /// The last time that can be reached by decoding on; nil if none can.
  private var start: CMTime?

  init(_ opened: OpenedSource, _ track: any ContainerTrack) throws {
    self.opened = opened
    orientation = track.attributes.transform
    cursor = FrameCursor(try opened.coded(track), direction: .backwards)
    end = try cursor.end()
  }

  func frame(at exact: ExactTime, _ cancellation: Cancellation) throws -> SourceFrame? {
    let time = min(exact.timeNotBefore, end)
    guard time > .zero, let frame = try shown(before: time, cancellation) else { return nil }
    return SourceFrame(
      start: ExactTime(frame.time), end: ExactTime(frame.time) + ExactTime(frame.duration),
      content: .frame(frame.buffer, frame.caps), orientation: orientation)
  }

  var nextStart: ExactTime? { next.map { ExactTime($0.time) + ExactTime($0.duration) } }

  private func shown(before time: CMTime, _ cancellation: Cancellation) throws -> DecodedFrame? {
    if let current, current.time < time, time <= current.time + current.duration { return current }
    if start.map({ time > $0 }) ?? true {
      cursor.move(to: CMTimeRange(start: .zero, end: time), .backwards)
      (current, next, start) = (nil, nil, time)
    }
    while true {
      if next == nil {
        do {
          next = try cursor.next(cancellation)
        } catch {
          // The next call begins anew, whatever it asks for.
          (current, start) = (nil, nil)
          throw error
        }
      }
      guard let found = next else { return nil }
      if found.time < time, found.time + found.duration < time { return nil }
      (next, start) = (nil, found.time)
      guard found.time < time else { continue }
      current = found
      return found
    }
  }
}

extension DecodedFrame {
  fileprivate func shows(_ moment: CMTime) -> Bool { time <= moment && moment < time + duration }
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
