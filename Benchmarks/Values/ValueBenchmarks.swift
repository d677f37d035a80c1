// What the values of media cost: `swift run -c release ValueBenchmarks`. Fails when something costs more than it may.

import CoreMedia
import Foundation
import MediaEngine

/// The best of several rounds in nanoseconds an operation: other programs can only make one slower.
func nanoseconds(_ count: Int, _ operation: (Int) -> Void) -> Double {
  let clock = ContinuousClock()
  let rounds = (0..<15).map { _ in clock.measure { operation(count) } }
  return (rounds.min() ?? .zero) / .nanoseconds(count)
}

@main
enum ValueBenchmarks {
  static func main() throws {
    var isTooSlow = false
    func report(_ name: String, atMost limit: Double, _ cost: Double) {
      if cost > limit { isTooSlow = true }
      print(
        name.padding(toLength: 52, withPad: " ", startingAt: 0)
          + String(format: "%8.2f ns, at most %.0f ns%@", cost, limit, cost > limit ? "  TOO SLOW" : ""))
    }

    report("adding two times of equal timescale", atMost: 2, additions(of: CMTime(value: 1001, timescale: 30_000)))
    report(
      "adding two times of different timescales", atMost: 20,
      additions(of: CMTime(value: 1024, timescale: 44_100)))
    try report("wrapping a frame as pixel buffer and sample buffer", atMost: 1_000, wrapping())
    if isTooSlow { exit(1) }
  }

  /// First times are read from an array that is made at run time, so that no sum can be moved out of its loop.
  private static func additions(of step: CMTime) -> Double {
    let starts = (0..<1_000).map { _ in CMTime(value: .random(in: 0..<1_000_000), timescale: 30_000) }
    return nanoseconds(1_000_000) { count in
      var check: Int64 = 0
      for _ in 0..<count / starts.count {
        for start in starts { check &+= (start + step).value }
      }
      precondition(check > 0)
    }
  }

  private static func wrapping() throws -> Double {
    let format = try PictureFormat(
      caps: "video/x-raw,format=NV12,width=1920,height=1080,framerate=30/1,colorimetry=bt709")
    let frame = Buffer(copying: Data(count: 1920 * 1080 * 3 / 2))
    guard (try? format.sampleBuffer(frame)) != nil else { return .infinity }
    return nanoseconds(20_000) { count in
      for _ in 0..<count { _ = try? format.sampleBuffer(frame) }
    }
  }
}
