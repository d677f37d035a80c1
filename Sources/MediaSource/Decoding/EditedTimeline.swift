internal import GStreamer
import CoreMedia
import MovieFile

/// A track's timeline: the mapping to media times by its edits. All arithmetic is exact.
package struct EditedTimeline: Sendable {
  /// A piece of the timeline and its piece of the media.
  package struct Piece: Sendable {
    /// The start on the track's timeline.
    package var start: CMTime
    package var end: CMTime
    /// The start in the media, in units of the track's timescale; nil for an empty edit.
    package var mediaStart: Int64?
    /// Media units per unit, times 65536; 0 holds one frame.
    package var rate: Int32
  }

  package let pieces: [Piece]
  package let timescale: Int32

  /// The latest time of a timeline, in seconds: 272 years, so that samples and nanoseconds up to there can be added and compared in
  /// 64 bits. Edits of damaged files go further.
  private static let latest: Int64 = 1 << 33

  /// - Parameter mediaEnd: The end of the media, for edits without a duration, or with an imprecise one.
  package init(_ edits: [TrackEdit], timescale: Int32, mediaEnd: Int64) {
    self.timescale = timescale
    let latest = CMTime(value: Self.latest, timescale: 1)
    let latestMedia = Int64(clamping: Int128(Self.latest) * Int128(timescale))
    var pieces: [Piece] = []
    var start = CMTime(value: 0, timescale: timescale)
    for edit in edits {
      var end = start + edit.duration
      if let mediaStart = edit.mediaStart, edit.rate > 0 {
        let rest = CMTime(value: mediaEnd - mediaStart, timescale: timescale)
        let whole = start + Self.divide(rest, by: edit.rate)
        // A movie's timescale is often coarse: an edit that ends within one unit of the media's end is extended to it.
        let unit = CMTime(value: 1, timescale: edit.duration.isNumeric ? max(1, edit.duration.timescale) : 1)
        if !edit.duration.isNumeric || (edit.duration.timescale < timescale && CMTimeAbsoluteValue(end - whole) < unit)
        {
          end = whole
        }
      }
      // A still picture of no stated length, for which the media have no end to reach, is not shown.
      guard !end.isIndefinite else { continue }
      end = min(end, latest)
      guard end > start else { continue }
      let mediaStart = edit.mediaStart.map { min($0, latestMedia) }
      pieces.append(Piece(start: start, end: end, mediaStart: mediaStart, rate: edit.rate))
      start = end
    }
    self.pieces = pieces
  }

  /// Creates the timeline of supported edits.
  package init(checking edits: [TrackEdit], timescale: Int32, mediaEnd: Int64) throws(DecoderError) {
    guard edits.allSatisfy({ $0.rate >= 0 }) else { throw DecoderError(.unsupported, "an edit plays backwards") }
    self.init(edits, timescale: timescale, mediaEnd: mediaEnd)
  }

  package var end: CMTime { pieces.last?.end ?? .zero }

  /// The units a second in which every frame and every gap begins at a whole number; nil if there are none of 31 bits, or a piece
  /// goes by at another speed.
  package var exactTimescale: Int32? {
    var scales = [timescale]
    for piece in pieces {
      guard piece.mediaStart == nil || piece.rate == 65536, piece.start.isNumeric else { return nil }
      let scale = Int64(piece.start.timescale)
      scales.append(Int32(scale / greatestCommonDivisor(piece.start.value, scale)))
    }
    return leastCommonMultiple(of: scales)
  }

  /// The piece that holds a time.
  package func piece(at time: CMTime) -> Piece? { pieces.first { $0.start <= time && time < $0.end } }

  private static func divide(_ time: CMTime, by rate: Int32) -> CMTime {
    rate == 65536 ? time : CMTimeMultiplyByRatio(time, multiplier: 65536, divisor: rate)
  }
}

extension EditedTimeline.Piece {
  /// Returns the last whole media unit that has begun at a time of the track.
  package func mediaTime(at time: CMTime, timescale: Int32) -> Int64 {
    guard let mediaStart, rate > 0, time.isNumber, time > start else { return mediaStart ?? 0 }
    // As `CMTime`s, the difference of times with unrelated timescales would be rounded.
    let (a, b) = (Int128(time.timescale), Int128(start.timescale))
    let (product, overflow) = (Int128(time.value) * b - Int128(start.value) * a)
      .multipliedReportingOverflow(by: Int128(timescale) * Int128(rate))
    if !overflow {
      return Int64(clamping: Int128(mediaStart) + ExactScale.floor(product, over: a * b * 65536))
    }
    let offset = time - start
    let units = ExactScale.floor(
      Int128(offset.value) * Int128(timescale) * Int128(rate), over: Int128(offset.timescale) * 65536)
    return Int64(clamping: Int128(mediaStart) + units)
  }

  /// Returns the presentation time of a media time; the piece's start for earlier times.
  package func time(ofMedia media: Int64, timescale: Int32) -> CMTime {
    guard let mediaStart, rate > 0, media > mediaStart else { return start }
    let offset = CMTime(value: media - mediaStart, timescale: timescale)
    return start + (rate == 65536 ? offset : CMTimeMultiplyByRatio(offset, multiplier: 65536, divisor: rate))
  }

  /// Returns the first media time after the piece: one after the last unit that begins before the end.
  package func mediaEnd(timescale: Int32) -> Int64 {
    guard let mediaStart else { return 0 }
    guard rate > 0 else { return mediaStart + 1 }
    let length = end - start
    let units = ExactScale.ceiling(
      Int128(length.value) * Int128(timescale) * Int128(rate), over: Int128(length.timescale) * 65536)
    return Int64(clamping: Int128(mediaStart) + units)
  }

}
