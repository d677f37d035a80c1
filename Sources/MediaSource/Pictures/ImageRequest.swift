public import CoreMedia

/// A time for which an image is wanted, and how far from it the image may be.
public struct ImageRequest: Hashable, Sendable {
  /// On the track's timeline.
  public var time: CMTime
  /// How much earlier the image may be: zero or more, `positiveInfinity` for any.
  public var toleranceBefore: CMTime
  /// How much later the image may be, as `toleranceBefore`.
  public var toleranceAfter: CMTime

  public init(
    _ time: CMTime, toleranceBefore: CMTime = .positiveInfinity, toleranceAfter: CMTime = .positiveInfinity
  ) {
    self.time = time
    self.toleranceBefore = toleranceBefore
    self.toleranceAfter = toleranceAfter
  }

  /// The earliest and the latest time that will do.
  ///
  /// - Throws: `DecoderError` with `nothingThere` when one of the times is no time.
  package func bounds() throws -> (lower: CMTime, upper: CMTime) {
    guard time.isNumeric else {
      throw DecoderError(.nothingThere, "the time is \(Self.name(time)), which is no time of a track")
    }
    for tolerance in [toleranceBefore, toleranceAfter] where !tolerance.isNumeric && !tolerance.isPositiveInfinity {
      throw DecoderError(.nothingThere, "a tolerance of \(Self.name(tolerance)) says nothing")
    }
    return (
      toleranceBefore > .zero ? time - toleranceBefore : time, toleranceAfter > .zero ? time + toleranceAfter : time
    )
  }

  private static func name(_ time: CMTime) -> String {
    if time.isIndefinite { return "indefinite" }
    if time.isPositiveInfinity { return "positive infinity" }
    return time.isNegativeInfinity ? "negative infinity" : "invalid"
  }
}
