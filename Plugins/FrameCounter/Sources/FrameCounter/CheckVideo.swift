import MediaEngine
import MediaGraph

/// Decodes the numbers of frames, and fails the run if one is missing, repeated or in the wrong place.
public struct CheckVideo: ClosureNode {
  public static let type: NodeType = "counter.check_video"
  public static let summary = "Reads the numbers of pictures back and fails when one is missing or out of order."

  @Port(in: "in", "Pictures of counter.video, whatever was done to them.") public var input: Input<RawVideo>
  @Parameter("The number of the first picture.", in: 0...NumberGrid.limit - 1) public var first = 0
  @Parameter("The expected number of frames; any if left out.", in: 0...NumberGrid.limit)
  public var frames: Int?
  @Parameter("Checks times too: picture n of the stream is at n divided by this, within a millisecond.")
  public var frameRate: FrameRate?

  public init() {}

  public func makeClosure() -> VideoSink {
    let order = FrameOrder(first: first, count: frames, rate: frameRate)
    return VideoSink(formats: [.i420, .nv12, .gray8], state: { order }) { order, frame in
      try order.take(frame.readNumber(), at: frame.presentationTime)
    } finish: { order in
      try order.finish()
    }
  }
}

/// The numbers seen so far, and the expected next one.
struct FrameOrder: Sendable {
  let first: Int
  let count: Int?
  let rate: FrameRate?
  private var seen = 0

  init(first: Int, count: Int?, rate: FrameRate? = nil) {
    (self.first, self.count, self.rate) = (first, count, rate)
  }

  /// - Throws: `CountingError` that names the frame.
  mutating func take(_ number: Int?, at time: CMTime) throws {
    let expected = first + seen
    let place = "at \(time.clockText), in the place of frame \(expected)"
    guard let number else { throw CountingError("the picture \(place) shows no number") }
    if let count, seen >= count {
      throw CountingError("frame \(number) came after the last one, \(expected - 1), at \(time.clockText)")
    }
    let before = seen == 0 ? "first" : "after \(expected - 1)"
    switch number {
    case expected: break
    case let number where number > expected:
      throw CountingError("\(Self.missing(expected..<number)): \(number) came \(before), \(place)")
    case expected - 1 where seen > 0: throw CountingError("frame \(number) came twice, \(place)")
    default: throw CountingError("frame \(number) is out of order: it came \(before), \(place)")
    }
    if let rate { try check(time, of: number, at: rate) }
    seen += 1
  }

  /// - Throws: `CountingError` that names the missing frames.
  func finish() throws {
    guard let count, seen < count else { return }
    let end = seen == 0 ? "the stream was empty" : "the stream ended with \(first + seen - 1)"
    throw CountingError("\(Self.missing(first + seen..<first + count)): \(end)")
  }

  private func check(_ time: CMTime, of number: Int, at rate: FrameRate) throws {
    let due = CMTime(value: Int64(seen) * Int64(rate.denominator), timescale: rate.numerator)
    let distance = CMTimeAbsoluteValue(CMTimeSubtract(time, due))
    guard distance.isNumeric, CMTimeCompare(distance, CMTime(value: 1, timescale: 1000)) <= 0 else {
      throw CountingError("frame \(number) is shown at \(time.clockText) instead of \(due.clockText)")
    }
  }

  private static func missing(_ numbers: Range<Int>) -> String {
    numbers.count == 1
      ? "frame \(numbers.lowerBound) is missing"
      : "frames \(numbers.lowerBound) to \(numbers.upperBound - 1) are missing"
  }
}

extension VideoFrame {
  /// Returns the number in the frame; nil if there is none. The first plane must be 8-bit luma.
  borrowing func readNumber() -> Int? {
    guard width >= 32, height >= 20 else { return nil }
    return withPlane(0) { luma in
      var means: [Double] = []
      means.reserveCapacity(NumberGrid.rows * NumberGrid.columns)
      for row in 0..<NumberGrid.rows {
        let lines = Self.middle(of: row, of: NumberGrid.rows, in: luma.height)
        for column in 0..<NumberGrid.columns {
          let pixels = Self.middle(of: column, of: NumberGrid.columns, in: luma.width)
          var sum = 0
          for y in lines { luma.withRow(y) { row in for x in pixels { sum += Int(row[x]) } } }
          means.append(Double(sum) / Double(lines.count * pixels.count))
        }
      }
      return NumberGrid.number(of: means)
    }
  }

  /// Returns the middle half of a cell.
  private static func middle(of cell: Int, of count: Int, in size: Int) -> Range<Int> {
    let (start, end) = (NumberGrid.start(cell, of: count, in: size), NumberGrid.start(cell + 1, of: count, in: size))
    let margin = (end - start) / 4
    return start + margin..<end - margin
  }
}
