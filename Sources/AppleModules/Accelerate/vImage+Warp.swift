import CoreGraphics
import Foundation

// Affine transforms of images.

/// An affine transform: x' = a · x + c · y + tx, and y' = b · x + d · y + ty.
public struct vImage_AffineTransform: Hashable, Sendable {
  public var a: Float
  public var b: Float
  public var c: Float
  public var d: Float
  public var tx: Float
  public var ty: Float

  public init() { self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0) }

  public init(a: Float, b: Float, c: Float, d: Float, tx: Float, ty: Float) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }
}

/// Transforms an image of one channel of 8 bits; see `vImageAffineWarp_ARGB8888`.
@discardableResult
public func vImageAffineWarp_Planar8(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer!,
  _ transform: UnsafePointer<vImage_AffineTransform>, _ backColor: Pixel_8, _ flags: vImage_Flags
) -> vImage_Error { warp(src, dest, transform.pointee, [Float(backColor)], flags) }

/// Transforms an image of four channels of 8 bits, in any order.
///
/// The transform maps points of the source to those of the target. The lower left corners of both are the origin; x goes to the
/// right, and y up. With Lanczos' filter of three lobes, with `kvImageHighQualityResampling` of five, as the scaling functions: of
/// images that become smaller, each pixel is made of more. Apple documents no numbers: results differ from its own by rounding.
///
/// - Parameters:
///   - tempBuffer: Not used; may be nil.
///   - backColor: Four bytes in the order of the image's, around the image with `kvImageBackgroundColorFill`; may be nil without.
///   - flags: One of `kvImageBackgroundColorFill` and `kvImageEdgeExtend`, which extends the pixels of the edges.
/// - Returns: `kvImageInvalidEdgeStyle` without one of the two flags, or with both; `kvImageInvalidParameter` for a transform that
///   cannot be inverted.
@discardableResult
public func vImageAffineWarp_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer!,
  _ transform: UnsafePointer<vImage_AffineTransform>, _ backColor: UnsafePointer<UInt8>!, _ flags: vImage_Flags
) -> vImage_Error {
  if backColor == nil, flags.has(kvImageBackgroundColorFill), !flags.has(kvImageGetTempBufferSize) {
    return kvImageNullPointerArgument
  }
  return warp(src, dest, transform.pointee, (0..<4).map { Float(backColor?[$0] ?? 0) }, flags)
}

private func warp(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ transform: vImage_AffineTransform,
  _ back: [Float], _ flags: vImage_Flags
) -> vImage_Error {
  let (a, b, c, d) = (Double(transform.a), Double(transform.b), Double(transform.c), Double(transform.d))
  let transform = CGAffineTransform(a: a, b: b, c: c, d: d, tx: Double(transform.tx), ty: Double(transform.ty))
  guard a * d - b * c != 0 || flags.has(kvImageGetTempBufferSize) else { return kvImageInvalidParameter }
  // Rows go down, and pixels are where their middles are.
  let toPoints = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0.5, ty: Double(dest.pointee.height) - 0.5)
  let toPixels = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -0.5, ty: Double(src.pointee.height) - 0.5)
  return warp(src, dest, toPoints.concatenating(transform.inverted()).concatenating(toPixels), back, flags)
}

/// Makes each pixel of a target of those around a place in the source.
///
/// - Parameters:
///   - map: The transform from the column and row of a pixel in the target to those in the source.
///   - back: A number for each channel.
func warp(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ map: CGAffineTransform, _ back: [Float],
  _ flags: vImage_Flags
) -> vImage_Error {
  if flags.has(kvImageGetTempBufferSize) { return 0 }
  let channels = back.count
  let (pair, error) = BufferPair.make(src, dest, channels, channels, sameSize: false)
  guard let pair else { return error }
  guard flags.has(kvImageBackgroundColorFill) != flags.has(kvImageEdgeExtend) else { return kvImageInvalidEdgeStyle }
  guard pair.source.data != pair.target.data else { return kvImageOutOfPlaceOperationRequired }
  let (width, height) = (Int(pair.source.width), Int(pair.source.height))
  let isFinite = [map.a, map.b, map.c, map.d, map.tx, map.ty].allSatisfy(\.isFinite)
  guard width > 0, height > 0, isFinite else { return kvImageInvalidParameter }
  let lobes: Double = flags.has(kvImageHighQualityResampling) ? 5 : 3
  let isExtended = flags.has(kvImageEdgeExtend)
  let across = WarpFilter(count: width, lobes: lobes, distance: hypot(map.a, map.c), isExtended: isExtended)
  let down = WarpFilter(count: height, lobes: lobes, distance: hypot(map.b, map.d), isExtended: isExtended)
  // Of an image that is only moved and scaled, all rows have the same columns.
  let isUpright = map.b == 0 && map.c == 0
  let columns = isUpright ? (0..<pair.width).map { across.taps(map.a * Double($0) + map.tx) } : []
  var sums = [Float](repeating: 0, count: channels)
  for row in 0..<pair.height {
    let target = pair.targetRow(row)
    let own = isUpright ? down.taps(map.d * Double(row) + map.ty) : []
    for column in 0..<pair.width {
      let (x, y) = (Double(column), Double(row))
      let horizontal = isUpright ? columns[column] : across.taps(map.a * x + map.c * y + map.tx)
      let vertical = isUpright ? own : down.taps(map.b * x + map.d * y + map.ty)
      for channel in 0..<channels { sums[channel] = 0 }
      var inside: Float = 0
      for (y, rowWeight) in vertical {
        let line = pair.sourceRow(y)
        for (x, weight) in horizontal {
          let share = rowWeight * weight
          inside += share
          for channel in 0..<channels { sums[channel] += share * Float(line[x * channels + channel]) }
        }
      }
      for channel in 0..<channels {
        let value = sums[channel] + (1 - inside) * back[channel]
        target[column * channels + channel] = UInt8(min(max(value, 0), 255).rounded())
      }
    }
  }
  return kvImageNoError
}

/// The filter along a row or a column of a source.
private struct WarpFilter {
  /// The number of pixels.
  private let count: Int
  private let lobes: Double
  /// The pixels of the source that a lobe reaches over.
  private let width: Double
  private let isExtended: Bool

  /// - Parameter distance: That of the source's places of two neighbours in the target.
  init(count: Int, lobes: Double, distance: Double, isExtended: Bool) {
    // Of images that become smaller, each pixel is made of more, but no image becomes smaller than a pixel.
    width = min(max(1, distance), Double(count))
    (self.count, self.lobes, self.isExtended) = (count, lobes, isExtended)
  }

  /// The pixels around a place, and their weights, which sum to one together with those outside.
  func taps(_ center: Double) -> [(place: Int, weight: Float)] {
    let radius = lobes * width
    // Far outside there is one colour.
    let center = min(max(center, -radius - 1), Double(count) + radius)
    let places = Int((center - radius).rounded(.up))...Int((center + radius).rounded(.down))
    let weights = places.map { lanczos((Double($0) - center) / width, lobes) }
    let sum = weights.reduce(0, +)
    var taps: [(place: Int, weight: Float)] = []
    for (place, weight) in zip(places, weights) where abs(weight) > 1e-12 {
      let (place, weight) = (isExtended ? min(max(place, 0), count - 1) : place, Float(weight / sum))
      if let last = taps.last, last.place == place {
        taps[taps.count - 1].weight += weight
      } else if place >= 0, place < count {
        taps.append((place, weight))
      }
    }
    return taps
  }
}

/// Lanczos' filter: 1 at 0, and 0 at all other whole numbers.
func lanczos(_ x: Double, _ lobes: Double) -> Double {
  guard abs(x) > 1e-9 else { return 1 }
  guard abs(x) < lobes else { return 0 }
  let angle = Double.pi * x
  return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
}
