// A window, extremes with their positions and changes of sign, in double precision.

import Foundation

/// Makes a Blackman window of a periodic signal: C[n] = 0.42 − 0.5 · cos(2πn / N) + 0.08 · cos(4πn / N).
public func vDSP_blkman_windowD(_ __C: UnsafeMutablePointer<Double>, _ __N: vDSP_Length, _ __Flag: Int32) {
  let count = __Flag & vDSP_HALF_WINDOW != 0 ? (__N + 1) / 2 : __N
  forEach(count) {
    let angle = 2 * Double.pi * Double($0) / Double(__N)
    __C[$0] = 0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle)
  }
}

/// The greatest magnitude and its position, counted in strides; 0 and 0 without elements.
public func vDSP_maxmgviD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __I: UnsafeMutablePointer<vDSP_Length>, _ __N: vDSP_Length
) {
  var (result, place) = (-Double.infinity, 0)
  forEach(__N) { index in
    let value = __A[index * __IA].magnitude
    if value > result { (result, place) = (value, index * __IA) }
  }
  (__C.pointee, __I.pointee) = (max(0, result), vDSP_Length(place))
}

/// The least element and its position, counted in strides; ∞ and 0 without elements.
public func vDSP_minviD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Double>,
  _ __I: UnsafeMutablePointer<vDSP_Length>, _ __N: vDSP_Length
) {
  var (result, place) = (Double.infinity, 0)
  forEach(__N) { index in
    if __A[index * __IA] < result { (result, place) = (__A[index * __IA], index * __IA) }
  }
  (__C.pointee, __I.pointee) = (result, vDSP_Length(place))
}

/// Finds changes of sign.
///
/// - Parameters:
///   - __B: The number of changes after which the search ends.
///   - __C: The position of the last change found, counted in strides; 0 if they are fewer than asked for.
///   - __D: The number of changes found.
public func vDSP_nzcrosD(
  _ __A: UnsafePointer<Double>, _ __IA: vDSP_Stride, _ __B: vDSP_Length, _ __C: UnsafeMutablePointer<vDSP_Length>,
  _ __D: UnsafeMutablePointer<vDSP_Length>, _ __N: vDSP_Length
) {
  var (count, last): (vDSP_Length, vDSP_Length) = (0, 0)
  var index = 1
  while index < Int(clamping: __N), count < __B {
    if (__A[index * __IA].sign == .minus) != (__A[(index - 1) * __IA].sign == .minus) {
      count += 1
      if count == __B { last = vDSP_Length(index * __IA) }
    }
    index += 1
  }
  (__C.pointee, __D.pointee) = (last, count)
}
