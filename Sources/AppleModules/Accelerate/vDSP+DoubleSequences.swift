// Interpolation, ramps, order and running sums, in double precision.

/// Between two vectors: D = A + C · (B − A).
public func vDSP_vintbD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride,
  _ __C: UnsafePointer<Double>, _ __D: UnsafeMutablePointer<Double>, _ __ID: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __D[n * __ID] = __A[n * __IA] + __C.pointee * (__B[n * __IB] - __A[n * __IA]) }
}

/// From one vector to another: the first elements are those of A, the last those of B.
public func vDSP_vtmergD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  let step = 1 / Double(max(1, Int(__N) - 1))
  forEach(__N) { n in __C[n * __IC] = __A[n * __IA] + Double(n) * step * (__B[n * __IB] - __A[n * __IA]) }
}

/// Looks up a table A at the places B, with fractions between two elements: the table has an element after the last place.
///
/// - Parameter __M: The number of elements of the table.
public func vDSP_vlintD(
  _ __A: UnsafePointer<Double>, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length, _ __M: vDSP_Length
) {
  forEach(__N) { n in
    let place = Int(__B[n * __IB])
    let fraction = __B[n * __IB] - Double(place)
    // At the last place itself nothing is needed of the element after it.
    __C[n * __IC] = fraction == 0 ? __A[place] : __A[place] + fraction * (__A[place + 1] - __A[place])
  }
}

/// Looks up a table A at the places B, on a parabola through three elements, the middle one at or before the place.
///
/// - Parameter __M: The number of elements of the table.
public func vDSP_vqintD(
  _ __A: UnsafePointer<Double>, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length, _ __M: vDSP_Length
) {
  forEach(__N) { n in
    let place = max(1, Int(__B[n * __IB]))
    let x = __B[n * __IB] - Double(place)
    let (before, at, after) = (__A[place - 1], __A[place], __A[place + 1])
    __C[n * __IC] = (before * (x * x - x) + at * (2 - 2 * x * x) + after * (x * x + x)) / 2
  }
}

/// Looks up a table A at the places B, without their fractions.
public func vDSP_vindexD(
  _ __A: UnsafePointer<Double>, _ __B: UnsafePointer<Double>, _ __IB: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A[Int(__B[n * __IB])] }
}

/// Looks up a table A at the places B, which are counted from 1.
public func vDSP_vgathrD(
  _ __A: UnsafePointer<Double>, _ __B: UnsafePointer<vDSP_Length>, _ __IB: vDSP_Stride,
  _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = __A[Int(__B[n * __IB]) - 1] }
}

/// Numbers with the same distances from A to B, which are the first and the last.
public func vDSP_vgenD(
  _ __A: UnsafePointer<Double>, _ __B: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  let step = (__B.pointee - __A.pointee) / Double(max(1, Int(__N) - 1))
  forEach(__N) { n in __C[n * __IC] = __A.pointee + Double(n) * step }
}

/// A vector times a ramp, such as a fade: O[n] = I[n] · (Start + n · Step). Start becomes the next value of the ramp.
public func vDSP_vrampmulD(
  _ __I: UnsafePointer<Double>, _ __IS: vDSP_Stride, _ __Start: UnsafeMutablePointer<Double>,
  _ __Step: UnsafePointer<Double>, _ __O: UnsafeMutablePointer<Double>, _ __OS: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in
    __O[n * __OS] = __I[n * __IS] * __Start.pointee
    __Start.pointee += __Step.pointee
  }
}

/// A vector times a ramp, added to another: O[n] += I[n] · (Start + n · Step). Start becomes the next value of the ramp.
public func vDSP_vrampmuladdD(
  _ __I: UnsafePointer<Double>, _ __IS: vDSP_Stride, _ __Start: UnsafeMutablePointer<Double>,
  _ __Step: UnsafePointer<Double>, _ __O: UnsafeMutablePointer<Double>, _ __OS: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in
    __O[n * __OS] += __I[n * __IS] * __Start.pointee
    __Start.pointee += __Step.pointee
  }
}

// MARK: Order

/// Reverses the order of elements in place.
public func vDSP_vrvrsD(_ __C: UnsafeMutablePointer<Double>, _ __IC: vDSP_Stride, _ __N: vDSP_Length) {
  forEach(__N / 2) { n in
    let other = Int(__N) - 1 - n
    (__C[n * __IC], __C[other * __IC]) = (__C[other * __IC], __C[n * __IC])
  }
}

/// Exchanges the elements of two vectors.
public func vDSP_vswapD(
  _ __A: UnsafeMutablePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafeMutablePointer<Double>, _ __IB: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in (__A[n * __IA], __B[n * __IB]) = (__B[n * __IB], __A[n * __IA]) }
}

/// Sorts in place.
///
/// - Parameter __Order: 1 for rising, −1 for falling elements.
public func vDSP_vsortD(_ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length, _ __Order: Int32) {
  var elements = UnsafeMutableBufferPointer(start: __C, count: Int(__N))
  if __Order == 1 { elements.sort() } else { elements.sort(by: >) }
}

/// Sorts the positions of elements by these; the elements stay.
///
/// - Parameters:
///   - __I: The positions, of which some or all may be given.
///   - __Temporary: Is not used.
///   - __Order: 1 for rising, −1 for falling elements.
public func vDSP_vsortiD(
  _ __C: UnsafePointer<Double>, _ __I: UnsafeMutablePointer<vDSP_Length>,
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
public func vDSP_vrsumD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __S: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  var sum: Double = 0
  forEach(__N) { n in
    if n > 0 { sum += __A[n * __IA] }
    __C[n * __IC] = __S.pointee * sum
  }
}

/// The integral so far by trapezoids, whose width is S.
public func vDSP_vtrapzD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __S: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  var sum: Double = 0
  forEach(__N) { n in
    if n > 0 { sum += (__A[(n - 1) * __IA] + __A[n * __IA]) / 2 }
    __C[n * __IC] = __S.pointee * sum
  }
}

/// Takes one more vector into the means of B vectors: C = (C · B + A) / (B + 1).
public func vDSP_vavlinD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: UnsafePointer<Double>, _ __C: UnsafeMutablePointer<Double>,
  _ __IC: vDSP_Stride, _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = (__C[n * __IC] * __B.pointee + __A[n * __IA]) / (__B.pointee + 1) }
}
