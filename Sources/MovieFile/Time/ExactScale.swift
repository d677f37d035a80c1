/// Quotients of wide integers, rounded once.
package enum ExactScale {
  package static func nearest(_ numerator: Int128, over denominator: Int128) -> Int128 {
    floor(2 * numerator + denominator, over: 2 * denominator)
  }

  package static func floor(_ numerator: Int128, over denominator: Int128) -> Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }

  package static func ceiling(_ numerator: Int128, over denominator: Int128) -> Int128 {
    -floor(-numerator, over: denominator)
  }
}
