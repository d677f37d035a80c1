import Foundation

/// A median and the interval that holds the true one 19 times in 20.
struct Estimate {
  let median: Double
  /// Nil when there were too few measurements to say.
  let interval: ClosedRange<Double>?

  /// The interval lies between two of the measurements themselves, so nothing is assumed of how they are spread: the true
  /// median is as likely above as below each, so how many lie below it follows a binomial distribution.
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

/// Measures two things in turn, so that what else the machine does hits both alike: A B A B …
/// - Returns: what `measure` said of both, pair by pair.
func alternatingPairs<Value>(
  _ count: Int, _ first: () async throws -> Value, _ second: () async throws -> Value
) async throws -> [(first: Value, second: Value)] {
  // The first time fills caches, and GStreamer's registry.
  _ = try await first()
  _ = try await second()
  var pairs: [(first: Value, second: Value)] = []
  for _ in 0..<count { pairs.append((try await first(), try await second())) }
  return pairs
}
