import CoreMedia
import MovieFile

/// A constant frame rate whose times a file has rounded to its units: frames begin up to a unit before or after these.
package struct RoundedRate: Sendable {
  /// A time at which a frame begins by the rate, in units of the track's timescale.
  package var origin: Int64
  /// The exact duration of a frame; positive.
  package var frameDuration: CMTime
}

/// Converts times by a frame rate to the times that a file has for its frames: their stamps.
///
/// Matroska, Flash and transport streams round the times of frame rates to their units:
///
///     frame             12             13             14
///     by its rate  12012/30000    13013/30000    14014/30000     0.43376… s for frame 13
///     stamp           0.400          0.434          0.467
///
/// A caller counts by the rate: frame 13 is shown from 13013/30000 s on, and a part that ends then has frame 12 as its last. Times
/// that are whole units, as stamps are, stay as they are, and so do all times in files that round none.
package struct FrameStamps: Sendable {
  private let track: any CodedTrack
  private let timeline: EditedTimeline

  package init(_ track: any CodedTrack, _ timeline: EditedTimeline) { (self.track, self.timeline) = (track, timeline) }

  /// Returns the stamp of the frame that begins by the rate at a time or before it, in the same unit; the time itself where none does.
  package func start(_ time: CMTime) -> CMTime {
    guard let place = place(of: time), place.sinceFrame < place.sinceUnit,
      let sample = try? track.sample(shownAt: place.media + 1), sample.presentationTime >= place.media
    else { return time }
    return place.unit + track.time(sample.presentationTime - place.media)
  }

  /// Returns the end of the frames that begin before a time by the rate: the last unit, if a frame begins by the rate between the
  /// time and the next unit.
  package func end(_ time: CMTime) -> CMTime {
    guard let place = place(of: time), place.unit > .zero, place.untilFrame < place.untilUnit else { return time }
    return place.unit
  }

  /// Returns the range of the stamps of the frames that begin by the rate in a range, with the one that is shown at its start.
  package func range(_ range: CMTimeRange) -> CMTimeRange {
    guard range.duration > .zero else { return range }
    let (start, end) = (start(range.start), end(range.end))
    if start < end { return CMTimeRange(start: start, end: end) }
    // Parts of a unit show the frame that is shown at their start.
    let rest = CMTime(value: 1, timescale: track.timescale)
    return CMTimeRange(start: start, end: start < range.end ? range.end : start + rest)
  }

  /// The end of the timeline: that of the last frame by its rate, if the file has it up to two units later.
  package var timelineEnd: CMTime {
    let timescale = track.timescale
    guard !track.isOpen, let piece = timeline.pieces.last, let media = piece.mediaStart, piece.rate == 65536,
      let rate = track.roundedRate(at: piece.mediaEnd(timescale: timescale) - 1)
    else { return timeline.end }
    let parts = Int128(rate.frameDuration.timescale)
    let length = Int128(piece.mediaEnd(timescale: timescale) - rate.origin) * parts
    let step = Int128(rate.frameDuration.value) * Int128(timescale)
    let count = ExactScale.floor(length, over: step)
    // Both the last stamp and the duration are rounded. A shorter frame behind the end by the rate is one more.
    guard (1..<2 * parts).contains(length - count * step), let count = Int32(exactly: count), count > 0,
      let last = try? track.sample(shownAt: piece.mediaEnd(timescale: timescale) - 1),
      Int128(count) * step > Int128(last.presentationTime + 1 - rate.origin) * parts
    else { return timeline.end }
    return piece.start + track.time(rate.origin - media) + CMTimeMultiply(rate.frameDuration, multiplier: count)
  }

  /// A time between two units.
  private struct Place {
    /// The unit before the time, on the timeline and in the media.
    let unit: CMTime
    let media: Int64
    /// The distances of the unit and the frame before the time, and of those at or after it, all in the same parts of a unit.
    let sinceUnit: Int128
    let sinceFrame: Int128
    let untilUnit: Int128
    let untilFrame: Int128
  }

  /// Returns the place of a time; nil for whole units, and where frames begin at their own times.
  private func place(of time: CMTime) -> Place? {
    let timescale = track.timescale
    guard time.isNumeric, let piece = timeline.piece(at: time), let media = piece.mediaStart, piece.rate == 65536 else {
      return nil
    }
    let offset = time - piece.start
    guard offset.isNumeric else { return nil }
    let scale = Int128(offset.timescale)
    let (units, passed) = (Int128(offset.value) * Int128(timescale)).quotientAndRemainder(dividingBy: scale)
    guard passed > 0, let value = Int64(exactly: units), value < 1 << 61,
      let rate = track.roundedRate(at: media + value)
    else { return nil }
    // These have 95 bits at most, and 126 with the timescale of the frame's duration.
    let since = Int128(offset.value) * Int128(timescale) - (Int128(rate.origin) - Int128(media)) * scale
    let parts = Int128(rate.frameDuration.timescale)
    let step = Int128(rate.frameDuration.value) * Int128(timescale) * scale
    let sinceFrame = since * parts - ExactScale.floor(since * parts, over: step) * step
    let unit = piece.start + CMTime(value: value, timescale: timescale)
    return Place(
      unit: unit, media: media + value, sinceUnit: passed * parts, sinceFrame: sinceFrame,
      untilUnit: (scale - passed) * parts, untilFrame: sinceFrame == 0 ? 0 : step - sinceFrame)
  }
}
