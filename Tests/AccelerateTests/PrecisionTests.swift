import Accelerate
import Testing

/// The calls of vDSP that convert numbers from one precision to the other.
@Suite struct PrecisionTests {
  @Test func numbers_becomeTheNearestOfTheOtherPrecision() {
    var (doubles, floats) = ([Double](repeating: 0, count: 2), [Float](repeating: 0, count: 2))
    vDSP_vspdp([0.5, -2], 1, &doubles, 1, 2)
    vDSP_vdpsp([1e-50, 3], 1, &floats, 1, 2)
    #expect(doubles == [0.5, -2] && floats == [0, 3])
    vDSP.convertElements(of: [Float(1.5), 4], to: &doubles)
    vDSP.convertElements(of: [2.5, 1e-50], to: &floats)
    #expect(doubles == [1.5, 4] && floats == [2.5, 0])
    #expect(vDSP.floatToDouble([Float(0.25)]) == [0.25] && vDSP.doubleToFloat([0.25]) == [0.25])
  }

  @Test func literals_areDoubles_andNumbersWithATypeHaveIt() {
    let sum = vDSP.sum([1.5, 2])
    #expect(type(of: sum) == Double.self && sum == 3.5)
    let singles: [Float] = vDSP.add(1, [0.5, 1])
    #expect(singles == [1.5, 2])
  }
}
