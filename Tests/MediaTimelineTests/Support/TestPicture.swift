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
      // Loops over pixels are plain ones: without optimisation, ranges and closures take some thirty times as long.
      var samples = [Double](repeating: 0, count: size.width * size.height)
      var (x, y) = (0, 0)
      while y < size.height {
        samples[y * size.width + x] = value(plane, x, y)
        x += 1
        if x == size.width { (x, y) = (0, y + 1) }
      }
      planes.append(samples)
    }
  }

  /// Random numbers.
  static func noise(_ width: Int, _ height: Int, _ kind: CanvasKind, seed: UInt64) -> TestPicture {
    var generator = SeededGenerator(state: seed)
    return TestPicture(width, height) { _, _, _ in Double(Int.random(in: 0...Int(kind.largest), using: &generator)) }
  }

  /// The value of a plane; the border goes on outside.
  func at(_ plane: Int, _ x: Int, _ y: Int) -> Double {
    let (columns, rows) = plane == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
    let column = x < 0 ? 0 : x < columns ? x : columns - 1
    let row = y < 0 ? 0 : y < rows ? y : rows - 1
    return planes[plane][row * columns + column]
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
      let isPaired = kind.isInterleaved && plane > 0
      let (isByte, shift) = (kind.depth == 8, kind == .p010 ? 6 : 0)
      var (x, y) = (0, 0)
      while y < size.height {
        let value = Int(planes[plane][y * size.width + x].rounded())
        let sample = isPaired ? 2 * x + plane - 1 : x
        let start = offsets[stored] + y * strides[stored]
        if isByte {
          bytes[start + sample] = UInt8(value)
        } else {
          let word = value << shift
          bytes[start + 2 * sample] = UInt8(word & 255)
          bytes[start + 2 * sample + 1] = UInt8(word >> 8)
        }
        x += 1
        if x == size.width { (x, y) = (0, y + 1) }
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
    let (isByte, isInterleaved, shift) = (kind.depth == 8, kind.isInterleaved, kind == .p010 ? 6 : 0)
    func value(_ sample: Int) -> Double {
      if isByte { return Double(data[sample]) }
      return Double((Int(data[2 * sample]) | Int(data[2 * sample + 1]) << 8) >> shift)
    }
    self.init(width, height) { plane, x, y in
      if plane == 0 { return value(y * width + x) }
      let start = width * height
      return isInterleaved
        ? value(start + 2 * (y * cw + x) + plane - 1) : value(start + (plane - 1) * cw * ch + y * cw + x)
    }
  }

  // MARK: Comparison

  /// In decibels; 200 for equal ones.
  func psnr(_ other: TestPicture, largest: Double) -> Double {
    var (sum, count) = (0.0, 0)
    forEachDifference(from: other) {
      sum += $0 * $0
      count += 1
    }
    let mean = sum / Double(count)
    return mean == 0 ? 200 : 10 * log10(largest * largest / mean)
  }

  func largestDifference(_ other: TestPicture) -> Double {
    var largest = 0.0
    forEachDifference(from: other) { if abs($0) > largest { largest = abs($0) } }
    return largest
  }

  private func forEachDifference(from other: TestPicture, _ body: (Double) -> Void) {
    for (plane, theirs) in zip(planes, other.planes) {
      var index = 0
      while index < min(plane.count, theirs.count) {
        body(plane[index] - theirs[index])
        index += 1
      }
    }
  }
}
