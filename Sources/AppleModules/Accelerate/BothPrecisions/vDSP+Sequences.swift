// Interpolation, ramps, order and running sums.

/// Between two vectors: D = A + C · (B − A).
public func vDSP_vintb(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Float>, _ __D: UnsafeMutablePointer<Float>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] + __C.pointee * (__B[n * __IB] - __A[n * __IA]) }
}

/// From one vector to another: the first elements are those of A, the last those of B.
public func vDSP_vtmerg(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let step = 1 / Float(max(1, Int(__N) - 1))
  forEach(__N) { n in __C[n * __IC] = __A[n * __IA] + Float(n) * step * (__B[n * __IB] - __A[n * __IA]) }
}

/// Looks up a table A at the places B, with fractions between two elements: the table has an element after the last place.
///
/// - Parameter __M: The number of elements of the table.
public func vDSP_vlint(
  _ __A: UnsafePointer<Float>, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length, _ __M: vDSP_Length
) {
  forEach(__N) { n in
    let place = Int(__B[n * __IB])
    let fraction = __B[n * __IB] - Float(place)
    // At the last place itself nothing is needed of the element after it.
    __C[n * __IC] = fraction == 0 ? __A[place] : __A[place] + fraction * (__A[place + 1] - __A[place])
  }
}

/// Looks up a table A at the places B, on a parabola through three elements, the middle one at or before the place.
///
/// - Parameter __M: The number of elements of the table.
public func vDSP_vqint(
  _ __A: UnsafePointer<Float>, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length, _ __M: vDSP_Length
) {
  forEach(__N) { n in
    let place = max(1, Int(__B[n * __IB]))
    let x = __B[n * __IB] - Float(place)
    let (before, at, after) = (__A[place - 1], __A[place], __A[place + 1])
    __C[n * __IC] = (before * (x * x - x) + at * (2 - 2 * x * x) + after * (x * x + x)) / 2
  }
}

/// Looks up a table A at the places B, without their fractions.
public func vDSP_vindex(
  _ __A: UnsafePointer<Float>, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A[Int(__B[n * __IB])] }
}

/// Looks up a table A at the places B, which are counted from 1.
public func vDSP_vgathr(
  _ __A: UnsafePointer<Float>, _ __B: UnsafePointer<vDSP_Length>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A[Int(__B[n * __IB]) - 1] }
}

/// Numbers with the same distances from A to B, which are the first and the last.
public func vDSP_vgen(
  _ __A: UnsafePointer<Float>, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let step = (__B.pointee - __A.pointee) / Float(max(1, Int(__N) - 1))
  forEach(__N) { n in __C[n * __IC] = __A.pointee + Float(n) * step }
}

/// A vector times a ramp, such as a fade: O[n] = I[n] · (Start + n · Step). Start becomes the next value of the ramp.
public func vDSP_vrampmul(
  _ __I: UnsafePointer<Float>, _ __IS: vDSP_Stride, _ __Start: UnsafeMutablePointer<Float>,
  _ __Step: UnsafePointer<Float>, _ __O: UnsafeMutablePointer<Float>, _ __OS: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in
    __O[n * __OS] = __I[n * __IS] * __Start.pointee
    __Start.pointee += __Step.pointee
  }
}

/// A vector times a ramp, added to another: O[n] += I[n] · (Start + n · Step). Start becomes the next value of the ramp.
public func vDSP_vrampmuladd(
  _ __I: UnsafePointer<Float>, _ __IS: vDSP_Stride, _ __Start: UnsafeMutablePointer<Float>,
  _ __Step: UnsafePointer<Float>, _ __O: UnsafeMutablePointer<Float>, _ __OS: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in
    __O[n * __OS] += __I[n * __IS] * __Start.pointee
    __Start.pointee += __Step.pointee
  }
}

/// Numbers at all places from 0 on, on lines between the elements of A, whose places are those of B; before the first and after
/// the last place, the first and the last element.
///
/// - Parameters:
///   - __B: The places, in rising order.
///   - __N: The number of results.
///   - __M: The number of elements of A and of B.
public func vDSP_vgenp(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length, _ __M: vDSP_Length
) {
  guard __M > 0 else { return }
  let last = Int(__M) - 1
  var before = 0
  forEach(__N) { n in
    let place = Float(n)
    while before < last, __B[(before + 1) * __IB] < place { before += 1 }
    let (start, value) = (__B[before * __IB], __A[before * __IA])
    if before == last || place <= start {
      __C[n * __IC] = value
    } else {
      let (end, next) = (__B[(before + 1) * __IB], __A[(before + 1) * __IA])
      __C[n * __IC] = value + (next - value) * (place - start) / (end - start)
    }
  }
}

// MARK: Order

/// Reverses the order of elements in place.
public func vDSP_vrvrs(_ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride, _ __N: vDSP_Length) {
  forEach(__N / 2) { n in
    let other = Int(__N) - 1 - n
    (__C[n * __IC], __C[other * __IC]) = (__C[other * __IC], __C[n * __IC])
  }
}

/// Exchanges the elements of two vectors.
public func vDSP_vswap(
  _ __A: UnsafeMutablePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafeMutablePointer<Float>, _ __IB: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in (__A[n * __IA], __B[n * __IB]) = (__B[n * __IB], __A[n * __IA]) }
}

/// Sorts in place.
///
/// - Parameter __Order: 1 for rising, −1 for falling elements.
public func vDSP_vsort(_ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length, _ __Order: Int32) {
  var elements = UnsafeMutableBufferPointer(start: __C, count: Int(__N))
  if __Order == 1 { elements.sort() } else { elements.sort(by: >) }
}

/// Sorts the positions of elements by these; the elements stay.
///
/// - Parameters:
///   - __I: The positions, of which some or all may be given.
///   - __Temporary: Is not used.
///   - __Order: 1 for rising, −1 for falling elements.
public func vDSP_vsorti(
  _ __C: UnsafePointer<Float>, _ __I: UnsafeMutablePointer<vDSP_Length>,
  _ __Temporary: UnsafeMutablePointer<vDSP_Length>?, _ __N: vDSP_Length, _ __Order: Int32
) {
  var places = UnsafeMutableBufferPointer(start: __I, count: Int(__N))
  if __Order == 1 {
    places.sort { __C[Int($0)] < __C[Int($1)] }
  } else {
    places.sort { __C[Int($0)] > __C[Int($1)] }
  }
}

// MARK: Running sums

/// The sum of the elements so far, without the first, times a number S.
public func vDSP_vrsum(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __S: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  var sum: Float = 0
  forEach(__N) { n in
    if n > 0 { sum += __A[n * __IA] }
    __C[n * __IC] = __S.pointee * sum
  }
}

/// The integral so far by trapezoids, whose width is S.
public func vDSP_vtrapz(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __S: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  var sum: Float = 0
  forEach(__N) { n in
    if n > 0 { sum += (__A[(n - 1) * __IA] + __A[n * __IA]) / 2 }
    __C[n * __IC] = __S.pointee * sum
  }
}

/// The integral so far by Simpson's rule, between elements whose distance is B; the first step is a trapezoid. Every other result
/// goes on from the one two before. C may not be A.
public func vDSP_vsimps(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in
    let (before, at) = (__A[max(0, n - 1) * __IA], __A[n * __IA])
    switch n {
    case 0: __C[0] = 0
    case 1: __C[__IC] = __B.pointee * (before + at) / 2
    default: __C[n * __IC] = __C[(n - 2) * __IC] + __B.pointee * (__A[(n - 2) * __IA] + 4 * before + at) / 3
    }
  }
}

/// Takes one more vector into the means of B vectors: C = (C · B + A) / (B + 1).
public func vDSP_vavlin(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Float>, _ __C: UnsafeMutablePointer<Float>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = (__C[n * __IC] * __B.pointee + __A[n * __IA]) / (__B.pointee + 1) }
}
