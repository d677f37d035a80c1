import CoreMedia
import MediaTimeline
import Testing

/// Fractions of seconds: exact, and never a trap.
@Suite struct ExactTimeTests {
  @Test func unrelatedTimescales_areExact() {
    let frame = ExactTime(CMTime(value: 1001, timescale: 30000))
    let sample = ExactTime(CMTime(value: 1, timescale: 44100))
    #expect((frame + sample) - sample == frame)
    #expect(frame / frame == ExactTime(1, over: 1))
    #expect((frame * ExactTime(30000, over: 1)).floor(1) == 1001)
  }

  @Test func roundingIsThatOfSamples() {
    #expect(ExactTime(CMTime(value: 1, timescale: 2)).nearest(1) == 1)
    #expect(ExactTime(CMTime(value: -1, timescale: 2)).nearest(1) == 0)
    #expect(ExactTime(CMTime(value: 1, timescale: 3)).floor(48000) == 16000)
    #expect(ExactTime(CMTime(value: 1, timescale: 3)).ceiling(100) == 34)
  }

  @Test func hugeTimes_areRoundedInsteadOfTrapping() {
    let huge = ExactTime(CMTime(value: .max, timescale: 1))
    let fine = ExactTime(CMTime(value: 1, timescale: .max))
    _ = huge * huge * huge
    _ = (huge + fine) * fine / fine - huge
    #expect(huge > fine)
    #expect(ExactTime(CMTime.positiveInfinity) == .zero)
  }
}
