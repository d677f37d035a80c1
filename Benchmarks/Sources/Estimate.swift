import Foundation

/// A median with its 95 % confidence interval.
struct Estimate {
  let median: Double
  /// Nil if there were too few measurements.
  let interval: ClosedRange<Double>?

  /// The ends of the interval are two of the measurements, so no distribution is assumed: the true median is as likely
  /// above as below each, so the number below it follows a binomial distribution.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    let count = sorted.count
    median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    // The largest number of measurements to leave out at each end.
    var outside = 0.0
    var term = pow(0.5, Double(count))
    var left = -1
    for rank in 0..<count {
      outside += 2 * term
      guard outside <= 0.05 else { break }
      left = rank
      term *= Double(count - rank) / Double(rank + 1)
    }
    interval = left >= 0 && left < count - 1 - left ? sorted[left]...sorted[count - 1 - left] : nil
  }
}

/// Measures two operations in alternation, so that other load affects both alike: A B A B …
/// - Returns: the measurements, pair by pair.
func alternatingPairs<Value>(
  _ count: Int, _ first: () async throws -> Value, _ second: () async throws -> Value
) async throws -> [(first: Value, second: Value)] {
  // The first runs fill caches, and GStreamer's registry.
  _ = try await first()
  _ = try await second()
  var pairs: [(first: Value, second: Value)] = []
  for _ in 0..<count { pairs.append((try await first(), try await second())) }
  return pairs
}
