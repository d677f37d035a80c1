internal import CoreGraphics
internal import CoreMedia
package import MediaGraph
internal import MediaSource

/// The size and the rate of a source's upright frames, for a timeline that takes them over.
package struct SourceFormat: Sendable {
  package var size: PixelSize
  /// Nil for a still picture, and where frames have no steady rate.
  package var rate: FrameRate?

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
    let stored = try track.formatDescriptions().first?.presentationDimensions() ?? .zero
    let turned = CGRect(origin: .zero, size: stored).applying(track.attributes.transform).size
    let size = PixelSize(width: Int(abs(turned.width).rounded()), height: Int(abs(turned.height).rounded()))
    self.init(size: size, rate: try Self.rate(of: track))
  }

  /// The rate of most frames: the one that the file states, or the usual one that is nearest to the mean.
  private static func rate(of track: any ContainerTrack) throws -> FrameRate? {
    let statistics = try track.statistics()
    let steady = statistics.steadyDuration
    if steady.isNumeric, steady.value > 0, let value = Int32(exactly: steady.value) {
      return FrameRate(steady.timescale, value)
    }
    let length = statistics.duration
    guard length.isNumeric, length.value > 0, statistics.sampleCount > 0 else { return nil }
    let mean = Double(statistics.sampleCount) * Double(length.timescale) / Double(length.value)
    let usual = [(24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1), (120, 1)]
    for (numerator, denominator) in usual where abs(mean * Double(denominator) / Double(numerator) - 1) < 0.0005 {
      return FrameRate(Int32(numerator), Int32(denominator))
    }
    guard mean >= 1, mean <= 240 else { return nil }
    // A constant rate of its own, in whole frames of as many seconds as it takes, else the next whole rate.
    let exact = ExactTime(Int128(statistics.sampleCount) * Int128(length.timescale), over: Int128(length.value))
    if let numerator = Int32(exactly: exact.numerator), let denominator = Int32(exactly: exact.denominator),
      denominator <= 1001
    {
      return FrameRate(numerator, denominator)
    }
    return FrameRate(Int32(mean.rounded(.up)))
  }
}
