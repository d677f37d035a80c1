internal import MediaSource

/// A value between which and another one a ramp interpolates.
protocol Interpolable: Sendable, Equatable {
  /// Returns the value at a fraction, from 0 to 1, of the way to another.
  func interpolated(to other: Self, at fraction: Double) -> Self
}

/// The settings of a value over time: levels that hold from a time on, and ramps in a range.
///
/// A later setting wins over its own range: a level ends the ramp that it is set inside of, and a ramp replaces what was set
/// inside its range, and leaves what other ramps set outside of it.
///
///     setLevel(1, at: 0), setRamp(from: 0.5, to: 0.2, in: 4…5)
///
///     1 ───────────┐
///                  0.5 ＼
///                       0.2 ──────
///     0            4     5
struct TimedValues<Value: Interpolable>: Sendable, Equatable {
  /// A ramp, or a level: a ramp of a duration of zero.
  struct Ramp: Sendable, Equatable {
    var range: CMTimeRange
    var start: Value
    var end: Value

    var isLevel: Bool { !(range.duration > .zero) }

    /// Returns the value at a time; that of an end outside.
    func value(at time: CMTime) -> Value {
      guard !isLevel, time < range.end else { return end }
      guard time > range.start else { return start }
      return start.interpolated(to: end, at: (time - range.start).seconds / range.duration.seconds)
    }

    /// Returns the ramp's part in a range.
    fileprivate func part(from start: CMTime, to end: CMTime) -> Ramp {
      Ramp(range: CMTimeRange(start: start, end: end), start: value(at: start), end: value(at: end))
    }
  }

  /// The settings in the order of their times, without overlaps.
  private(set) var ramps: [Ramp] = []

  /// Sets the value from a time on, until the next setting. A time that is no number is ignored.
  mutating func setLevel(_ value: Value, at time: CMTime) {
    guard time.isNumber else { return }
    var kept = ramps.filter { $0.range.start < time }
    if let last = kept.last, last.range.end > time {
      kept[kept.count - 1] = last.part(from: last.range.start, to: time)
    }
    kept.append(Ramp(range: CMTimeRange(start: time, duration: .zero), start: value, end: value))
    ramps = kept + ramps.filter { $0.range.start > time }
  }

  /// Sets a ramp. A range without times is ignored; one without a duration sets the end value from its start on.
  mutating func setRamp(from start: Value, to end: Value, in range: CMTimeRange) {
    guard range.start.isNumber, range.duration.isNumber, range.duration >= .zero else { return }
    guard range.duration > .zero else { return setLevel(end, at: range.start) }
    var kept: [Ramp] = []
    var rest: [Ramp] = []
    for ramp in ramps {
      if ramp.range.start < range.start {
        kept.append(ramp.isLevel ? ramp : ramp.part(from: ramp.range.start, to: min(ramp.range.end, range.start)))
      }
      if ramp.isLevel ? ramp.range.start >= range.end : ramp.range.end > range.end {
        rest.append(ramp.isLevel ? ramp : ramp.part(from: max(ramp.range.start, range.end), to: ramp.range.end))
      }
    }
    ramps = kept + [Ramp(range: range, start: start, end: end)] + rest
  }

  // MARK: Values

  /// Returns the value at a time; nil before the first setting.
  func value(at time: CMTime) -> Value? { ramps.last { $0.range.start <= time }?.value(at: time) }

  /// True if the value changes in a range.
  func changes(in range: CMTimeRange) -> Bool {
    ramps.contains { ramp in
      let isInside =
        ramp.isLevel
        ? ramp.range.start > range.start && ramp.range.start < range.end
        : ramp.range.intersection(range).duration > .zero && ramp.start != ramp.end
      return isInside || !ramp.isLevel && ramp.range.start > range.start && ramp.range.start < range.end
    }
  }

  /// Returns the ramp that contains a time, or else the first one that starts after it; nil after the last.
  ///
  /// A level is a ramp up to the next setting; the last one has no end.
  func ramp(at time: CMTime) -> Ramp? {
    for (index, ramp) in ramps.enumerated() {
      var ramp = ramp
      if ramp.isLevel {
        let next = index + 1 < ramps.count ? ramps[index + 1].range.start : .positiveInfinity
        ramp.range = CMTimeRange(start: ramp.range.start, end: next)
      }
      if time < ramp.range.end { return ramp }
    }
    return nil
  }

  /// Copies the ramp at a time to places, any of which may be nil: the form in which Apple's interface returns ramps.
  ///
  /// - Returns: False if there is no ramp at the time or after it; nothing is copied then.
  func copyRamp(
    at time: CMTime, _ start: UnsafeMutablePointer<Value>?, _ end: UnsafeMutablePointer<Value>?,
    _ range: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard time.isNumber, let ramp = ramp(at: time) else { return false }
    start?.pointee = ramp.start
    end?.pointee = ramp.end
    range?.pointee = ramp.range
    return true
  }
}

extension Float: Interpolable {
  func interpolated(to other: Float, at fraction: Double) -> Float {
    Float(Double(self) + (Double(other) - Double(self)) * fraction)
  }
}

extension CGAffineTransform: Interpolable {
  /// Each of the six entries is interpolated.
  func interpolated(to other: CGAffineTransform, at fraction: Double) -> CGAffineTransform {
    func mix(_ entry: KeyPath<CGAffineTransform, CGFloat>) -> CGFloat {
      self[keyPath: entry] + (other[keyPath: entry] - self[keyPath: entry]) * fraction
    }
    return CGAffineTransform(a: mix(\.a), b: mix(\.b), c: mix(\.c), d: mix(\.d), tx: mix(\.tx), ty: mix(\.ty))
  }
}

extension CGRect: Interpolable {
  /// Origin and size are interpolated.
  func interpolated(to other: CGRect, at fraction: Double) -> CGRect {
    func mix(_ from: CGFloat, _ to: CGFloat) -> CGFloat { from + (to - from) * fraction }
    return CGRect(
      x: mix(origin.x, other.origin.x), y: mix(origin.y, other.origin.y), width: mix(size.width, other.size.width),
      height: mix(size.height, other.size.height))
  }
}
