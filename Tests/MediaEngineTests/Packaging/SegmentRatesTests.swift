import CoreMedia
import Testing

@testable import MediaEngine

/// The bit rates that a master playlist states (RFC 8216, 4.1).
@Suite struct SegmentRatesTests {
  private func segments(_ list: [(bytes: Int64, seconds: Int64)]) -> [(size: Int64, duration: CMTime)] {
    list.map { ($0.bytes, CMTime(value: $0.seconds, timescale: 1)) }
  }

  private let target = CMTime(value: 6, timescale: 1)

  @Test func theAverage_isThatOfTheWhole_andThePeakThatOfASegment() {
    let rates = SegmentRates(segments([(6000, 6), (12_000, 6), (6000, 6)]), target: target)
    #expect(rates.average == 10_667 && rates.peak == 16_000)
  }

  @Test func shortSegments_countTogether_notAlone() {
    // One second of many bytes is less than half of the target: it counts with its neighbours.
    let rates = SegmentRates(segments([(6000, 6), (9000, 1), (2000, 2), (6000, 6)]), target: target)
    #expect(rates.peak == (9000 + 2000) * 8 / 3 + 1)
  }

  @Test func oneShortSegment_hasTheAverage() {
    let rates = SegmentRates(segments([(1000, 1)]), target: target)
    #expect(rates.peak == 8000 && rates.average == 8000)
    #expect(SegmentRates([], target: target).peak == 0)
  }
}
