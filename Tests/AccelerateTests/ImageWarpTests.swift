import Accelerate
import Testing

/// vImage's affine transforms, judged by their definition in its documentation and by its other calls.
@Suite struct ImageWarpTests {
  private static let identity = vImage_AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  private let fill = vImage_Flags(kvImageBackgroundColorFill)
  private let extend = vImage_Flags(kvImageEdgeExtend)

  @Test func transforms_thatMapPixelsToPixels_areExact() {
    for flags in [fill, extend, fill | vImage_Flags(kvImageHighQualityResampling)] {
      func warped(_ transform: vImage_AffineTransform, to width: Int) -> [UInt8] {
        var transform = transform
        let plane = target([1, 2, 3, 4, 5, 6], 3, 2, to: width, 6 / width) {
          vImageAffineWarp_Planar8(&$0, &$1, nil, &transform, 9, flags)
        }
        let pixels = target([1, 2, 3, 4, 5, 6].flatMap { [$0, 0, 0, 7] }, 3, 2, to: width, 6 / width, size: 4) {
          vImageAffineWarp_ARGB8888(&$0, &$1, nil, &transform, [9, 0, 0, 7], flags)
        }
        #expect(pixels == plane.flatMap { [$0, 0, 0, 7] })
        return plane
      }
      #expect(warped(Self.identity, to: 3) == [1, 2, 3, 4, 5, 6])
      // To the right and up.
      let moved = vImage_AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 1, ty: 1)
      #expect(warped(moved, to: 3) == (flags == extend ? [4, 4, 5, 4, 4, 5] : [9, 4, 5, 9, 9, 9]))
      // A quarter to the left, around the lower left corner, and back to the right.
      let turned = vImage_AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 2, ty: 0)
      #expect(warped(turned, to: 2) == [3, 6, 2, 5, 1, 4])
      let mirrored = vImage_AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 3, ty: 0)
      #expect(warped(mirrored, to: 3) == [3, 2, 1, 6, 5, 4])
    }
  }

  @Test(arguments: [
    vImage_AffineTransform(a: 1.5, b: 0.25, c: -0.5, d: 1.25, tx: 12, ty: -4),
    vImage_AffineTransform(a: 0.5, b: -0.5, c: 0.75, d: 0.25, tx: 5, ty: 30),
  ])
  func points_areWhereTheTransformMapsThem(transform: vImage_AffineTransform) {
    // A bright square around a point, whose coordinates count from the lower left corner.
    let (size, targetSize) = (40, 60)
    let (x, y): (Float, Float) = (24, 15)
    var source = [UInt8](repeating: 50, count: size * size)
    for row in 0..<size {
      for column in 0..<size where abs(Float(column) + 0.5 - x) < 6 && abs(Float(size - row) - 0.5 - y) < 6 {
        source[row * size + column] = 200
      }
    }
    var t = transform
    let warped = target(source, size, size, to: targetSize, targetSize) {
      vImageAffineWarp_Planar8(&$0, &$1, nil, &t, 10, fill)
    }
    func value(_ x: Float, _ y: Float) -> UInt8? {
      let (x, y) = (t.a * x + t.c * y + t.tx, t.b * x + t.d * y + t.ty)
      let (column, row) = (Int(x.rounded(.down)), targetSize - 1 - Int(y.rounded(.down)))
      return (0..<targetSize).contains(column) && (0..<targetSize).contains(row)
        ? warped[row * targetSize + column] : nil
    }
    func isNear(_ value: UInt8?, _ expected: Int) -> Bool { value.map { abs(Int($0) - expected) <= 12 } ?? false }
    #expect(isNear(value(x, y), 200))
    for (dx, dy): (Float, Float) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
      #expect(isNear(value(x + 3 * dx, y + 3 * dy), 200) && isNear(value(x + 10 * dx, y + 10 * dy), 50))
    }
    #expect(warped.contains(10))
  }

  @Test(arguments: [(13, 6), (16, 12), (4, 3), (2, 5)])
  func scalingTransforms_areAsTheScalingCalls(width: Int, height: Int) {
    let image = (0..<96).map { UInt8($0 * 37 % 251) }
    var transform = vImage_AffineTransform(
      a: Float(width) / 8, b: 0, c: 0, d: Float(height) / 12, tx: 0, ty: 0)
    let warped = target(image, 8, 12, to: width, height) {
      vImageAffineWarp_Planar8(&$0, &$1, nil, &transform, 0, extend)
    }
    let scaled = target(image, 8, 12, to: width, height) { vImageScale_Planar8(&$0, &$1, nil, 0) }
    #expect(zip(warped, scaled).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(warped), \(scaled)")
  }

  @Test func smallerImages_haveTheColourAround() {
    var transform = vImage_AffineTransform(a: 0.25, b: 0, c: 0, d: 0.25, tx: 0, ty: 4)
    let warped = target([UInt8](repeating: 77, count: 32 * 16), 32, 16, to: 8, 12) {
      vImageAffineWarp_Planar8(&$0, &$1, nil, &transform, 77, fill)
    }
    #expect(warped.allSatisfy { $0 == 77 })
    let other = target([UInt8](repeating: 77, count: 32 * 16), 32, 16, to: 8, 12) {
      vImageAffineWarp_Planar8(&$0, &$1, nil, &transform, 20, fill)
    }
    // Three pixels and more away from an edge there is one colour.
    #expect(other[8 * 0..<8 * 1].allSatisfy { $0 == 20 } && other[8 * 11..<8 * 12].allSatisfy { $0 == 20 })
    #expect(abs(Int(other[8 * 5 + 4]) - 77) <= 8 && abs(Int(other[8 * 6 + 3]) - 77) <= 8)
    // However small it becomes, the call ends.
    transform = vImage_AffineTransform(a: 1e-9, b: 1e-9, c: -1e-9, d: 1e-9, tx: 1e9, ty: -1e9)
    let none = target([1, 2, 3, 4], 2, 2, to: 2, 1) { vImageAffineWarp_Planar8(&$0, &$1, nil, &transform, 9, fill) }
    #expect(none == [9, 9])
  }

  @Test func wrongCalls_areErrors() {
    var (source, memory): ([UInt8], [UInt8]) = ([1, 2, 3, 4], [0, 0, 0, 0])
    var transform = Self.identity
    withBuffer(&source, width: 1, height: 1, size: 4) { source in
      withBuffer(&memory, width: 1, height: 1, size: 4) { target in
        func error(_ color: [UInt8]?, _ flags: Int) -> vImage_Error {
          let flags = vImage_Flags(flags)
          guard let color else { return vImageAffineWarp_ARGB8888(&source, &target, nil, &transform, nil, flags) }
          return vImageAffineWarp_ARGB8888(&source, &target, nil, &transform, color, flags)
        }
        let color: [UInt8] = [0, 0, 0, 0]
        #expect(error(color, kvImageNoFlags) == kvImageInvalidEdgeStyle)
        #expect(error(color, kvImageBackgroundColorFill | kvImageEdgeExtend) == kvImageInvalidEdgeStyle)
        #expect(error(nil, kvImageBackgroundColorFill) == kvImageNullPointerArgument)
        #expect(error(nil, kvImageEdgeExtend) == kvImageNoError)
        #expect(error(nil, kvImageBackgroundColorFill | kvImageGetTempBufferSize) == 0)
        transform = vImage_AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0)
        #expect(error(color, kvImageEdgeExtend) == kvImageInvalidParameter)
        transform = vImage_AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        #expect(error(color, kvImageEdgeExtend) == kvImageInvalidParameter)
      }
    }
  }
}
