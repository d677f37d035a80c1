import Testing

@testable import MediaEngine

@Suite struct HLSFrameRateTests {
  private func rate(_ lengths: [Int64], timescale: Int32) -> Double? {
    var rate = HLSFrameRate()
    for length in lengths { rate.add(length) }
    return rate.value(timescale: timescale)
  }

  @Test func equalLengths_areTheRate() {
    #expect(rate(Array(repeating: 1001, count: 60), timescale: 30000) == 29.970)
  }

  @Test func roundedLengths_areAMean() {
    #expect(rate((0..<90).map { $0 % 3 == 0 ? 34 : 33 }, timescale: 1000) == 30)
  }

  @Test func frameThatAnEditCutsOff_isNoRate() {
    let frames: [Int64] = Array(repeating: 33, count: 20) + Array(repeating: 34, count: 10)
    #expect(rate(frames + [12], timescale: 1000) == 30)
    #expect(rate(Array(repeating: 512, count: 30) + [180] + Array(repeating: 512, count: 30), timescale: 12800) == 25)
  }

  @Test func severalEdits_areNoRate() {
    let frames: [Int64] = Array(repeating: 33, count: 200) + [12] + Array(repeating: 33, count: 50) + [20, 33, 33]
    #expect(rate(frames, timescale: 1000) == 30.303)
  }

  @Test func variableRate_isTheHighest() {
    #expect(rate((0..<60).map { $0 < 30 ? 3000 : 1500 }, timescale: 90000) == 60)
  }

  /// Frames of a phone, with some pauses of exactly the same length.
  @Test func pauses_areNoRate() throws {
    let frames = (0..<900).map { 3000 + Int64($0 * 37 % 81) - 40 } + Array(repeating: 90000, count: 20)
    let found = try #require(rate(frames, timescale: 90000))
    #expect((30...30.5).contains(found))
  }

  @Test func nothing_hasNoRate() {
    #expect(rate([], timescale: 600) == nil && rate([0, 0], timescale: 600) == nil)
    #expect(rate([40], timescale: 1000) == 25)
  }
}
