// Conversion of integers and numbers.

/// Converts integers of 16 bits to numbers of the same value.
public func vDSP_vflt16(
  _ __A: UnsafePointer<Int16>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { __C[$0 * __IC] = Float(__A[$0 * __IA]) }
}

/// Converts integers of 32 bits to numbers of the same value, as near as there is one.
public func vDSP_vflt32(
  _ __A: UnsafePointer<Int32>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { __C[$0 * __IC] = Float(__A[$0 * __IA]) }
}

/// Converts numbers to integers of 16 bits, cutting off fractions; numbers out of range become the nearest.
public func vDSP_vfix16(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Int16>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  transform(__A, __IA, __C, __IC, __N) { a in a.isNaN ? 0 : Int16(min(max(a, -32_768), 32_767)) }
}

/// Converts integers of 8 bits to numbers of the same value.
public func vDSP_vflt8(
  _ __A: UnsafePointer<Int8>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Float(__A[n * __IA]) }
}

/// Converts integers of 8 bits without a sign to numbers of the same value.
public func vDSP_vfltu8(
  _ __A: UnsafePointer<UInt8>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Float(__A[n * __IA]) }
}

/// Converts integers of 16 bits without a sign to numbers of the same value.
public func vDSP_vfltu16(
  _ __A: UnsafePointer<UInt16>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Float(__A[n * __IA]) }
}

/// Converts integers of 32 bits without a sign to numbers of the same value, as near as there is one.
public func vDSP_vfltu32(
  _ __A: UnsafePointer<UInt32>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Float>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Float(__A[n * __IA]) }
}

/// Converts numbers to integers of 8 bits, cutting off fractions; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfix8(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Int8>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Int8(limiting: __A[n * __IA].rounded(.towardZero)) }
}

/// Converts numbers to integers of 8 bits without a sign, cutting off fractions; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixu8(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<UInt8>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = UInt8(limiting: __A[n * __IA].rounded(.towardZero)) }
}

/// Converts numbers to integers of 16 bits without a sign, cutting off fractions; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixu16(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<UInt16>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = UInt16(limiting: __A[n * __IA].rounded(.towardZero)) }
}

/// Converts numbers to integers of 32 bits, cutting off fractions; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfix32(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Int32>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Int32(limiting: __A[n * __IA].rounded(.towardZero)) }
}

/// Converts numbers to integers of 32 bits without a sign, cutting off fractions; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixu32(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<UInt32>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = UInt32(limiting: __A[n * __IA].rounded(.towardZero)) }
}

/// Converts numbers to integers of 8 bits, rounding to the nearest, halves to the even one; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixr8(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Int8>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Int8(limiting: __A[n * __IA].rounded(.toNearestOrEven)) }
}

/// Converts numbers to integers of 8 bits without a sign, rounding to the nearest, halves to the even one; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixru8(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<UInt8>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = UInt8(limiting: __A[n * __IA].rounded(.toNearestOrEven)) }
}

/// Converts numbers to integers of 16 bits, rounding to the nearest, halves to the even one; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixr16(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Int16>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Int16(limiting: __A[n * __IA].rounded(.toNearestOrEven)) }
}

/// Converts numbers to integers of 16 bits without a sign, rounding to the nearest, halves to the even one; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixru16(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<UInt16>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = UInt16(limiting: __A[n * __IA].rounded(.toNearestOrEven)) }
}

/// Converts numbers to integers of 32 bits, rounding to the nearest, halves to the even one; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixr32(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<Int32>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = Int32(limiting: __A[n * __IA].rounded(.toNearestOrEven)) }
}

/// Converts numbers to integers of 32 bits without a sign, rounding to the nearest, halves to the even one; numbers out of range become the nearest, those that are none 0.
public func vDSP_vfixru32(
  _ __A: UnsafePointer<Float>, _ __IA: vDSP_Stride, _ __C: UnsafeMutablePointer<UInt32>, _ __IC: vDSP_Stride,
  _ __N: vDSP_Length
) {
  forEach(__N) { n in __C[n * __IC] = UInt32(limiting: __A[n * __IA].rounded(.toNearestOrEven)) }
}
