extension CMTime {
  /// Creates the time nearest to zero that is at most one unit from `seconds`.
  ///
  /// The fraction beyond the timescale is truncated, as in Apple's implementation: 0.6 seconds at a timescale of 1 are
  /// 0 seconds, with `hasBeenRounded` set. The timescale is halved while the value does not fit.
  ///
  /// - Parameters:
  ///   - seconds: Any number; infinities give infinite times, NaN gives 0 with `hasBeenRounded` set.
  ///   - preferredTimescale: Units per second; unless it is positive the time is invalid.
  ///
  /// Source: `CMTimeMakeWithSeconds`.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0 else {
      self = .invalid
      return
    }
    guard !seconds.isNaN else {
      self.init(value: 0, timescale: preferredTimescale, flags: [.valid, .hasBeenRounded], epoch: 0)
      return
    }
    var timescale = preferredTimescale
    while true {
      // In floating point on purpose: 0.7 at 10 is 7, though the nearest double lies below 0.7.
      if let value = CMTimeValue(exactly: (seconds * Double(timescale)).rounded(.towardZero)) {
        let isExact = Double(value) / Double(timescale) == seconds
        self.init(
          value: value, timescale: timescale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: 0)
        return
      }
      if timescale == 1 || seconds.isInfinite {
        self = seconds < 0 ? .negativeInfinity : .positiveInfinity
        return
      }
      timescale /= 2
    }
  }

  /// This time in seconds: NaN if it is invalid or indefinite, infinite if it is; the epoch does not count.
  ///
  /// Source: `CMTimeGetSeconds`.
  public var seconds: Double {
    switch kind {
    case .invalid, .indefinite: .nan
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .numeric: Double(value) / Double(timescale)
    }
  }

  /// Returns this time at another timescale.
  ///
  /// The result has `hasBeenRounded` set if the value was rounded. A value that does not fit becomes infinite; a time
  /// that is not numeric is returned unchanged.
  ///
  /// - Parameters:
  ///   - newTimescale: Units per second; unless it is positive the result is invalid.
  ///   - method: The rounding method.
  ///
  /// Source: `CMTimeConvertScale`.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard newTimescale > 0 else { return .invalid }
    guard kind == .numeric, timescale != newTimescale else { return self }
    guard let exact = WideTime(self) else { return .invalid }
    let isFiner = newTimescale.magnitude > timescale.magnitude
    guard let (value, isRounded) = exact.value(at: newTimescale.magnitude, method: method, isFiner: isFiner) else {
      return exact.isNegative ? .negativeInfinity : .positiveInfinity
    }
    return CMTime(
      value: value, timescale: newTimescale,
      flags: isRounded || hasBeenRounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
  }
}
