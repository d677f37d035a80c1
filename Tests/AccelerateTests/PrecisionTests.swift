import Accelerate
import Testing

/// The calls of vDSP that convert numbers from one precision to the other.
@Suite struct PrecisionTests {
  @Test func numbers_becomeTheNearestOfTheOtherPrecision() {
    var (doubles, floats) = ([Double](repeating: 0, count: 2), [Float](repeating: 0, count: 2))
    vDSP_vspdp([0.5, -2], 1, &doubles, 1, 2)
    vDSP_vdpsp([1e-50, 3], 1, &floats, 1, 2)
    #expect(doubles == [0.5, -2] && floats == [0, 3])
  }
}
