import MediaSource
import GStreamer
import CoreMedia
import Foundation
import MediaEngine

/// The cost of operations on media values, in nanoseconds.
struct Values {
  func rows(pairs: Int) throws -> [Row] {
    let (equal, different) = (CMTime(value: 1001, timescale: 30_000), CMTime(value: 1024, timescale: 44_100))
    return [
      Row("adding two times of equal timescale", additions(of: equal, rounds: pairs), unit: "ns", target: 2),
      Row("adding two times of different timescales", additions(of: different, rounds: pairs), unit: "ns", target: 20),
      Row("wrapping a frame as pixel and sample buffer", try wrapping(rounds: pairs), unit: "ns", target: 1_000),
    ]
  }

  /// Returns the nanoseconds of an operation in each of several rounds.
  private func nanoseconds(_ count: Int, rounds: Int, _ operation: (Int) -> Void) -> [Double] {
    let clock = ContinuousClock()
    return (0..<rounds).map { _ in clock.measure { operation(count) } / .nanoseconds(count) }
  }

  /// The first operands are read from an array made at run time, so that no sum can be hoisted out of its loop.
  private func additions(of step: CMTime, rounds: Int) -> [Double] {
    let starts = (0..<1_000).map { _ in CMTime(value: .random(in: 0..<1_000_000), timescale: 30_000) }
    return nanoseconds(1_000_000, rounds: rounds) { count in
      var check: Int64 = 0
      for _ in 0..<count / starts.count {
        for start in starts { check &+= (start + step).value }
      }
      precondition(check > 0)
    }
  }

  /// With colour attachments, and a frame of its own each time; making the frames is not measured.
  private func wrapping(rounds: Int) throws -> [Double] {
    let format = try PixelBufferFormat(
      caps: "video/x-raw,format=NV12,width=320,height=240,framerate=30/1,colorimetry=bt709,chroma-site=mpeg2")
    let frames = (0..<200).map { _ in Buffer(copying: Data(count: 320 * 240 * 3 / 2)) }
    _ = try format.sampleBuffer(frames[0])
    return nanoseconds(20_000, rounds: rounds) { count in
      for index in 0..<count {
        // If one frame can be wrapped, all can: the only error is another size.
        guard (try? format.sampleBuffer(frames[index % frames.count])) != nil else { preconditionFailure("no picture") }
      }
    }
  }
}
