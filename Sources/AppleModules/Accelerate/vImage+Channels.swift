// Channels and alpha. The numbers are those that Apple documents.

/// Orders the four channels of each pixel anew.
///
/// - Parameter permuteMap: For each channel of the target the channel of the source: four numbers from 0 to 3.
@discardableResult
public func vImagePermuteChannels_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ permuteMap: UnsafePointer<UInt8>,
  _ flags: vImage_Flags
) -> vImage_Error {
  let map = (Int(permuteMap[0]), Int(permuteMap[1]), Int(permuteMap[2]), Int(permuteMap[3]))
  guard max(map.0, map.1, map.2, map.3) < 4 else { return kvImageInvalidParameter }
  return pixels(src, dest, flags) { pixel in (pixel[map.0], pixel[map.1], pixel[map.2], pixel[map.3]) }
}

/// Multiplies colours by alpha, which is the first channel: (alpha · colour + 127) / 255.
@discardableResult
public func vImagePremultiplyData_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
  pixels(src, dest, flags) { pixel in
    let a = pixel[0]
    return (a, premultiplied(pixel[1], a), premultiplied(pixel[2], a), premultiplied(pixel[3], a))
  }
}

/// Multiplies colours by alpha, which is the last channel: (alpha · colour + 127) / 255.
@discardableResult
public func vImagePremultiplyData_RGBA8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
  pixels(src, dest, flags) { pixel in
    let a = pixel[3]
    return (premultiplied(pixel[0], a), premultiplied(pixel[1], a), premultiplied(pixel[2], a), a)
  }
}

/// Multiplies colours by alpha, which is the last channel.
@discardableResult
public func vImagePremultiplyData_BGRA8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error { vImagePremultiplyData_RGBA8888(src, dest, flags) }

/// Divides colours by alpha, which is the first channel: (min(colour, alpha) · 255 + alpha / 2) / alpha; 0 without alpha.
@discardableResult
public func vImageUnpremultiplyData_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
  pixels(src, dest, flags) { pixel in
    let a = pixel[0]
    return (a, unpremultiplied(pixel[1], a), unpremultiplied(pixel[2], a), unpremultiplied(pixel[3], a))
  }
}

/// Divides colours by alpha, which is the last channel: (min(colour, alpha) · 255 + alpha / 2) / alpha; 0 without alpha.
@discardableResult
public func vImageUnpremultiplyData_RGBA8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
  pixels(src, dest, flags) { pixel in
    let a = pixel[3]
    return (unpremultiplied(pixel[0], a), unpremultiplied(pixel[1], a), unpremultiplied(pixel[2], a), a)
  }
}

/// Divides colours by alpha, which is the last channel.
@discardableResult
public func vImageUnpremultiplyData_BGRA8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error { vImageUnpremultiplyData_RGBA8888(src, dest, flags) }

@inline(__always)
private func premultiplied(_ color: UInt8, _ alpha: UInt8) -> UInt8 {
  UInt8((Int(color) * Int(alpha) + 127) / 255)
}

@inline(__always)
private func unpremultiplied(_ color: UInt8, _ alpha: UInt8) -> UInt8 {
  if alpha == 0 { return 0 }
  let (color, alpha) = (Int(min(color, alpha)), Int(alpha))
  return UInt8((color * 255 + alpha / 2) / alpha)
}

/// Sets channels of each pixel to a number.
///
/// - Parameter copyMask: 8 for the first channel, 4, 2 and 1 for those after it.
@discardableResult
public func vImageOverwriteChannelsWithScalar_ARGB8888(
  _ scalar: Pixel_8, _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ copyMask: UInt8,
  _ flags: vImage_Flags
) -> vImage_Error {
  guard copyMask < 16 else { return kvImageInvalidParameter }
  return pixels(src, dest, flags) { pixel in
    (
      copyMask & 8 != 0 ? scalar : pixel[0], copyMask & 4 != 0 ? scalar : pixel[1],
      copyMask & 2 != 0 ? scalar : pixel[2], copyMask & 1 != 0 ? scalar : pixel[3]
    )
  }
}

/// Sets all pixels to a colour.
@discardableResult
public func vImageBufferFill_ARGB8888(
  _ dest: UnsafePointer<vImage_Buffer>, _ color: UnsafePointer<UInt8>, _ flags: vImage_Flags
) -> vImage_Error {
  let color = (color[0], color[1], color[2], color[3])
  return pixels(dest, dest, flags) { _ in color }
}

private func pixels(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags,
  _ body: (UnsafeMutablePointer<UInt8>) -> Pixel_8888
) -> vImage_Error {
  rows(src, dest, 4, flags) { source, target, width in
    for column in 0..<width {
      let pixel = body(source + 4 * column)
      let place = target + 4 * column
      (place[0], place[1], place[2], place[3]) = pixel
    }
  }
}

// MARK: Planes

/// Joins four planes to pixels.
@discardableResult
public func vImageConvert_Planar8toARGB8888(
  _ srcA: UnsafePointer<vImage_Buffer>, _ srcR: UnsafePointer<vImage_Buffer>, _ srcG: UnsafePointer<vImage_Buffer>,
  _ srcB: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
  for (channel, plane) in [srcA, srcR, srcG, srcB].enumerated() {
    let error = rows(plane, dest, 1, flags, targetSize: 4) { source, target, width in
      for column in 0..<width { target[4 * column + channel] = source[column] }
    }
    if error != kvImageNoError { return error }
  }
  return kvImageNoError
}

/// Separates pixels to four planes.
@discardableResult
public func vImageConvert_ARGB8888toPlanar8(
  _ srcARGB: UnsafePointer<vImage_Buffer>, _ destA: UnsafePointer<vImage_Buffer>,
  _ destR: UnsafePointer<vImage_Buffer>, _ destG: UnsafePointer<vImage_Buffer>, _ destB: UnsafePointer<vImage_Buffer>,
  _ flags: vImage_Flags
) -> vImage_Error {
  for (channel, plane) in [destA, destR, destG, destB].enumerated() {
    let error = rows(srcARGB, plane, 4, flags, targetSize: 1) { source, target, width in
      for column in 0..<width { target[column] = source[4 * column + channel] }
    }
    if error != kvImageNoError { return error }
  }
  return kvImageNoError
}

/// Counts the values of an image of one channel.
///
/// - Parameter histogram: 256 numbers.
@discardableResult
public func vImageHistogramCalculation_Planar8(
  _ src: UnsafePointer<vImage_Buffer>, _ histogram: UnsafeMutablePointer<vImagePixelCount>, _ flags: vImage_Flags
) -> vImage_Error {
  histogram.update(repeating: 0, count: 256)
  return rows(src, src, 1, flags) { source, _, width in
    for column in 0..<width { histogram[Int(source[column])] += 1 }
  }
}
