import CoreMedia
import Testing

@testable import MediaEngine

@Suite struct MediaUnitsTests {
  @Test func unitsOfAFirstSample_holdItsTimesAndThoseBetween() throws {
    let units = try #require(
      MediaUnits(ofFirst: CMTime(value: 1, timescale: 24), lasting: CMTime(value: 1001, timescale: 30000)))
    #expect(units.timescale == 30_000)
    #expect(MediaUnits(ofFirst: .zero, lasting: CMTime(value: 1, timescale: 25))?.timescale == 10_000)
  }

  @Test func wholeSeconds_haveNoSayInTheUnits() {
    let second = CMTime(value: 10, timescale: 1)
    #expect(MediaUnits(ofFirst: second, lasting: .invalid) == nil)
    #expect(MediaUnits(ofFirst: second, lasting: CMTime(value: 1001, timescale: 24_000))?.timescale == 24_000)
  }

  /// The common multiple of these needs 93 bits.
  @Test func timescalesWithoutACommonOne_haveNoUnits() {
    let times = [2_147_483_647, 2_147_483_629, 2_147_483_587].map { CMTime(value: 1, timescale: Int32($0)) }
    #expect(MediaUnits(ofFirst: times[0], lasting: times[1], decoded: times[2]) == nil)
  }
}
