import Foundation

// C's functions of memory, with optional addresses: those of buffers, `baseAddress`, are optional, and Apple's headers
// take them. Glibc's do not, and are preferred where they can be called.

/// Copies bytes between areas that do not overlap. Without one of the addresses there must be no bytes.
@_disfavoredOverload
@discardableResult
public func memcpy(
  _ dst: UnsafeMutableRawPointer?, _ src: UnsafeRawPointer?, _ n: Int
) -> UnsafeMutableRawPointer? {
  if let dst, let src, n > 0 { dst.copyMemory(from: src, byteCount: n) }
  return dst
}

/// Copies bytes between areas that may overlap. Without one of the addresses there must be no bytes.
@_disfavoredOverload
@discardableResult
public func memmove(
  _ dst: UnsafeMutableRawPointer?, _ src: UnsafeRawPointer?, _ n: Int
) -> UnsafeMutableRawPointer? {
  // `copyMemory` allows areas to overlap.
  memcpy(dst, src, n)
}

/// Sets bytes to a value. Without an address there must be no bytes.
@_disfavoredOverload
@discardableResult
public func memset(_ dst: UnsafeMutableRawPointer?, _ value: Int32, _ n: Int) -> UnsafeMutableRawPointer? {
  if let dst, n > 0 { dst.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: value), count: n) }
  return dst
}
