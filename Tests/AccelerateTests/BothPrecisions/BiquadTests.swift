import Accelerate
import Testing

private typealias N = Float

/// `vDSP.Biquad` on numbers of single precision, judged by SciPy's `sosfilt`.
@Suite struct BiquadTests {
  private let signal: [N] = [1, 2, -1, 3, 0.5, -2, 4, 1]

  private func near(_ a: [N], _ b: [N]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < max(1e-8, 100 * N.ulpOfOne) }
  }

  @Test func chainsOfFilters_goOnFromCallToCall_andCopiesByThemselves() throws {
    var filter = try #require(
      vDSP.Biquad(
        coefficients: [0.2, 0.3, 0.1, -0.5, 0.25, 0.4, -0.1, 0.05, 0.2, -0.1], channelCount: 1, sectionCount: 2,
        ofType: N.self))
    let expected: [N] = [0.08, 0.284, 0.2212, 0.22916, 0.366288, 0.0384084, 0.11582212, 0.459426416]
    #expect(near(filter.apply(input: signal[..<5]), Array(expected[..<5])))
    var other = filter
    var rest: [N] = [9, 9, 9, 9]
    filter.apply(input: signal[5...], output: &rest)
    #expect(near(rest, expected[5...] + [9]))
    #expect(near(other.apply(input: signal[5...]), Array(expected[5...])))
    #expect(filter.apply(input: [N]()) == [])
  }

  @Test func channels_followEachOther_andHaveFiltersOfTheirOwn() throws {
    // The first filters of both channels, then the second ones.
    let coefficients = [
      1, 0.5, 0, 0.25, 0, 0.5, -0.5, 0.25, -0.25, 0.125, 2, 0, -1, 0, 0.5, 0.25, 0.25, 0.25, 0, -0.5,
    ]
    var filter = try #require(
      vDSP.Biquad(coefficients: coefficients, channelCount: 2, sectionCount: 2, ofType: N.self))
    #expect(
      near(
        filter.apply(input: signal), [2, 4.5, -3.125, 0.78125, 0.0625, -0.234375, 0.49609375, -0.0029296875]))
    // A number that the other channel has no match for is left out.
    let again = filter.apply(input: signal + [7])
    #expect(
      near(
        again,
        [
          5.8046875, 1.048828125, -5.76220703, 2.69055176, 0.68725586, -0.46844482, 0.89073181, -0.00782394, 0,
        ]))
  }

  @Test(arguments: [(0, 1, 0), (4, 1, 1), (6, 1, 1), (10, 1, 1), (5, 0, 1), (5, 1, 0), (10, 3, 1), (5, 2, 0)])
  func otherNumbersOfCoefficients_makeNoFilter(count: Int, channels: vDSP_Length, sections: vDSP_Length) {
    let coefficients = [Double](repeating: 0.5, count: count)
    #expect(
      vDSP.Biquad(coefficients: coefficients, channelCount: channels, sectionCount: sections, ofType: N.self) == nil)
  }
}
