// The loops of vDSP over vectors with strides, for numbers of both precisions. They are inlined into each call, where the compiler
// knows the type and turns them into vector instructions.

/// Calls a body for each position of some vectors.
@inline(__always)
func forEach(_ count: vDSP_Length, _ body: (Int) -> Void) {
  for index in 0..<Int(clamping: count) { body(index) }
}

/// Makes each element of a vector of that of another one.
@inline(__always)
func transform<Element, Result>(
  _ a: UnsafePointer<Element>, _ strideOfA: Int, _ c: UnsafeMutablePointer<Result>, _ strideOfC: Int,
  _ count: vDSP_Length, _ function: (Element) -> Result
) {
  forEach(count) { c[$0 * strideOfC] = function(a[$0 * strideOfA]) }
}

/// Makes each element of a vector of those of two others.
@inline(__always)
func combine<Element>(
  _ a: UnsafePointer<Element>, _ strideOfA: Int, _ b: UnsafePointer<Element>, _ strideOfB: Int,
  _ c: UnsafeMutablePointer<Element>, _ strideOfC: Int, _ count: vDSP_Length,
  _ function: (Element, Element) -> Element
) {
  forEach(count) { c[$0 * strideOfC] = function(a[$0 * strideOfA], b[$0 * strideOfB]) }
}

/// Makes one number of the elements of a vector, from the first to the last.
@inline(__always)
func fold<Element>(
  _ a: UnsafePointer<Element>, _ strideOfA: Int, _ count: vDSP_Length, from start: Element,
  _ function: (Element, Element) -> Element
) -> Element {
  var result = start
  forEach(count) { result = function(result, a[$0 * strideOfA]) }
  return result
}

extension FixedWidthInteger {
  /// The integer of a number without a fraction; the nearest one for numbers out of range, 0 for what is not a number.
  @inline(__always)
  init<Number: BinaryFloatingPoint>(limiting number: Number) {
    // A type's greatest integer may be rounded up as a number.
    self = number.isNaN ? 0 : number >= Number(Self.max) ? .max : number <= Number(Self.min) ? .min : Self(number)
  }
}
