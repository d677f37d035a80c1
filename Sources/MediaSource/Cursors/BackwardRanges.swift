import CoreMedia

/// The direction in which a cursor goes through its range.
package enum CursorDirection: Sendable { case forwards, backwards }

/// A range in parts, the last one first: what has to be decoded forwards is given backwards part by part, so that memory does not grow
/// with the range.
struct BackwardRanges {
  /// Of decoded frames, a few dozen at most are held at a time.
  private static let length = CMTime(value: 1, timescale: 2)

  let start: CMTime
  /// The end of the parts that are still to come.
  private(set) var end: CMTime

  /// - Parameter end: The end of the timeline, finite.
  init(of range: CMTimeRange, until end: CMTime) {
    start = range.start
    self.end = min(range.end, end)
  }

  mutating func next() -> CMTimeRange? {
    guard start < end else { return nil }
    let from = max(start, end - Self.length)
    defer { end = from }
    return CMTimeRange(start: from, end: end)
  }
}
