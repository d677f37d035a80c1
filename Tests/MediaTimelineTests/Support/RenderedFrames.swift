import CoreMedia
import Foundation
import GStreamer
import MediaEngine
import MediaSource
import MediaSourceTesting
import MediaTimeline

extension PulledFrames {
  /// All frames that are left.
  func all() throws -> [PulledFrame] {
    var frames: [PulledFrame] = []
    while let frame = try next(Cancellation()) { frames.append(frame) }
    return frames
  }

  /// The frame that is shown at a time, by moving there.
  func moved(to time: CMTime) throws -> PulledFrame? {
    move(to: CMTimeRange(start: time, end: .positiveInfinity))
    return try next(Cancellation())
  }
}

extension PulledFrame {
  /// Plane after plane, without padding.
  var pixels: [UInt8] { get throws { [UInt8](try buffer.rawBytes(caps)) } }
}

/// The largest difference of pixels.
func difference(_ pixels: [UInt8], _ expected: [Double]) -> Double {
  guard pixels.count == expected.count else { return .infinity }
  return pixels.withUnsafeBufferPointer { pixels in
    expected.withUnsafeBufferPointer { expected in
      var (largest, index) = (0.0, 0)
      while index < pixels.count {
        let difference = abs(Double(pixels[index]) - expected[index])
        if difference > largest { largest = difference }
        index += 1
      }
      return largest
    }
  }
}

func difference(_ pixels: [UInt8], _ expected: [UInt8]) -> Double {
  guard pixels.count == expected.count else { return .infinity }
  // Most are equal.
  return pixels == expected ? 0 : difference(pixels, expected.map(Double.init))
}
