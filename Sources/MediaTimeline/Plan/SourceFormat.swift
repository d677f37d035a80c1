internal import CoreGraphics
internal import CoreMedia
package import MediaGraph
internal import MediaSource

/// The size and the rate of a source's upright frames, for a timeline that takes them over.
package struct SourceFormat: Sendable {
  package var size: PixelSize
  /// Nil for a still picture, and where frames have no steady rate.
  package var rate: FrameRate?
  /// False where frames were left out of those of the rate, or a picture stayed for longer.
  private(set) var isConstant = true
  /// The size of upright frames as they are stored, where it is not the one in which they are shown; nil elsewhere.
  package private(set) var storedSize: PixelSize?

  package init(size: PixelSize, rate: FrameRate?) { (self.size, self.rate) = (size, rate) }

  /// - Throws: What is wrong with the file, or with the picture.
  package init(_ source: OpenedSource, _ choice: TrackChoice) throws {
    if source.isStill {
      self.init(size: try StillSize.size(of: source), rate: nil)
      return
    }
    guard let track = try source.tracks(choice, isVideo: true).first else {
      self.init(size: PixelSize(width: 0, height: 0), rate: nil)
      return
    }
    let format = try track.formatDescriptions().first
    let stored = format?.dimensions ?? CMVideoDimensions(width: 0, height: 0)
    let shown = format?.presentationDimensions() ?? .zero
    let whole = CGSize(
      width: Self.side(shown.width, of: stored.width), height: Self.side(shown.height, of: stored.height))
    let turned = CGRect(origin: .zero, size: whole).applying(track.attributes.transform).size
    let size = PixelSize(width: Int(abs(turned.width).rounded()), height: Int(abs(turned.height).rounded()))
    self.init(size: size, rate: nil)
    let own = PixelSize(width: Int(stored.width), height: Int(stored.height))
    if own != size, track.attributes.transform == .identity { storedSize = own }
    try takeRate(of: track, in: source)
  }

  /// Returns a side of frames in square pixels: an even one where it is not that of the stored frames, as encoders of 4:2:0 take no
  /// odd ones.
  private static func side(_ shown: CGFloat, of stored: Int32) -> CGFloat {
    shown == CGFloat(stored) ? shown : max(2, (shown / 2).rounded() * 2)
  }

  /// Takes the rate of most frames: the one that the file states, or the usual one that is nearest to the mean of those that follow each
  /// other regularly.
  private mutating func takeRate(of track: any ContainerTrack, in source: OpenedSource) throws {
    let statistics = try track.statistics()
    let steady = statistics.steadyDuration
    if steady.isNumeric, steady.value > 0, let value = Int32(exactly: steady.value) {
      rate = FrameRate(steady.timescale, value)
      return
    }
    guard statistics.duration.isNumeric, statistics.duration.value > 0, statistics.sampleCount > 0 else { return }
    let all = ExactTime(Int64(statistics.sampleCount)) / ExactTime(statistics.duration)
    let shortest = ExactTime(statistics.shortestDuration)
    // Times of milliseconds are rounded by less than a tenth of a frame.
    rate = shortest * all > ExactTime(9, over: 10) ? Self.usual(nearest: all) : nil
    guard rate == nil else { return }
    guard let steps = try? FrameSteps(source.coded(track)) else {
      rate = Self.usual(nearest: all) ?? Self.own(all)
      return
    }
    isConstant = false
    rate =
      Self.usual(nearest: steps.rate, within: 0.002)
      ?? (steps.areEqual ? Self.own(steps.rate) : Self.whole(steps.rate.nearest(1)))
  }

  /// - Parameter part: The largest difference, as a part of the rate: half of that between a whole rate and its 1000/1001, unless the
  ///   rate is estimated.
  private static func usual(nearest rate: ExactTime, within part: Double = 0.0005) -> FrameRate? {
    let usual = UsualFrameRate(commonNearest: rate.seconds)
    return usual.difference(to: rate.seconds) < part ? FrameRate(usual.numerator, usual.denominator) : nil
  }

  /// A constant rate of its own, in whole frames of as many seconds as it takes, else the next whole rate.
  private static func own(_ rate: ExactTime) -> FrameRate? {
    guard (1...240).contains(rate.seconds) else { return nil }
    if let numerator = Int32(exactly: rate.numerator), let denominator = Int32(exactly: rate.denominator),
      denominator <= 1001
    {
      return FrameRate(numerator, denominator)
    }
    return whole(rate.ceiling(1))
  }

  private static func whole(_ rate: Int64) -> FrameRate? {
    (1...240).contains(rate) ? FrameRate(Int32(rate)) : nil
  }
}

/// The steps between frames that follow each other regularly, in a track that has longer ones too: where frames were left out, or a
/// picture stayed.
private struct FrameSteps {
  /// Steps a second, on the average.
  let rate: ExactTime
  let areEqual: Bool

  /// - Returns: Nil for a track whose steps are all alike, and one without regular ones.
  init?(_ track: any CodedTrack) throws {
    var times: [Int64] = []
    try track.forEachSample { times.append($0.presentationTime) }
    times.sort()
    let steps = zip(times.dropFirst(), times).map { $0.subtractingReportingOverflow($1) }
      .filter { !$0.overflow && $0.partialValue > 0 }.map(\.partialValue).sorted()
    // The shortest that a quarter of all are like. Steps of a film in fields alternate by a half, and those of frames that were left
    // out are twice as long or longer.
    var end = 0
    for (start, shortest) in steps.enumerated() {
      while end < steps.count, Int128(steps[end]) * 5 < Int128(shortest) * 8 { end += 1 }
      guard (end - start) * 4 >= steps.count else { continue }
      guard end - start < steps.count else { return nil }
      let sum = steps[start..<end].reduce(Int128(0)) { $0 + Int128($1) }
      rate = ExactTime(Int128(end - start) * Int128(track.timescale), over: sum)
      areEqual = shortest == steps[end - 1]
      return
    }
    return nil
  }
}
