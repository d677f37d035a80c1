import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import MediaSourceTesting
import MediaTimeline
import TestSupport
import Testing

/// Random edits against a naive sum: every sample right, in any range.
@Suite struct RandomTimelineTests {
  private struct Edit {
    let sound: TestSound
    /// In units of 1/90000 s.
    let at: Int64
    let from: Int64
    let length: Int64
    let gains: (first: Double, last: Double)
  }

  /// The sample nearest to a time in units of 1/90000 s.
  private static func nearest(_ time: Int64, _ rate: Int) -> Int64 {
    let product = 2 * time * Int64(rate) + 90000
    return product >= 0 ? product / 180000 : -((-product + 179999) / 180000)
  }

  @Test(arguments: 0..<12) func everySampleIsRight(_ seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let folder = try TemporaryFolder()
    let rate = [44100, 48000, 32000].randomElement(using: &generator) ?? 48000
    let sounds = try (0..<3).map {
      try TestSound("\($0).wav", in: folder, seed: seed * 10 + UInt64($0), seconds: 0.5, rate: rate)
    }
    var timeline = Timeline()
    timeline.sampleRate = rate
    var edits: [[Edit]] = []
    for _ in 0..<3 {
      var at: Int64 = 0
      var layer: [Edit] = []
      for _ in 0..<7 {
        if Bool.random(using: &generator) { at += .random(in: 1...9000, using: &generator) }
        let length = Int64.random(in: 300...20000, using: &generator)
        layer.append(
          Edit(
            sound: sounds.randomElement(using: &generator) ?? sounds[0], at: at,
            from: .random(in: 0...30000, using: &generator), length: length,
            gains: (.random(in: 0...1, using: &generator), .random(in: 0...1, using: &generator))))
        at += length
      }
      edits.append(layer)
    }
    timeline.layers = edits.map { layer in
      Timeline.Layer {
        $0.items = layer.map { edit in
          .clip(
            .init {
              $0.clip = .location(edit.sound.location)
              ($0.at, $0.from, $0.to) = (
                .rational(edit.at, 90000), .rational(edit.from, 90000), .rational(edit.from + edit.length, 90000)
              )
              $0.volume = .keys([
                .init(at: .seconds(0), Gain(factor: edit.gains.first)),
                .init(at: .rational(edit.length, 90000), Gain(factor: edit.gains.last)),
              ])
            })
        }
      }
    }
    let end = edits.compactMap { $0.last.map { $0.at + $0.length } }.max() ?? 0
    var sums = [Double](repeating: 0, count: Int(Self.nearest(end, rate)) * 2)
    for edit in edits.joined() {
      // The nearest sample of the source for each: one shift for all.
      let shift = Self.nearest(edit.from - edit.at, rate)
      for sample in Self.nearest(edit.at, rate)..<Self.nearest(edit.at + edit.length, rate) {
        let part = Double(sample * 90000 - edit.at * Int64(rate)) / Double(edit.length * Int64(rate))
        let gain =
          part <= 0
          ? edit.gains.first
          : part >= 1 ? edit.gains.last : edit.gains.first + (edit.gains.last - edit.gains.first) * part
        for channel in 0..<2 { sums[Int(sample) * 2 + channel] += gain * edit.sound.value(sample + shift, channel) }
      }
    }
    let oracle = sums.map { Float($0) }
    let audio = try TimelineAudio(RenderPlan(timeline))
    #expect(difference(try audio.samples(), oracle) == nil)
    for _ in 0..<8 {
      let first = Int.random(in: 0..<oracle.count / 2, using: &generator)
      let last = Int.random(in: first...oracle.count / 2, using: &generator)
      let scale = CMTimeScale(rate)
      let range = CMTimeRange(
        start: CMTime(value: Int64(first), timescale: scale), end: CMTime(value: Int64(last), timescale: scale))
      #expect(difference(try audio.samples(in: range), Array(oracle[first * 2..<last * 2])) == nil)
    }
  }
}
