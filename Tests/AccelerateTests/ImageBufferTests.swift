import Accelerate
import CoreGraphics
import Testing

/// vImage on small images, whose every pixel is known.
@Suite struct ImageBufferTests {
  private let none = vImage_Flags(kvImageNoFlags)

  @Test(arguments: [
    (kRotate0DegreesClockwise, 3, [1, 2, 3, 4, 5, 6]), (kRotate90DegreesClockwise, 2, [4, 1, 5, 2, 6, 3]),
    (kRotate180DegreesClockwise, 3, [6, 5, 4, 3, 2, 1]), (kRotate90DegreesCounterClockwise, 2, [3, 6, 2, 5, 1, 4]),
  ])
  func quarters_areExact(rotation: Int, width: Int, expected: [UInt8]) {
    let turned = target([1, 2, 3, 4, 5, 6], 3, 2, to: width, 6 / width) {
      vImageRotate90_Planar8(&$0, &$1, UInt8(rotation), 9, none)
    }
    #expect(turned == expected)
    let wide = target([1, 2, 3, 4, 5, 6].flatMap { [$0, 0, 0, 7] }, 3, 2, to: width, 6 / width, size: 4) {
      vImageRotate90_ARGB8888(&$0, &$1, UInt8(rotation), [0, 0, 0, 0], none)
    }
    #expect(wide == expected.flatMap { [$0, 0, 0, 7] })
  }

  @Test func largerTargets_haveTheColourAround() {
    let turned = target([1, 2], 2, 1, to: 3, 4) { vImageRotate90_Planar8(&$0, &$1, 3, 9, none) }
    #expect(turned == [9, 9, 9, 9, 1, 9, 9, 2, 9, 9, 9, 9])
  }

  @Test(arguments: [(0, 3, [1, 2, 3, 4, 5, 6]), (1, 2, [3, 6, 2, 5, 1, 4]), (2, 3, [6, 5, 4, 3, 2, 1])])
  func turnsByAngles_areThoseOfQuarters(quarters: Int, width: Int, expected: [UInt8]) {
    for edge in [kvImageBackgroundColorFill, kvImageEdgeExtend] {
      for quality in [kvImageNoFlags, kvImageHighQualityResampling] {
        let angle = Float(quarters) * .pi / 2
        let turned = target([1, 2, 3, 4, 5, 6], 3, 2, to: width, 6 / width) {
          vImageRotate_Planar8(&$0, &$1, nil, angle, 9, vImage_Flags(edge | quality))
        }
        #expect(turned == expected)
      }
    }
  }

  @Test func turnsByAngles_goToTheLeft_andShowTheColourAround() {
    // A bright upper right quarter of a large square comes to the top.
    let size = 41
    var source = [UInt8](repeating: 0, count: size * size)
    for y in 0..<size { for x in 0..<size where x > 20 && y < 20 { source[y * size + x] = 200 } }
    func turned(_ flag: Int, _ back: UInt8) -> [UInt8] {
      target(source.flatMap { [$0, 255, 0, 9] }, size, size, to: size, size, size: 4) {
        vImageRotate_ARGB8888(&$0, &$1, nil, .pi / 4, [back, 1, 2, 3], vImage_Flags(flag))
      }
    }
    func pixel(_ image: [UInt8], _ x: Int, _ y: Int) -> [UInt8] {
      Array(image[4 * (y * size + x)..<4 * (y * size + x) + 4])
    }
    let filled = turned(kvImageBackgroundColorFill, 77)
    #expect(pixel(filled, 20, 8) == [200, 255, 0, 9] && pixel(filled, 20, 32) == [0, 255, 0, 9])
    #expect(pixel(filled, 8, 20) == [0, 255, 0, 9] && pixel(filled, 0, 0) == [77, 1, 2, 3])
    #expect(pixel(turned(kvImageEdgeExtend, 77), 0, 0) == [0, 255, 0, 9])
    var (a, b) = (source, source)
    let error = withBuffer(&a, width: size, height: size, size: 1) { a in
      withBuffer(&b, width: size, height: size, size: 1) { vImageRotate_Planar8(&a, &$0, nil, 1, 0, none) }
    }
    #expect(error == kvImageInvalidEdgeStyle)
  }

  @Test func mirrors_areExact_inPlaceToo() {
    let horizontal = target([1, 2, 3, 4, 5, 6], 3, 2, to: 3, 2) { vImageHorizontalReflect_Planar8(&$0, &$1, none) }
    let vertical = target([1, 2, 3, 4, 5, 6], 2, 3, to: 2, 3) { vImageVerticalReflect_Planar8(&$0, &$1, none) }
    #expect(horizontal == [3, 2, 1, 6, 5, 4] && vertical == [5, 6, 3, 4, 1, 2])
    var bytes: [UInt8] = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
    withBuffer(&bytes, width: 3, height: 1, size: 4) { buffer in
      let same = buffer
      withUnsafePointer(to: same) { #expect(vImageHorizontalReflect_ARGB8888($0, &buffer, none) == kvImageNoError) }
    }
    #expect(bytes == [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1])
  }

  @Test func channels_areOrderedAnew() {
    let changed = target([1, 2, 3, 4, 5, 6, 7, 8], 2, 1, to: 2, 1, size: 4) {
      vImagePermuteChannels_ARGB8888(&$0, &$1, [3, 2, 1, 0], none)
    }
    #expect(changed == [4, 3, 2, 1, 8, 7, 6, 5])
    var bytes: [UInt8] = [0, 0, 0, 0]
    withBuffer(&bytes, width: 1, height: 1, size: 4) { buffer in
      let same = buffer
      withUnsafePointer(to: same) {
        #expect(vImagePermuteChannels_ARGB8888($0, &buffer, [0, 1, 2, 4], none) == kvImageInvalidParameter)
      }
    }
  }

  @Test func alpha_isMultipliedAndDivided_forEveryPair() {
    let all = (0...255).flatMap { a in (0...255).flatMap { c in [UInt8(a), UInt8(c), 0, UInt8(c)] as [UInt8] } }
    let multiplied = target(all, 256, 256, to: 256, 256, size: 4) { vImagePremultiplyData_ARGB8888(&$0, &$1, none) }
    let divided = target(multiplied, 256, 256, to: 256, 256, size: 4) {
      vImageUnpremultiplyData_ARGB8888(&$0, &$1, none)
    }
    for place in stride(from: 0, to: all.count, by: 4) {
      let (a, c) = (Int(all[place]), Int(all[place + 1]))
      let expected = (a * c + 127) / 255
      guard Int(multiplied[place + 1]) == expected, multiplied[place] == all[place],
        Int(divided[place + 3]) == (a == 0 ? 0 : min(255, (expected * 255 + a / 2) / a))
      else {
        Issue.record("alpha \(a), colour \(c): \(multiplied[place + 1]), \(divided[place + 3])")
        return
      }
    }
    let last = target([10, 20, 30, 128], 1, 1, to: 1, 1, size: 4) { vImagePremultiplyData_BGRA8888(&$0, &$1, none) }
    #expect(last == [5, 10, 15, 128])
  }

  @Test func scaling_keepsConstantsAndSizes_andIsAsLanczosByHand() {
    let flat = target([UInt8](repeating: 77, count: 35), 7, 5, to: 13, 3) { vImageScale_Planar8(&$0, &$1, nil, none) }
    #expect(flat.allSatisfy { $0 == 77 })
    let picture = (0..<48).map { UInt8($0 * 37 % 251) }
    #expect(target(picture, 4, 3, to: 4, 3, size: 4) { vImageScale_ARGB8888(&$0, &$1, nil, none) } == picture)
    // A step, twice as wide: weights of Lanczos' filter of three lobes at quarters.
    let step = target([0, 0, 0, 0, 200, 200, 200, 200], 8, 1, to: 16, 1) { vImageScale_Planar8(&$0, &$1, nil, none) }
    func lanczos(_ x: Double) -> Double {
      let angle = Double.pi * x
      return x == 0 ? 1 : abs(x) >= 3 ? 0 : 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
    for place in 0..<16 {
      let center = (Double(place) + 0.5) / 2 - 0.5
      let weights = (-8..<16).map { lanczos(Double($0) - center) }
      let high = zip(-8..<16, weights).filter { $0.0 >= 4 }.map(\.1).reduce(0, +)
      let value = min(max(200 * high / weights.reduce(0, +), 0), 255)
      #expect(abs(Double(step[place]) - value) <= 0.51, "\(place): \(step[place]), \(value)")
    }
    // Four lobes more reach further.
    let long = target([0, 0, 0, 0, 200, 200, 200, 200], 8, 1, to: 16, 1) {
      vImageScale_Planar8(&$0, &$1, nil, vImage_Flags(kvImageHighQualityResampling))
    }
    #expect(long != step)
  }

  @Test func buffersOfImages_areTheirPixels_andBack() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let context = try #require(
      CGContext(
        data: nil, width: 5, height: 3, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 3))
    let image = try #require(context.makeImage())
    let format = try #require(
      vImage_CGImageFormat(
        bitsPerComponent: 8, bitsPerPixel: 32, colorSpace: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue)))
    let buffer = try vImage_Buffer(cgImage: image, format: format)
    defer { buffer.free() }
    #expect(buffer.size == CGSize(width: 5, height: 3) && buffer.rowBytes >= 20)
    let first = (0..<4).map { buffer.data.load(fromByteOffset: $0, as: UInt8.self) }
    #expect(first[0] == 255 && abs(Int(first[1]) - 128) <= 2 && first[2] == 0 && first[3] == 128, "\(first)")
    let again = try buffer.createCGImage(format: format)
    #expect(again.width == 5 && again.height == 3 && again.alphaInfo == .last)
    // In its own format, an image is copied as it is.
    let own = try vImage_Buffer(cgImage: image)
    defer { own.free() }
    let data = try #require(image.dataProvider?.data)
    for row in 0..<3 {
      #expect(memcmp(own.data + row * own.rowBytes, data.bytes + row * image.bytesPerRow, 20) == 0)
    }
    #expect(throws: vImage.Error.self) { try vImage_Buffer(width: 0, height: 4, bitsPerPixel: 32) }
  }

  @Test func wrongBuffers_areErrors() {
    var (small, large) = ([UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 16))
    var empty = vImage_Buffer()
    withBuffer(&small, width: 2, height: 2, size: 1) { small in
      withBuffer(&large, width: 4, height: 4, size: 1) { large in
        #expect(vImageVerticalReflect_Planar8(&small, &large, none) == kvImageRoiLargerThanInputBuffer)
        #expect(vImageScale_Planar8(&empty, &large, nil, none) == kvImageNullPointerArgument)
        large.rowBytes = 3
        #expect(vImageScale_Planar8(&small, &large, nil, none) == kvImageInvalidRowBytes)
        #expect(
          vImageScale_Planar8(&small, &large, nil, vImage_Flags(kvImageGetTempBufferSize)) == 0)
      }
    }
    #expect(vImage.Error(vImageError: kvImageInvalidParameter) == .invalidParameter)
  }

  @Test func planes_areJoinedSeparatedAndCounted() {
    var pixels: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    var planes = [[UInt8]](repeating: [0, 0], count: 4)
    withBuffer(&pixels, width: 2, height: 1, size: 4) { source in
      withBuffer(&planes[0], width: 2, height: 1, size: 1) { a in
        #expect(vImageConvert_ARGB8888toPlanar8(&source, &a, &a, &a, &a, none) == kvImageNoError)
      }
    }
    // Each plane went into the same memory: the last one stays.
    #expect(planes[0] == [4, 8])
    var counts = [vImagePixelCount](repeating: 1, count: 256)
    withBuffer(&planes[0], width: 2, height: 1, size: 1) { plane in
      #expect(vImageHistogramCalculation_Planar8(&plane, &counts, none) == kvImageNoError)
    }
    #expect(counts[4] == 1 && counts[8] == 1 && counts.reduce(0, +) == 2)
  }
}
