import Foundation

// Turning and mirroring, exact; and scaling.

/// No rotation.
public var kRotate0DegreesClockwise: Int { 0 }
/// A quarter to the right.
public var kRotate90DegreesClockwise: Int { 3 }
/// A half.
public var kRotate180DegreesClockwise: Int { 2 }
/// Three quarters to the right.
public var kRotate270DegreesClockwise: Int { 1 }
/// No rotation.
public var kRotate0DegreesCounterClockwise: Int { 0 }
/// A quarter to the left.
public var kRotate90DegreesCounterClockwise: Int { 1 }
/// A half.
public var kRotate180DegreesCounterClockwise: Int { 2 }
/// Three quarters to the left.
public var kRotate270DegreesCounterClockwise: Int { 3 }

// MARK: Quarters

/// Turns an image of one channel by quarters; a target of another size than the turned source shows its middle, with a
/// colour around it.
@discardableResult
public func vImageRotate90_Planar8(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotationConstant: UInt8,
  _ backColor: Pixel_8, _ flags: vImage_Flags
) -> vImage_Error {
  turn(src, dest, rotationConstant, backColor, flags)
}

/// Turns an image of four channels by quarters; a target of another size than the turned source shows its middle, with a
/// colour around it.
///
/// - Parameter backColor: Four bytes in the order of the image's.
@discardableResult
public func vImageRotate90_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotationConstant: UInt8,
  _ backColor: UnsafePointer<UInt8>, _ flags: vImage_Flags
) -> vImage_Error {
  turn(src, dest, rotationConstant, UnsafeRawPointer(backColor).loadUnaligned(as: UInt32.self), flags)
}

private func turn<Pixel: BitwiseCopyable>(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ rotation: UInt8, _ back: Pixel,
  _ flags: vImage_Flags
) -> vImage_Error {
  if flags.has(kvImageGetTempBufferSize) { return 0 }
  let size = MemoryLayout<Pixel>.size
  let (pair, error) = BufferPair.make(src, dest, size, size, sameSize: false)
  guard let pair else { return error }
  guard rotation < 4 else { return kvImageInvalidParameter }
  guard pair.source.data != pair.target.data else { return kvImageOutOfPlaceOperationRequired }
  let (width, height) = (Int(pair.source.width), Int(pair.source.height))
  let (turnedWidth, turnedHeight) = rotation & 1 == 0 ? (width, height) : (height, width)
  let (left, top) = ((pair.width - turnedWidth) / 2, (pair.height - turnedHeight) / 2)
  for row in 0..<pair.height {
    let target = UnsafeMutableRawPointer(pair.targetRow(row))
    for column in 0..<pair.width {
      let (x, y) = (column - left, row - top)
      var pixel = back
      if x >= 0, y >= 0, x < turnedWidth, y < turnedHeight {
        let (sourceX, sourceY) =
          switch rotation {
          case 1: (width - 1 - y, x)
          case 2: (width - 1 - x, height - 1 - y)
          case 3: (y, height - 1 - x)
          default: (x, y)
          }
        pixel = UnsafeRawPointer(pair.sourceRow(sourceY)).loadUnaligned(
          fromByteOffset: sourceX * size, as: Pixel.self)
      }
      target.storeBytes(of: pixel, toByteOffset: column * size, as: Pixel.self)
    }
  }
  return kvImageNoError
}

// MARK: Mirrors

/// Exchanges left and right of an image of one channel.
@discardableResult
public func vImageHorizontalReflect_Planar8(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error { mirror(src, dest, UInt8.self, flags, isVertical: false) }

/// Exchanges left and right of an image of four channels.
@discardableResult
public func vImageHorizontalReflect_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error { mirror(src, dest, UInt32.self, flags, isVertical: false) }

/// Exchanges top and bottom of an image of one channel.
@discardableResult
public func vImageVerticalReflect_Planar8(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error { mirror(src, dest, UInt8.self, flags, isVertical: true) }

/// Exchanges top and bottom of an image of four channels.
@discardableResult
public func vImageVerticalReflect_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error { mirror(src, dest, UInt32.self, flags, isVertical: true) }

private func mirror<Pixel: BitwiseCopyable>(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ type: Pixel.Type,
  _ flags: vImage_Flags, isVertical: Bool
) -> vImage_Error {
  if flags.has(kvImageGetTempBufferSize) { return 0 }
  let size = MemoryLayout<Pixel>.size
  let (pair, error) = BufferPair.make(src, dest, size, size)
  guard let pair else { return error }
  let (width, height) = (pair.width, pair.height)
  // Two pixels at a time, so that source and target may be the same.
  for row in 0..<(isVertical ? (height + 1) / 2 : height) {
    let other = isVertical ? height - 1 - row : row
    let (a, b) = (UnsafeRawPointer(pair.sourceRow(row)), UnsafeRawPointer(pair.sourceRow(other)))
    let (c, d) = (UnsafeMutableRawPointer(pair.targetRow(row)), UnsafeMutableRawPointer(pair.targetRow(other)))
    for column in 0..<(isVertical ? width : (width + 1) / 2) {
      let (near, far) = (column * size, (isVertical ? column : width - 1 - column) * size)
      let first = a.loadUnaligned(fromByteOffset: near, as: Pixel.self)
      let second = b.loadUnaligned(fromByteOffset: far, as: Pixel.self)
      c.storeBytes(of: second, toByteOffset: near, as: Pixel.self)
      d.storeBytes(of: first, toByteOffset: far, as: Pixel.self)
    }
  }
  return kvImageNoError
}

// MARK: Scaling

/// Scales an image of one channel of 8 bits to the size of the target; see `vImageScale_ARGB8888`.
@discardableResult
public func vImageScale_Planar8(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer?,
  _ flags: vImage_Flags
) -> vImage_Error { scale(src, dest, channels: 1, UInt8.self, flags) }

/// Scales an image of one channel in floating point to the size of the target; see `vImageScale_ARGB8888`.
@discardableResult
public func vImageScale_PlanarF(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer?,
  _ flags: vImage_Flags
) -> vImage_Error { scale(src, dest, channels: 1, Float.self, flags) }

/// Scales an image of four channels of 8 bits, in any order, to the size of the target.
///
/// With Lanczos' filter of three lobes, with `kvImageHighQualityResampling` of five, as Apple's; edges are extended. Apple
/// documents no numbers: results differ from its own by rounding.
///
/// - Parameter tempBuffer: Not used; may be nil.
@discardableResult
public func vImageScale_ARGB8888(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ tempBuffer: UnsafeMutableRawPointer?,
  _ flags: vImage_Flags
) -> vImage_Error { scale(src, dest, channels: 4, UInt8.self, flags) }

private protocol ScaledValue: BitwiseCopyable {
  init(rounding value: Float)
  var number: Float { get }
}

extension UInt8: ScaledValue {
  fileprivate init(rounding value: Float) { self = UInt8(Swift.min(Swift.max(value, 0), 255).rounded()) }
  fileprivate var number: Float { Float(self) }
}

extension Float: ScaledValue {
  fileprivate init(rounding value: Float) { self = value }
  fileprivate var number: Float { self }
}

/// The source values of each value of a row or a column, and their weights.
private struct ScalingFilter {
  let length: Int
  private(set) var starts: [Int] = []
  private(set) var weights: [Float] = []

  init(from source: Int, to target: Int, lobes: Double) {
    let ratio = Double(source) / Double(target)
    // Of images that become smaller, each pixel is made of more.
    let width = max(1, ratio)
    let radius = lobes * width
    length = min(source, Int((2 * radius).rounded(.up)) + 1)
    for place in 0..<target {
      let center = (Double(place) + 0.5) * ratio - 0.5
      let start = min(max(0, Int((center - radius).rounded(.up))), source - length)
      var own = [Double](repeating: 0, count: length)
      let first = Int((center - radius).rounded(.up))
      for index in first...max(first, Int((center + radius).rounded(.down))) {
        // Pixels outside are those of the edge.
        own[min(max(index, 0), source - 1) - start] += lanczos((Double(index) - center) / width, lobes)
      }
      let sum = own.reduce(0, +)
      starts.append(start)
      weights += own.map { Float($0 / sum) }
    }
  }
}

private func scale<Value: ScaledValue>(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, channels: Int, _ type: Value.Type,
  _ flags: vImage_Flags
) -> vImage_Error {
  if flags.has(kvImageGetTempBufferSize) { return 0 }
  let size = channels * MemoryLayout<Value>.size
  let (pair, error) = BufferPair.make(src, dest, size, size, sameSize: false)
  guard let pair else { return error }
  let (width, height) = (Int(pair.source.width), Int(pair.source.height))
  guard width > 0, height > 0, pair.width > 0, pair.height > 0 else { return kvImageInvalidParameter }
  let lobes: Double = flags.has(kvImageHighQualityResampling) ? 5 : 3
  let across = ScalingFilter(from: width, to: pair.width, lobes: lobes)
  let down = ScalingFilter(from: height, to: pair.height, lobes: lobes)
  let count = pair.width * channels
  // The scaled rows that the next rows of the target need, by their number.
  var kept: [Int: [Float]] = [:]
  for row in 0..<pair.height {
    let start = down.starts[row]
    for old in kept.keys where old < start { kept[old] = nil }
    var sums = [Float](repeating: 0, count: count)
    for tap in 0..<down.length {
      let weight = down.weights[row * down.length + tap]
      guard weight != 0 else { continue }
      let line = kept[start + tap] ?? across.scaled(pair.sourceRow(start + tap), channels, pair.width, Value.self)
      kept[start + tap] = line
      for index in 0..<count { sums[index] += weight * line[index] }
    }
    let target = UnsafeMutableRawPointer(pair.targetRow(row)).assumingMemoryBound(to: Value.self)
    for index in 0..<count { target[index] = Value(rounding: sums[index]) }
  }
  return kvImageNoError
}

extension ScalingFilter {
  /// Returns a row in the target's width.
  func scaled<Value: ScaledValue>(
    _ row: UnsafeMutablePointer<UInt8>, _ channels: Int, _ width: Int, _ type: Value.Type
  ) -> [Float] {
    let source = UnsafeMutableRawPointer(row).assumingMemoryBound(to: Value.self)
    return [Float](unsafeUninitializedCapacity: width * channels) { result, count in
      for place in 0..<width {
        for channel in 0..<channels {
          var sum: Float = 0
          for tap in 0..<length {
            sum += weights[place * length + tap] * source[(starts[place] + tap) * channels + channel].number
          }
          result[place * channels + channel] = sum
        }
      }
      count = width * channels
    }
  }
}
