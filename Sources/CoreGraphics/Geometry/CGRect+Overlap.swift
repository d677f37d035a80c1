import Foundation

extension CGRect {
  /// Returns the common part of two rectangles, or nil if it is empty or a coordinate is not finite.
  ///
  /// Foundation's `intersection` traps on NaN, which callers may pass.
  func overlap(_ other: CGRect) -> CGRect? {
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (low, high) = (max(minY, other.minY), min(maxY, other.maxY))
    let sides = [minX, minY, maxX, maxY, other.minX, other.minY, other.maxX, other.maxY]
    guard sides.allSatisfy(\.isFinite), left < right, low < high else { return nil }
    return CGRect(x: left, y: low, width: right - left, height: high - low)
  }
}
