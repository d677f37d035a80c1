import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MediaSource
import MediaSourceTesting
import MediaTimeline
import TestSupport
import Testing

/// Random edits of movies of all rates, against an oracle that knows every source frame's pixels.
struct RandomEditTests {
  private static let clips = Result { try TimelineClips() }

  @Test(arguments: 0..<4)
  func everyFrame_isTheRightMixOfTheRightFrames(_ part: Int) throws {
    let clips = try Self.clips.get().clips
    let count = Soak.rounds(60, of: 500)
    for seed in stride(from: part, to: count, by: 4) {
      let edit = RandomEdit(seed: UInt64(seed), sources: clips.map { $0.end.seconds })
      let frames = try TimelineFrames(RenderPlan(edit.timeline(clips)))
      var number = 0
      while let frame = try frames.next(Cancellation()) {
        let (expected, names) = edit.expected(number, clips)
        let error = difference(try frame.pixels, expected)
        // Each layer is rounded.
        if error > 0.51 * Double(edit.layers.count + 1) {
          Issue.record("edit \(seed), frame \(number): differs by \(error) from\(names)")
          break
        }
        let (n, d) = (Int64(edit.rate.numerator), Int64(edit.rate.denominator))
        #expect(frame.time == CMTime(value: Int64(number) * d, timescale: Int32(n)))
        number += 1
      }
      #expect(number == edit.frameCount, "edit \(seed)")
    }
  }

  @Test func anyFrame_isTheSameWhenMovedTo() throws {
    let clips = try Self.clips.get().clips
    for seed in 1000..<Soak.rounds(1004, of: 1040) {
      let edit = RandomEdit(seed: UInt64(seed), sources: clips.map { $0.end.seconds })
      let plan = try RenderPlan(edit.timeline(clips))
      let inOrder = try TimelineFrames(plan).all()
      let moving = try TimelineFrames(plan)
      var random = SeededGenerator(state: UInt64(seed))
      for _ in 0..<12 {
        let number = Int.random(in: inOrder.indices, using: &random)
        let frame = inOrder[number]
        // At its beginning, and within it.
        let time =
          Bool.random(using: &random)
          ? frame.time : frame.time + CMTimeMultiplyByRatio(frame.duration, multiplier: 1, divisor: 3)
        let moved = try #require(try moving.moved(to: time))
        #expect(moved.time == frame.time)
        #expect(try moved.pixels == frame.pixels, "edit \(seed), frame \(number)")
      }
    }
  }
}
