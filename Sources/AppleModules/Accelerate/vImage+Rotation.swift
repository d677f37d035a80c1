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
  if flags.has(kvImageGetTempBufferSize) { return 0 }
  let channels = back.count
  let (pair, error) = BufferPair.make(src, dest, channels, channels, sameSize: false)
  guard let pair else { return error }
  guard flags.has(kvImageBackgroundColorFill) != flags.has(kvImageEdgeExtend) else { return kvImageInvalidEdgeStyle }
  guard pair.source.data != pair.target.data else { return kvImageOutOfPlaceOperationRequired }
  let (width, height) = (Int(pair.source.width), Int(pair.source.height))
  guard width > 0, height > 0, angle.isFinite else { return kvImageInvalidParameter }
  let lobes = flags.has(kvImageHighQualityResampling) ? 5 : 3
  let isExtended = flags.has(kvImageEdgeExtend)
  let (sine, cosine) = (sin(Double(angle)), cos(Double(angle)))
  var sums = [Float](repeating: 0, count: channels)
  for row in 0..<pair.height {
    let target = pair.targetRow(row)
    let down = Double(row) + 0.5 - Double(pair.height) / 2
    for column in 0..<pair.width {
      let across = Double(column) + 0.5 - Double(pair.width) / 2
      // Rows go down, so that a turn to the left of the target is one to the right of the source.
      let horizontal = Taps(across * cosine - down * sine + Double(width) / 2 - 0.5, lobes)
      let vertical = Taps(across * sine + down * cosine + Double(height) / 2 - 0.5, lobes)
      for channel in 0..<channels { sums[channel] = 0 }
      for (y, rowWeight) in vertical.taps {
        let line = pair.sourceRow(min(max(y, 0), height - 1))
        for (x, weight) in horizontal.taps {
          let isInside = isExtended || (y >= 0 && y < height && x >= 0 && x < width)
          let place = min(max(x, 0), width - 1) * channels
          let share = rowWeight * weight
          for channel in 0..<channels {
            sums[channel] += share * (isInside ? Float(line[place + channel]) : back[channel])
          }
        }
      }
      for channel in 0..<channels {
        target[column * channels + channel] = UInt8(min(max(sums[channel], 0), 255).rounded())
      }
    }
  }
  return kvImageNoError
}

/// The pixels around a place, and their weights, which sum to one.
private struct Taps {
  private(set) var taps: [(place: Int, weight: Float)] = []

  init(_ center: Double, _ lobes: Int) {
    // Far outside there is one colour.
    let center = min(max(center, -1e9), 1e9)
    let first = Int(center.rounded(.down)) - lobes + 1
    let weights = (first..<first + 2 * lobes).map { lanczos(Double($0) - center, Double(lobes)) }
    let sum = weights.reduce(0, +)
    for (index, weight) in weights.enumerated() where abs(weight) > 1e-12 {
      taps.append((first + index, Float(weight / sum)))
    }
  }
}

/// Lanczos' filter: 1 at 0, and 0 at all other whole numbers.
func lanczos(_ x: Double, _ lobes: Double) -> Double {
  guard abs(x) > 1e-9 else { return 1 }
  guard abs(x) < lobes else { return 0 }
  let angle = Double.pi * x
  return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
}
