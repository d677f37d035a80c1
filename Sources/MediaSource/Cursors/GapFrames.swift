internal import GStreamer
import CoreMedia
import MovieFile

/// The frames of one colour in a gap of a track, which come as often as the track's frames do.
///
///     track   |a |b |c |       gap       |d |e |
///     frames           |1 |2 |3 |4 |5    |          the last one is longer or shorter, by half of a frame at most
struct GapFrames {
  /// The frame that is shown all the time.
  private let frame: DecodedFrame
  /// The time from one frame to the next; nil if the track's rate is not known, and one frame fills the gap.
  private let step: CMTime?
  private var start: CMTime
  /// The end of the gap, and the time from which on no more frames begin.
  private let end: CMTime, limit: CMTime
  /// The frames of a day at 60 a second. A file that asks for more is damaged: one frame fills its gap.
  private static let mostFrames: Int64 = 86_400 * 60

  /// - Parameters:
  ///   - piece: The empty edit.
  ///   - range: The wanted part: the first frame is the one that is shown at its start.
  ///   - timescale: The units of the track.
  init(_ piece: EditedTimeline.Piece, in range: CMTimeRange, of frame: DecodedFrame, timescale: Int32) {
    self.frame = frame
    (start, end, limit) = (piece.start, piece.end, min(piece.end, range.end))
    let step = frame.caps.frameRate.map { count, seconds in
      let units = ExactScale.nearest(Int128(timescale) * Int128(seconds), over: Int128(count))
      return CMTime(value: max(1, Int64(clamping: units)), timescale: timescale)
    }
    let length = CMTimeConvertScale(piece.end - piece.start, timescale: timescale, method: .roundTowardZero)
    self.step = step.flatMap { length.isNumeric && length.value / $0.value <= Self.mostFrames ? $0 : nil }
    if let step = self.step, range.start > piece.start { skip(to: min(range.start, end), by: step) }
  }

  private mutating func skip(to time: CMTime, by step: CMTime) {
    let passed = CMTimeConvertScale(time - start, timescale: step.timescale, method: .roundTowardZero)
    guard passed.isNumeric else { return }
    let first = start + CMTime(value: passed.value / step.value * step.value, timescale: step.timescale)
    start = first > start && isLast(first - step, step) ? first - step : first
  }

  /// The next frame; nil behind the last.
  mutating func next() -> DecodedFrame? {
    guard start < limit else { return nil }
    let begin = start
    if let step, !isLast(begin, step) { start = begin + step } else { start = end }
    return frame.shown(FrameSearch.Times(start: begin, end: start))
  }

  /// True if less than half of a frame would be left behind one.
  private func isLast(_ start: CMTime, _ step: CMTime) -> Bool {
    end - (start + step) < CMTimeMultiplyByRatio(step, multiplier: 1, divisor: 2)
  }
}
