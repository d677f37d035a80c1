package import GStreamer
import CoreMedia

/// A range in pieces, the last one first: what has to be decoded forwards is given backwards piece by piece, so that memory does not
/// grow with the range.
package struct BackwardRanges {
  /// Of pictures decoded, a few dozen at most are held at a time.
  private static let length = CMTime(value: 1, timescale: 2)

  package let start: CMTime
  private var end: CMTime

  package init(of segment: SoughtSegment, until end: CMTime) {
    start = segment.start
    self.end = min(segment.end, end)
  }

  package mutating func next() -> CMTimeRange? {
    guard start < end else { return nil }
    let from = max(start, end - Self.length)
    defer { end = from }
    return CMTimeRange(start: from, end: end)
  }
}
