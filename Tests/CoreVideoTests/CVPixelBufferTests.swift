import CoreGraphics
import Foundation
import Testing

@testable import CoreVideo

func makeBuffer(
  _ width: Int, _ height: Int, _ format: OSType, _ attributes: CFDictionary? = nil
) -> CVPixelBuffer? {
  var buffer: CVPixelBuffer?
  let code = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes, &buffer)
  #expect((code == kCVReturnSuccess) == (buffer != nil))
  return buffer
}

@Suite("Pixel buffers that own their pixels")
struct CVPixelBufferTests {
  @Test("every format can be created, its planes big enough and apart", arguments: PixelFormat.all)
  func everyFormat(type: OSType) throws {
    for (width, height) in [(64, 48), (1, 1), (7, 5)] {
      let buffer = try #require(makeBuffer(width, height, type))
      #expect(CVPixelBufferGetPixelFormatType(buffer) == type)
      buffer.withMutablePixels { planes in
        for (index, plane) in planes.enumerated() {
          #expect(plane.bytesPerRow % 64 == 0 && plane.bytesPerRow >= plane.rowByteCount)
          for y in 0..<plane.height {
            plane[row: y].copyBytes(from: repeatElement(UInt8(index + 1), count: plane.rowByteCount))
          }
        }
      }
      buffer.withPixels { planes in
        for (index, plane) in planes.enumerated() {
          for y in 0..<plane.height { #expect(plane[row: y].allSatisfy { $0 == index + 1 }) }
          #expect(plane[row: plane.height].isEmpty && plane[row: -1].isEmpty)
        }
      }
    }
  }

  @Test("4:2:0 in two planes: sizes round up, rows are padded, the base address is a table")
  func biPlanar() throws {
    let buffer = try #require(makeBuffer(101, 51, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange))
    #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 51 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 26)
    #expect(
      CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 128 && CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) == 128)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 2) == nil && CVPixelBufferGetWidthOfPlane(buffer, -1) == 0)
    #expect(CVPixelBufferGetBytesPerRow(buffer) * 51 >= CVPixelBufferGetDataSize(buffer))
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let offset = Int(Int32(bigEndian: base.load(fromByteOffset: 8, as: Int32.self)))
    #expect(base + offset == CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
  }

  @Test("packed formats have no planes; pairs and groups of pixels are whole")
  func packed() throws {
    let buffer = try #require(makeBuffer(33, 2, kCVPixelFormatType_32BGRA))
    #expect(CVPixelBufferGetPlaneCount(buffer) == 0 && CVPixelBufferGetBytesPerRow(buffer) == 192)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil && CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 0)
    #expect(kCVPixelFormatType_422YpCbCr8 == 0x3276_7579, "'2vuy'")
    let bytes = [kCVPixelBufferBytesPerRowAlignmentKey: 1] as CFDictionary
    #expect(CVPixelBufferGetBytesPerRow(try #require(makeBuffer(3, 1, kCVPixelFormatType_422YpCbCr8, bytes))) == 8)
    #expect(CVPixelBufferGetBytesPerRow(try #require(makeBuffer(49, 1, kCVPixelFormatType_422YpCbCr10, bytes))) == 256)
  }

  @Test("attributes as ported code writes them; compatibility keys have no effect")
  func attributes() throws {
    let attributes =
      [
        kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue!,
        kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue!,
        kCVPixelBufferIOSurfacePropertiesKey: [:] as [String: Any],
        kCVPixelBufferMetalCompatibilityKey: true,
        kCVPixelBufferWidthKey: 640,
      ] as CFDictionary
    let buffer = try #require(makeBuffer(32, 32, kCVPixelFormatType_32ARGB, attributes))
    let copy = try #require(CVPixelBufferCopyCreationAttributes(buffer) as? [String: Any])
    #expect(copy[kCVPixelBufferWidthKey as String] as? Int == 32)
    #expect(copy[kCVPixelBufferMetalCompatibilityKey as String] as? Bool == true)
  }

  @Test("hostile sizes and attributes are codes, never traps")
  func hostile() {
    var buffer: CVPixelBuffer?
    func code(_ width: Int, _ height: Int, _ type: OSType, _ attributes: CFDictionary? = nil) -> CVReturn {
      CVPixelBufferCreate(nil, width, height, type, attributes, &buffer)
    }
    let bgra = kCVPixelFormatType_32BGRA
    #expect(code(0, 1, bgra) == kCVReturnInvalidSize && code(1, -1, bgra) == kCVReturnInvalidSize)
    for type in PixelFormat.all {
      #expect(code(.max, .max, type) == kCVReturnInvalidSize && code(.max, 1, type) == kCVReturnInvalidSize)
      #expect(code(1 << 31, 1 << 31, type) != kCVReturnSuccess)
    }
    #expect(code(1, 1, 0) == kCVReturnInvalidPixelFormat)
    let bad: [(CFString, Any)] = [
      (kCVPixelBufferBytesPerRowAlignmentKey, 3), (kCVPixelBufferBytesPerRowAlignmentKey, -4),
      (kCVPixelBufferPlaneAlignmentKey, Int.max), (kCVPixelBufferExtendedPixelsTopKey, -1),
      (kCVPixelBufferWidthKey, "wide"), (kCVPixelBufferExtendedPixelsLeftKey, Double.nan),
    ]
    for (key, value) in bad {
      #expect(code(4, 4, bgra, [key: value] as CFDictionary) == kCVReturnInvalidPixelBufferAttributes)
    }
    let padded = [kCVPixelBufferExtendedPixelsLeftKey: Int32.max, kCVPixelBufferExtendedPixelsTopKey: Int32.max]
    #expect(code(4, 4, bgra, padded as CFDictionary) != kCVReturnSuccess)
    #expect(buffer == nil)
  }

  @Test("padding around the picture is filled from its edge", arguments: PixelFormat.all)
  func extendedPixels(type: OSType) throws {
    let attributes =
      [
        kCVPixelBufferExtendedPixelsLeftKey: 4, kCVPixelBufferExtendedPixelsRightKey: 2,
        kCVPixelBufferExtendedPixelsTopKey: 2, kCVPixelBufferExtendedPixelsBottomKey: 6,
      ] as CFDictionary
    let buffer = try #require(makeBuffer(12, 4, type, attributes))
    buffer.withMutablePixels { planes in
      for plane in planes {
        for y in 0..<plane.height { plane[row: y].copyBytes(from: repeatElement(7, count: plane.rowByteCount)) }
      }
    }
    #expect(CVPixelBufferFillExtendedPixels(buffer) == kCVReturnSuccess)
    var (left, right, top, bottom) = (0, 0, 0, 0)
    CVPixelBufferGetExtendedPixels(buffer, &left, &right, &top, &bottom)
    #expect((left, right, top, bottom) == (4, 2, 2, 6))
    buffer.withPixels { planes in
      let last = planes[planes.count - 1]
      #expect((last.baseAddress - 1).load(as: UInt8.self) == 7)
      #expect((last.baseAddress - last.bytesPerRow).load(as: UInt8.self) == 7)
      #expect((last.baseAddress + last.height * last.bytesPerRow + last.rowByteCount - 1).load(as: UInt8.self) == 7)
    }
  }

  @Test("locks nest and must be undone with the same flags")
  func locks() throws {
    let buffer = try #require(makeBuffer(2, 2, kCVPixelFormatType_32BGRA))
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 2)) == kCVReturnInvalidArgument)
  }

  @Test(
    "a context draws an image straight into a locked buffer",
    arguments: [
      (kCVPixelFormatType_32BGRA, CGBitmapInfo.byteOrder32Little.rawValue, [51, 102, 255, 255] as [UInt8]),
      (kCVPixelFormatType_32ARGB, CGBitmapInfo.byteOrder32Big.rawValue, [255, 255, 102, 51]),
    ])
  func drawing(type: OSType, order: UInt32, expected: [UInt8]) throws {
    let pixelBuffer = try #require(makeBuffer(5, 4, type))
    CVPixelBufferLockBaseAddress(pixelBuffer, [])
    let context = try #require(
      CGContext(
        data: CVPixelBufferGetBaseAddress(pixelBuffer), width: CVPixelBufferGetWidth(pixelBuffer),
        height: CVPixelBufferGetHeight(pixelBuffer), bitsPerComponent: 8,
        bytesPerRow: CVPixelBufferGetBytesPerRow(pixelBuffer), space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: order | CGImageAlphaInfo.premultipliedFirst.rawValue))
    context.setFillColor(red: 1, green: 0.4, blue: 0.2, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 5, height: 4))
    CVPixelBufferUnlockBaseAddress(pixelBuffer, [])
    pixelBuffer.withPixels { #expect(Array($0[0][row: 3].suffix(4)) == expected) }
  }
}
