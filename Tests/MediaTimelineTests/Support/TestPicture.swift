import CGStreamer
import CoreGraphics
import CoreMedia
import Foundation
import GStreamer
import MediaSourceTesting
import Testing

/// The pixel formats on which layers are drawn.
enum CanvasKind: String, CaseIterable, Sendable {
  case i420 = "I420"
  case nv12 = "NV12"
  case i420Deep = "I420_10LE"
  case p010 = "P010_10LE"

  var depth: Int { self == .i420 || self == .nv12 ? 8 : 10 }
  var isInterleaved: Bool { self == .nv12 || self == .p010 }
  var largest: Double { Double((1 << depth) - 1) }

  func caps(_ width: Int, _ height: Int, site: String = "mpeg2", colorimetry: String = "bt709") throws -> Caps {
    try Caps(
      "video/x-raw,format=\(rawValue),width=\(width),height=\(height),framerate=30/1,colorimetry=\(colorimetry),"
        + "chroma-site=\(site),pixel-aspect-ratio=1/1")
  }
}

/// A frame as three planes of numbers: what kernels make with whole numbers, references make with these.
struct TestPicture: Equatable {
  let width: Int
  let height: Int
  /// Luma, Cb, Cr.
  var planes: [[Double]]

  var sizes: [(width: Int, height: Int)] {
    [(width, height), ((width + 1) / 2, (height + 1) / 2), ((width + 1) / 2, (height + 1) / 2)]
  }

  init(_ width: Int, _ height: Int, _ value: (_ plane: Int, _ x: Int, _ y: Int) -> Double) {
    (self.width, self.height, planes) = (width, height, [])
    for (plane, size) in sizes.enumerated() {
      planes.append((0..<size.width * size.height).map { value(plane, $0 % size.width, $0 / size.width) })
    }
  }

  /// Random numbers.
  static func noise(_ width: Int, _ height: Int, _ kind: CanvasKind, seed: UInt64) -> TestPicture {
    var generator = SeededGenerator(state: seed)
    return TestPicture(width, height) { _, _, _ in Double(Int.random(in: 0...Int(kind.largest), using: &generator)) }
  }

  /// The value of a plane; the border goes on outside.
  func at(_ plane: Int, _ x: Int, _ y: Int) -> Double {
    let size = sizes[plane]
    return planes[plane][min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
  }

  /// Between four samples.
  func linear(_ plane: Int, _ x: Double, _ y: Double) -> Double {
    let (fx, fy) = (x - x.rounded(.down), y - y.rounded(.down))
    let (ix, iy) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let above = at(plane, ix, iy) * (1 - fx) + at(plane, ix + 1, iy) * fx
    let below = at(plane, ix, iy + 1) * (1 - fx) + at(plane, ix + 1, iy + 1) * fx
    return above * (1 - fy) + below * fy
  }

  // MARK: Buffers

  func buffer(_ caps: Caps, _ kind: CanvasKind) throws -> Buffer {
    var info = GstVideoInfo()
    #expect(gst_video_info_from_caps(&info, caps.caps) != 0)
    var bytes = [UInt8](repeating: 0x55, count: Int(info.size))
    let strides = [info.stride.0, info.stride.1, info.stride.2].map { Int($0) }
    let offsets = [info.offset.0, info.offset.1, info.offset.2].map { Int($0) }
    for (plane, size) in sizes.enumerated() {
      let stored = kind.isInterleaved && plane == 2 ? 1 : plane
      for y in 0..<size.height {
        for x in 0..<size.width {
          let value = Int(planes[plane][y * size.width + x].rounded())
          let sample = kind.isInterleaved && plane > 0 ? 2 * x + plane - 1 : x
          let start = offsets[stored] + y * strides[stored]
          if kind.depth == 8 {
            bytes[start + sample] = UInt8(value)
          } else {
            let word = kind == .p010 ? value << 6 : value
            bytes[start + 2 * sample] = UInt8(word & 255)
            bytes[start + 2 * sample + 1] = UInt8(word >> 8)
          }
        }
      }
    }
    return Buffer(copying: bytes)
  }

  init(_ buffer: Buffer, _ caps: Caps, _ kind: CanvasKind) throws {
    var info = GstVideoInfo()
    #expect(gst_video_info_from_caps(&info, caps.caps) != 0)
    let data = [UInt8](try buffer.rawBytes(caps))
    let (width, height) = (Int(info.width), Int(info.height))
    let (cw, ch) = ((width + 1) / 2, (height + 1) / 2)
    func value(_ sample: Int) -> Double {
      if kind.depth == 8 { return Double(data[sample]) }
      let word = Int(data[2 * sample]) | Int(data[2 * sample + 1]) << 8
      return Double(kind == .p010 ? word >> 6 : word)
    }
    self.init(width, height) { plane, x, y in
      if plane == 0 { return value(y * width + x) }
      let start = width * height
      return kind.isInterleaved
        ? value(start + 2 * (y * cw + x) + plane - 1) : value(start + (plane - 1) * cw * ch + y * cw + x)
    }
  }

  // MARK: Comparison

  /// In decibels; 200 for equal ones.
  func psnr(_ other: TestPicture, largest: Double) -> Double {
    let all = zip(planes.joined(), other.planes.joined()).map { ($0 - $1) * ($0 - $1) }
    let mean = all.reduce(0, +) / Double(all.count)
    return mean == 0 ? 200 : 10 * log10(largest * largest / mean)
  }

  func largestDifference(_ other: TestPicture) -> Double {
    zip(planes.joined(), other.planes.joined()).map { abs($0 - $1) }.max() ?? 0
  }
}
