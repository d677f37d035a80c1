/// The coefficients of recursive filters, one after the other.
final class FilterChain<Number: BinaryFloatingPoint & Sendable>: Sendable {
  /// Five for each filter: b0, b1, b2, a1 and a2.
  private let coefficients: [Number]

  init(_ coefficients: [Number]) { self.coefficients = coefficients }

  /// Filters one number.
  ///
  /// - Parameter delay: The last two numbers that came in, and those of each filter, the older ones first.
  func next(_ number: Number, _ delay: UnsafeMutablePointer<Number>) -> Number {
    var value = number
    for index in 0..<coefficients.count / 5 {
      let (b, x, y) = (5 * index, delay + 2 * index, delay + 2 * index + 2)
      let zeros = coefficients[b] * value + coefficients[b + 1] * x[1] + coefficients[b + 2] * x[0]
      let result = zeros - coefficients[b + 3] * y[1] - coefficients[b + 4] * y[0]
      (x[0], x[1]) = (x[1], value)
      value = result
    }
    let last = delay + 2 * (coefficients.count / 5)
    (last[0], last[1]) = (last[1], value)
    return value
  }
}
