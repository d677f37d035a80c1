import CoreGraphics
import Foundation
import Testing

/// The pixel layouts of bitmap contexts, by name.
private let layouts: [(name: String, info: UInt32)] = [
  ("BGRA", CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue),
  ("ARGB", CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Big.rawValue),
  ("ARGB", CGImageAlphaInfo.premultipliedFirst.rawValue),
  ("RGBA", CGImageAlphaInfo.premultipliedLast.rawValue),
  ("ABGR", CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.byteOrder32Little.rawValue),
  ("XRGB", CGImageAlphaInfo.noneSkipFirst.rawValue),
  ("RGBX", CGImageAlphaInfo.noneSkipLast.rawValue),
  ("BGRX", CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue),
]

func makeContext(_ width: Int, _ height: Int, _ info: UInt32 = CGImageAlphaInfo.premultipliedLast.rawValue) -> CGContext
{
  CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info)!
}

/// Returns the bytes of a pixel, rows counted from the top.
func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
  let size = context.bitsPerPixel / 8
  let start = context.data! + y * context.bytesPerRow + x * size
  return Array(UnsafeRawBufferPointer(start: start, count: size))
}

@Suite("Bitmap contexts draw into the caller's memory")
struct CGContextTests {
  @Test("every layout has its components where its name says", arguments: layouts.indices)
  func components(of index: Int) {
    let (name, info) = layouts[index]
    let context = makeContext(4, 4, info)
    context.setFillColor(red: 1, green: 0.6, blue: 0.2, alpha: 1)
    context.fill(CGRect(x: 1, y: 1, width: 2, height: 2))
    let values: [Character: UInt8] = ["R": 255, "G": 153, "B": 51, "A": 255]
    let painted = pixel(context, 1, 1)
    for (letter, byte) in zip(name, painted) where letter != "X" {
      #expect(byte == values[letter], "\(letter) of \(name)")
    }
    #expect(pixel(context, 0, 0).allSatisfy { $0 == 0 } || name.contains("X"))
  }

  @Test("the origin is the lower left corner")
  func origin() {
    let context = makeContext(4, 4)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel(context, 0, 3) == [255, 255, 255, 255])
    #expect(pixel(context, 0, 0) == [0, 0, 0, 0])
    #expect(context.ctm == .identity)
  }

  @Test("the guide's way from a locked pixel buffer to an image, whose copy survives")
  func imageFromMemory() throws {
    // Two pixels a row, and padding bytes.
    var bytes: [UInt8] = [
      10, 20, 30, 255, 40, 50, 60, 255, 9, 9, 9, 9,
      70, 80, 90, 255, 0, 0, 0, 0, 9, 9, 9, 9,
    ]
    let image = try bytes.withUnsafeMutableBytes { memory in
      let context = try #require(
        CGContext(
          data: memory.baseAddress, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 12,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue))
      return try #require(context.makeImage())
    }
    bytes[0] = 99
    #expect(image.width == 2 && image.height == 2 && image.bytesPerRow == 12 && image.bitsPerPixel == 32)
    #expect(image.alphaInfo == .premultipliedFirst)
    let context = makeContext(2, 2)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(pixel(context, 0, 0) == [30, 20, 10, 255])
    #expect(pixel(context, 1, 0) == [60, 50, 40, 255])
    #expect(pixel(context, 0, 1) == [90, 80, 70, 255])
    #expect(pixel(context, 1, 1) == [0, 0, 0, 0])
  }

  @Test("drawing is written through to memory that was changed between calls", arguments: [0, 1, 3])
  func sharedMemory(layout index: Int) {
    let context = makeContext(3, 3, layouts[index].info)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 3, height: 3))
    memset(context.data!, 0, context.bytesPerRow * 3)
    context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
    #expect(pixel(context, 0, 0) == [0, 0, 0, 0])
    #expect(pixel(context, 1, 1) == [255, 255, 255, 255])
  }

  @Test("a picture is scaled: exact with 'none', blended with 'low', averaged when shrunk")
  func scaling() throws {
    let source = makeContext(2, 1)
    source.setFillColor(gray: 1, alpha: 1)
    source.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    source.setFillColor(gray: 0, alpha: 1)
    source.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let image = try #require(source.makeImage())

    let large = makeContext(8, 4)
    large.interpolationQuality = .none
    large.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 4))
    #expect((0..<8).map { pixel(large, $0, 2)[0] } == [0, 0, 0, 0, 255, 255, 255, 255])
    large.interpolationQuality = .low
    large.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 4))
    let row = (0..<8).map { pixel(large, $0, 2)[0] }
    #expect(row == row.sorted() && row.first == 0 && row.last == 255 && Set(row).count > 3)
    #expect((0..<8).allSatisfy { pixel(large, $0, 0)[3] == 255 }, "edges stay opaque")

    let small = makeContext(1, 1)
    small.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect((120...135).contains(pixel(small, 0, 0)[0]))
  }

  @Test("transforms, clips and saved states nest")
  func state() {
    let context = makeContext(10, 10)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.saveGState()
    context.translateBy(x: 2, y: 2)
    context.scaleBy(x: 2, y: 2)
    context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 1, height: 1))
    context.restoreGState()
    context.restoreGState()
    #expect(pixel(context, 3, 6) == [0, 255, 0, 255])
    #expect(pixel(context, 4, 6) == [0, 0, 0, 0])
    context.fill(CGRect(x: 9, y: 0, width: 1, height: 1))
    #expect(pixel(context, 9, 9) == [255, 0, 0, 255])
  }

  @Test("alpha, blending and clearing")
  func blending() {
    let context = makeContext(2, 1)
    let all = CGRect(x: 0, y: 0, width: 2, height: 1)
    context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    context.fill(all)
    context.setAlpha(0.5)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel(context, 0, 0) == [128, 0, 127, 255])
    context.setAlpha(1)
    context.setBlendMode(.destinationIn)
    context.setFillColor(gray: 0, alpha: 0)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel(context, 0, 0) == [0, 0, 0, 0])
    #expect(pixel(context, 1, 0) == [0, 0, 255, 255], "outside the shape nothing changes")
    context.clear(all)
    #expect(pixel(context, 1, 0) == [0, 0, 0, 0])
  }

  @Test("a layer is drawn as a whole")
  func layers() {
    for (_, info) in [layouts[0], layouts[1]] {
      let context = makeContext(3, 1, info)
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(gray: 1, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
      context.saveGState()
      context.fill(CGRect(x: 1, y: 0, width: 2, height: 1))
      context.endTransparencyLayer()
      context.endTransparencyLayer()
      #expect((0..<3).allSatisfy { pixel(context, $0, 0) == [128, 128, 128, 128] })
      #expect(context.makeImage() != nil)
    }
  }

  @Test("gray and alpha-only contexts")
  func singleComponents() throws {
    let gray = try #require(
      CGContext(
        data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.none.rawValue))
    gray.setFillColor(gray: 0.5, alpha: 1)
    gray.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    gray.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    gray.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(pixel(gray, 0, 0) == [128])
    #expect(pixel(gray, 1, 0)[0] > 180, "green is light")
    let alpha = try #require(
      CGContext(
        data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.alphaOnly.rawValue))
    alpha.setFillColor(gray: 1, alpha: 0.5)
    alpha.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel(alpha, 0, 0) == [128] && pixel(alpha, 1, 0) == [0])
  }

  @Test("nothing that is passed ends the process")
  func hostileArguments() {
    let rgb = CGColorSpaceCreateDeviceRGB()
    func make(_ width: Int, _ height: Int, _ bits: Int = 8, _ row: Int = 0, _ info: UInt32 = 1) -> CGContext? {
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: row, space: rgb, bitmapInfo: info)
    }
    #expect(make(0, 1) == nil && make(-1, 1) == nil && make(.max, .max) == nil && make(40_000, 1) == nil)
    #expect(make(4, 4, 8, 8) == nil && make(4, 4, 8, .max) == nil && make(4, 4, 8, -16) == nil)
    #expect(make(4, 4, 16) == nil && make(4, 4, 8, 0, 3) == nil && make(4, 4, 8, 0, 0xFFFF_FFFF) == nil)

    let context = makeContext(4, 4)
    let values: [CGFloat] = [0, -1, 1e300, -.infinity, .infinity, .nan]
    for x in values {
      for y in values {
        let rect = CGRect(x: x, y: y, width: y, height: x)
        context.fill(rect)
        context.clear(rect)
        context.stroke(rect)
        context.fillEllipse(in: rect)
        context.addArc(center: CGPoint(x: x, y: y), radius: y, startAngle: x, endAngle: y, clockwise: true)
        context.strokePath()
        context.setLineWidth(x)
        context.setMiterLimit(y)
        context.setLineDash(phase: x, lengths: [x, y])
        context.saveGState()
        context.clip(to: rect)
        context.translateBy(x: x, y: y)
        context.scaleBy(x: x, y: y)
        context.fill(rect)
        context.restoreGState()
      }
    }
    context.draw(context.makeImage()!, in: .infinite)
    context.draw(context.makeImage()!, in: .null)
    context.setFillColor(red: .nan, green: 2, blue: -1, alpha: 1)
    context.setBlendMode(.copy)
    context.fill(.infinite)
    #expect(pixel(context, 2, 2) == [0, 255, 0, 255], "and drawing still works")
  }

  @Test("a release callback is called once, when the context goes")
  func release() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    do {
      let context = CGContext(
        data: memory, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 16, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue,
        releaseCallback: { info, data in
          info!.assumingMemoryBound(to: Int.self).pointee += 1
          data!.deallocate()
        }, releaseInfo: count)
      #expect(context != nil && count.pointee == 0)
    }
    #expect(count.pointee == 1)
    count.deallocate()
  }
}
