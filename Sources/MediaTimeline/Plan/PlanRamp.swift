package import CoreGraphics
package import CoreMedia
package import MediaGraph

/// A value that a ramp can have between its keys.
package protocol Interpolatable: Hashable, Sendable {
  /// - Parameter fraction: From 0, for `a`, to 1, for `b`.
  static func between(_ a: Self, _ b: Self, _ fraction: Double) -> Self
}

/// A value over the time of a timeline: linear between keys, constant before the first and from the last one on.
///
/// At the time of a key, it has the key's value; of several keys at one time, that of the last.
package struct PlanRamp<Value: Interpolatable>: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    /// On the timeline.
    package let time: CMTime
    package let value: Value
    /// True if the value before stays until then.
    package let jump: Bool

    package init(_ time: CMTime, _ value: Value, jump: Bool = false) {
      (self.time, self.value, self.jump) = (time, value, jump)
    }
  }

  /// In the order of their times; at least one.
  package let keys: [Key]

  package init(_ value: Value) { keys = [Key(.zero, value)] }

  /// - Parameter keys: In the order of their times; nil if there are none.
  package init?(_ keys: [Key]) {
    guard !keys.isEmpty else { return nil }
    self.keys = keys
  }

  /// The value, if it never changes.
  package var constant: Value? { keys.allSatisfy { $0.value == keys[0].value } ? keys[0].value : nil }

  package func value(at time: CMTime) -> Value {
    let next = index(after: time)
    guard next > 0 else { return keys[0].value }
    let key = keys[next - 1]
    guard next < keys.count, !keys[next].jump, keys[next].value != key.value else { return key.value }
    return .between(key.value, keys[next].value, Self.fraction(of: time, from: key.time, to: keys[next].time))
  }

  /// The number of the first key after a time.
  package func index(after time: CMTime) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// True if the value is the same at all times of a range.
  package func isConstant(in range: CMTimeRange) -> Bool {
    let first = value(at: range.start)
    var next = index(after: range.start)
    while next < keys.count {
      let key = keys[next]
      // Only a key that a ramp leads to has an effect before its time.
      if key.time >= range.end { return next == 0 || key.jump || key.value == first }
      if key.value != first { return false }
      next += 1
    }
    return true
  }

  /// The part of the way from one time to another, exact up to the last division.
  static func fraction(of time: CMTime, from start: CMTime, to end: CMTime) -> Double {
    let (a, b, c) = (Int128(time.timescale), Int128(start.timescale), Int128(end.timescale))
    let passed = (Int128(time.value) * b - Int128(start.value) * a) * c
    let whole = (Int128(end.value) * b - Int128(start.value) * c) * a
    return whole == 0 ? 1 : Double(passed) / Double(whole)
  }
}

extension Double: Interpolatable {
  package static func between(_ a: Double, _ b: Double, _ fraction: Double) -> Double { a + (b - a) * fraction }
}

extension CGAffineTransform: Interpolatable {
  package static func between(_ a: CGAffineTransform, _ b: CGAffineTransform, _ fraction: Double) -> CGAffineTransform {
    func mixed(_ path: KeyPath<CGAffineTransform, CGFloat>) -> CGFloat {
      a[keyPath: path] + (b[keyPath: path] - a[keyPath: path]) * CGFloat(fraction)
    }
    return CGAffineTransform(
      a: mixed(\.a), b: mixed(\.b), c: mixed(\.c), d: mixed(\.d), tx: mixed(\.tx), ty: mixed(\.ty))
  }
}

extension CGRect: Interpolatable {
  package static func between(_ a: CGRect, _ b: CGRect, _ fraction: Double) -> CGRect {
    func mixed(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * CGFloat(fraction) }
    return CGRect(
      x: mixed(a.origin.x, b.origin.x), y: mixed(a.origin.y, b.origin.y),
      width: mixed(a.size.width, b.size.width), height: mixed(a.size.height, b.size.height))
  }
}

extension RGBColor: Interpolatable {
  package static func between(_ a: RGBColor, _ b: RGBColor, _ fraction: Double) -> RGBColor {
    func mixed(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(max(0, min(255, (Double(a) + (Double(b) - Double(a)) * fraction).rounded())))
    }
    return RGBColor(red: mixed(a.red, b.red), green: mixed(a.green, b.green), blue: mixed(a.blue, b.blue))
  }
}
