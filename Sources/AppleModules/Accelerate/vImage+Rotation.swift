import CoreGraphics
import Foundation

// Turning by any angle.

/// Turns an image of one channel of 8 bits around its middle; see `vImageRotate_ARGB8888`.
@discardableResult
public func vImageRotate_Planar8(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer?,
  _ angleInRadians: Float, _ backColor: Pixel_8, _ flags: vImage_Flags
) -> vImage_Error { rotate(src, dest, angleInRadians, [Float(backColor)], flags) }

/// Turns an image of four channels of 8 bits, in any order, around its middle, which comes to the target's.
///
/// With Lanczos' filter of three lobes, with `kvImageHighQualityResampling` of five, as the scaling functions. Apple
/// documents no numbers: results differ from its own by rounding.
///
/// - Parameters:
///   - tempBuffer: Not used; may be nil.
///   - angleInRadians: The angle; to the left if it is positive.
///   - backColor: Four bytes in the order of the image's, around the image with `kvImageBackgroundColorFill`.
///   - flags: One of `kvImageBackgroundColorFill` and `kvImageEdgeExtend`, which extends the pixels of the edges.
/// - Returns: `kvImageInvalidEdgeStyle` without one of the two flags, or with both.
@discardableResult
public func vImageRotate_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer?,
  _ angleInRadians: Float, _ backColor: UnsafePointer<UInt8>, _ flags: vImage_Flags
) -> vImage_Error { rotate(src, dest, angleInRadians, (0..<4).map { Float(backColor[$0]) }, flags) }

private func rotate(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ angle: Float, _ back: [Float],
  _ flags: vImage_Flags
) -> vImage_Error {
  let (source, target) = (src.pointee, dest.pointee)
  // Rows go down, so that a turn to the left of the target is one to the right of the source.
  let fromMiddle = CGAffineTransform(
    translationX: 0.5 - Double(target.width) / 2, y: 0.5 - Double(target.height) / 2)
  let toMiddle = CGAffineTransform(
    translationX: Double(source.width) / 2 - 0.5, y: Double(source.height) / 2 - 0.5)
  let turn = CGAffineTransform(rotationAngle: Double(angle))
  return warp(src, dest, fromMiddle.concatenating(turn).concatenating(toMiddle), back, flags)
}
