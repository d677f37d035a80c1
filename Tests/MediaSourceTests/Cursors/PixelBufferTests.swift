import CoreMedia
import Foundation
import Testing

@testable import MediaSource

/// Pictures of formats that Core Video lacks come in the next wider one, with every bit.
@Suite struct PixelBufferTests {
  /// The format's name in ffmpeg, its bits, and the subsampling of its colour planes.
  struct Format: Sendable, CustomTestStringConvertible {
    let name: String
    let encoder: [String]
    let bits: Int
    let subsampling: (x: Int, y: Int)
    let pixelFormat: OSType
    var testDescription: String { name }

    init(_ name: String, _ encoder: String, _ bits: Int, _ x: Int, _ y: Int, _ pixelFormat: OSType) {
      (self.name, self.encoder) = (name, encoder.split(separator: " ").map(String.init))
      (self.bits, subsampling, self.pixelFormat) = (bits, (x, y), pixelFormat)
    }
  }

  static let formats: [Format] = [
    Format("yuv420p", "-c:v libx264", 8, 2, 2, kCVPixelFormatType_420YpCbCr8Planar),
    Format(
      "yuv420p10le", "-c:v libx265 -x265-params log-level=none", 10, 2, 2,
      kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange),
    Format("yuv422p", "-c:v libx264", 8, 2, 1, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange),
    Format("yuv422p10le", "-c:v prores_ks", 10, 2, 1, kCVPixelFormatType_422YpCbCr16),
    Format("yuv422p10le", "-c:v libx264", 10, 2, 1, kCVPixelFormatType_422YpCbCr16),
    Format("yuv444p", "-c:v libx264", 8, 1, 1, kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange),
    Format("yuv444p10le", "-c:v libx264", 10, 1, 1, kCVPixelFormatType_4444AYpCbCr16),
  ]

  private static let (width, height) = (160, 96)

  /// The planes Y, Cb and Cr of a pixel buffer, as numbers of the coded depth.
  private func planes(_ buffer: CVPixelBuffer, _ format: Format) throws -> [[Int]] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let (width, height) = (Self.width, Self.height)
    let (chromaWidth, chromaHeight) = (width / format.subsampling.x, height / format.subsampling.y)
    func plane<T: FixedWidthInteger>(
      _ index: Int, _ type: T.Type, _ width: Int, _ height: Int, step: Int, first: Int
    ) throws -> [Int] {
      let isPlanar = CVPixelBufferIsPlanar(buffer)
      let base = try #require(
        isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, index) : CVPixelBufferGetBaseAddress(buffer))
      let row = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index) : CVPixelBufferGetBytesPerRow(buffer)
      // Deep samples lie at the high end of their words.
      let shift = T.bitWidth - format.bits
      return (0..<height).flatMap { y in
        (0..<width).map { x in
          Int((base + y * row).load(fromByteOffset: (first + x * step) * MemoryLayout<T>.size, as: T.self)) >> shift
        }
      }
    }
    switch format.pixelFormat {
    case kCVPixelFormatType_420YpCbCr8Planar:
      return try [
        plane(0, UInt8.self, width, height, step: 1, first: 0),
        plane(1, UInt8.self, chromaWidth, chromaHeight, step: 1, first: 0),
        plane(2, UInt8.self, chromaWidth, chromaHeight, step: 1, first: 0),
      ]
    case kCVPixelFormatType_422YpCbCr16:
      return try [
        plane(0, UInt16.self, width, height, step: 2, first: 1),
        plane(0, UInt16.self, chromaWidth, chromaHeight, step: 4, first: 0),
        plane(0, UInt16.self, chromaWidth, chromaHeight, step: 4, first: 2),
      ]
    case kCVPixelFormatType_4444AYpCbCr16:
      return try (1...3).map { try plane(0, UInt16.self, width, height, step: 4, first: $0) }
    case _ where format.bits > 8:
      return try [
        plane(0, UInt16.self, width, height, step: 1, first: 0),
        plane(1, UInt16.self, chromaWidth, chromaHeight, step: 2, first: 0),
        plane(1, UInt16.self, chromaWidth, chromaHeight, step: 2, first: 1),
      ]
    default:
      return try [
        plane(0, UInt8.self, width, height, step: 1, first: 0),
        plane(1, UInt8.self, chromaWidth, chromaHeight, step: 2, first: 0),
        plane(1, UInt8.self, chromaWidth, chromaHeight, step: 2, first: 1),
      ]
    }
  }

  @Test(arguments: formats) func everyBit_isInThePixelBuffer(format: Format) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mov")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=\(Self.width)x\(Self.height):rate=25:duration=1", "-vf", "noise=alls=20",
        "-frames:v", "3", "-pix_fmt", format.name,
      ] + format.encoder + [path])
    try Oracle.make(["-i", path, "-f", "rawvideo", "-pix_fmt", format.name, folder.file("raw")])
    let raw = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("raw"))))
    func wide(_ place: Int) -> Int { Int(raw[place]) | Int(raw[place + 1]) << 8 }
    let numbers: [Int] =
      format.bits == 8 ? raw.map(Int.init) : stride(from: 0, to: raw.count, by: 2).map(wide)
    let luma = Self.width * Self.height
    let chroma = luma / format.subsampling.x / format.subsampling.y
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    for number in [2, 0, 1] {
      let buffer = try cursor.frame(at: CMTime(value: Int64(number), timescale: 25)).pixelBuffer()
      #expect(CVPixelBufferGetPixelFormatType(buffer) == format.pixelFormat)
      #expect(CVPixelBufferGetWidth(buffer) == Self.width && CVPixelBufferGetHeight(buffer) == Self.height)
      var place = number * (luma + 2 * chroma)
      for (plane, count) in zip(try planes(buffer, format), [luma, chroma, chroma]) {
        let wrong = zip(plane, numbers[place..<place + count]).count { $0 != $1 }
        #expect(plane.count == count && wrong == 0, "picture \(number)")
        place += count
      }
    }
  }
}
