internal import CoreGraphics
internal import CoreMedia
internal import MediaSource

/// The frames of a track, decoded in one direction.
class TrackInput: SourceInput {
  /// Closed when nothing reads it any more.
  private let opened: OpenedSource
  fileprivate let cursor: FrameCursor
  private let direction: CursorDirection
  private let orientation: CGAffineTransform
  /// The units of the track's times if the file rounds those of a rate, up or down by less than one; nil elsewhere.
  private let roundedScale: Int32?
  fileprivate let end: CMTime
  /// The times of the first frame, if it is shown in the hole before it, too.
  fileprivate let lateFirst: FrameSearch.Times?
  fileprivate var current: DecodedFrame?
  /// The frame behind the current one in the direction of decoding, once it was decoded.
  fileprivate var next: DecodedFrame?
  /// The first time that can be reached by decoding on; nil if none can.
  fileprivate var start: CMTime?

  fileprivate init(_ opened: OpenedSource, _ track: any ContainerTrack, _ direction: CursorDirection) throws {
    (self.opened, self.direction) = (opened, direction)
    orientation = track.attributes.transform
    let coded = try opened.coded(track)
    cursor = FrameCursor(coded, direction: direction)
    roundedScale = coded.hasRoundedTimes ? coded.timescale : nil
    end = try cursor.end()
    // A first frame that cannot be read does not matter to clips that begin behind it.
    lateFirst = try? FrameSearch(coded).lateFirstFrame()
  }

  final func frame(at time: ExactTime, _ cancellation: Cancellation) throws -> SourceFrame? {
    guard let frame = try shown(at: time, cancellation) else { return nil }
    let isLate = frame.time == lateFirst?.start
    return SourceFrame(
      start: isLate ? .zero : ExactTime(frame.time), end: ExactTime(frame.time) + ExactTime(frame.duration),
      content: .frame(frame.buffer, frame.caps), orientation: orientation)
  }

  var nextStart: ExactTime? { nil }

  fileprivate func shown(at exact: ExactTime, _ cancellation: Cancellation) throws -> DecodedFrame? { nil }

  /// The last time that the file may have for a frame that is shown at a time: a timeline of the file's rate asks for each frame at a
  /// distance of the rate from where the clip begins, which may be a stamp, and frames last longer than a unit.
  fileprivate final func latestStamp(of time: CMTime) -> CMTime {
    roundedScale.map { CMTimeConvertScale(time, timescale: $0, method: .roundTowardPositiveInfinity) } ?? time
  }

  /// The first time that the file may have for a frame that is shown at a time; the time itself before the first unit.
  fileprivate final func earliestStamp(of time: CMTime) -> CMTime {
    let stamp = roundedScale.map { CMTimeConvertScale(time, timescale: $0, method: .roundTowardNegativeInfinity) }
    return stamp.flatMap { $0 > .zero ? $0 : nil } ?? time
  }

  /// Decodes from a time on, which was not reached before.
  fileprivate final func move(to range: CMTimeRange, from time: CMTime) {
    cursor.move(to: range, direction)
    (current, next, start) = (nil, nil, time)
  }

  /// The frame behind the current one, which is decoded unless it was before. After an error the next call begins anew, whatever it asks
  /// for.
  fileprivate final func decoded(_ cancellation: Cancellation) throws -> DecodedFrame? {
    if let next { return next }
    do {
      next = try cursor.next(cancellation)
    } catch {
      if !(error is CancellationError) || !resumes { start = nil }
      throw error
    }
    return next
  }

  /// True if decoding goes on where it was cancelled.
  fileprivate var resumes: Bool { true }
}

/// The frames of a track in their order.
final class ForwardInput: TrackInput {
  init(_ opened: OpenedSource, _ track: any ContainerTrack) throws { try super.init(opened, track, .forwards) }

  override var nextStart: ExactTime? { next.map { ExactTime($0.time) } }

  fileprivate override func shown(at exact: ExactTime, _ cancellation: Cancellation) throws -> DecodedFrame? {
    var time = max(latestStamp(of: exact.time), lateFirst?.start ?? .zero)
    // A frame that begins earlier than that is shown to the end, and after it.
    if end.isNumeric, time >= end { time = max(.zero, end - CMTime(value: 1, timescale: 1_000_000_000)) }
    if let current, current.shows(time) { return current }
    if try isElsewhere(time) { move(to: CMTimeRange(start: time, end: .positiveInfinity), from: time) }
    while let found = try decoded(cancellation), found.time <= time {
      (current, next, start) = (found, nil, found.time)
      if found.shows(time) { return found }
    }
    // The frame before lost ones stays.
    guard let next, cursor.hasPassedDamage else { return nil }
    return try current?.prolonged(until: next.time) ?? frame(at: time, before: next, cancellation)
  }

  /// The frame that is shown where decoding began among lost ones, up to the next; nil if there is none.
  private func frame(
    at time: CMTime, before next: DecodedFrame, _ cancellation: Cancellation
  ) throws -> DecodedFrame? {
    do {
      let frame = try cursor.frame(at: time, cancellation).prolonged(until: next.time)
      // Decoding begins anew behind it.
      (current, self.next, start) = (frame, nil, nil)
      return frame
    } catch is DecoderError {
      return nil
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
final class ReversedInput: TrackInput {
  init(_ opened: OpenedSource, _ track: any ContainerTrack) throws { try super.init(opened, track, .backwards) }

  override var nextStart: ExactTime? { next.map { ExactTime($0.time) + ExactTime($0.duration) } }

  /// A group is decoded from its beginning.
  fileprivate override var resumes: Bool { false }

  fileprivate override func shown(at exact: ExactTime, _ cancellation: Cancellation) throws -> DecodedFrame? {
    let time = max(min(earliestStamp(of: exact.timeNotBefore), end), lateFirst?.end ?? .zero)
    guard time > .zero else { return nil }
    if let current, current.time < time, time <= current.time + current.duration { return current }
    if start.map({ time > $0 }) ?? true { move(to: CMTimeRange(start: .zero, end: time), from: time) }
    while let found = try decoded(cancellation) {
      // The frame before lost ones stays.
      if found.time < time, found.time + found.duration < time {
        return cursor.hasPassedDamage ? found.prolonged(until: time) : nil
      }
      (next, start) = (nil, found.time)
      guard found.time < time else { continue }
      current = found
      return found
    }
    return nil
  }
}

extension DecodedFrame {
  fileprivate func shows(_ moment: CMTime) -> Bool { time <= moment && moment < time + duration }
}
