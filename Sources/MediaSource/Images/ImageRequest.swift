public import CoreMedia

/// The time of an image, and its tolerances.
public struct ImageRequest: Hashable, Sendable {
  /// The time on the track's timeline.
  public var time: CMTime
  /// The maximum time before the requested one: zero or more, `positiveInfinity` for any.
  public var toleranceBefore: CMTime
  /// The maximum time after the requested one, like `toleranceBefore`.
  public var toleranceAfter: CMTime
  /// True if a frame that is shown at the earliest permitted time counts as beginning there; nil for that of the tolerances.
  package var beginsAtBound: Bool?

  public init(
    _ time: CMTime, toleranceBefore: CMTime = .positiveInfinity, toleranceAfter: CMTime = .positiveInfinity
  ) {
    self.time = time
    self.toleranceBefore = toleranceBefore
    self.toleranceAfter = toleranceAfter
  }

  /// Returns the earliest and the latest permitted time.
  ///
  /// - Throws: `DecoderError` with `noSample` if one of the times is not numeric.
  package func bounds() throws -> (lower: CMTime, upper: CMTime) {
    guard time.isNumber else {
      throw DecoderError(.noSample, "the time is \(Self.name(time)), which is no time of a track")
    }
    for tolerance in [toleranceBefore, toleranceAfter] where !tolerance.isNumber && !tolerance.isPositiveInfinity {
      throw DecoderError(.noSample, "a tolerance of \(Self.name(tolerance)) says nothing")
    }
    return (
      toleranceBefore > .zero ? time - toleranceBefore : time, toleranceAfter > .zero ? time + toleranceAfter : time
    )
  }

  /// Returns true if a frame that is shown at the earliest of the permitted times counts as beginning there: with a tolerance of
  /// zero it is the time itself that has an image, and without a limit there is no time to keep to.
  package func countsFromBound(_ bounds: (lower: CMTime, upper: CMTime)) -> Bool {
    beginsAtBound ?? (!bounds.lower.isNumeric || !bounds.upper.isNumeric || bounds.lower == bounds.upper)
  }

  private static func name(_ time: CMTime) -> String {
    if time.isNumeric { return "\(time.value)/\(time.timescale)" }
    if time.isIndefinite { return "indefinite" }
    if time.isPositiveInfinity { return "positive infinity" }
    return time.isNegativeInfinity ? "negative infinity" : "invalid"
  }
}
