import Accelerate
import Testing

private typealias N = Float

/// The calls of vDSP and vForce on arrays of numbers of single precision.
@Suite struct ArrayTests {
  private let a: [N] = [3, -4, 0.5, 5]
  private let b: [N] = [2, 0.5, -1, 4]

  private func near(_ a: [N], _ b: [N]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < max(1e-7, 100 * N.ulpOfOne) }
  }

  @Test func arithmetic() {
    #expect(vDSP.add(a, b) == [5, -3.5, -0.5, 9] && vDSP.subtract(a, b) == [1, -4.5, 1.5, 1])
    #expect(vDSP.multiply(a, b) == [6, -2, -0.5, 20] && vDSP.divide(a, b) == [1.5, -8, -0.5, 1.25])
    #expect(vDSP.add(1, a) == [4, -3, 1.5, 6] && vDSP.multiply(2, a) == [6, -8, 1, 10])
    #expect(vDSP.divide(a, 2) == [1.5, -2, 0.25, 2.5] && vDSP.divide(2, b) == [1, 4, -2, 0.5])
    #expect(vDSP.add(multiplication: (a: a, b: 2), b) == [8, -7.5, 0, 14])
    #expect(vDSP.add(multiplication: (a: a, b: b), b) == [8, -1.5, -1.5, 24])
    #expect(vDSP.absolute(a) == [3, 4, 0.5, 5] && vDSP.negative(a) == [-3, 4, -0.5, -5])
    #expect(vDSP.square(a) == [9, 16, 0.25, 25] && vDSP.dot(a, b) == 23.5)
    #expect(vDSP.distanceSquared(a, b) == 24.5)
    #expect(vDSP.maximum(a, b) == [3, 0.5, 0.5, 5] && vDSP.minimum(a, b) == [2, -4, -1, 4])
  }

  @Test func sumsAndProducts_areCombined() {
    #expect(
      vDSP.add(multiplication: (a, 2), 1) == [7, -7, 2, 11] && vDSP.add(multiplication: (a, b), 1) == [7, -1, 0.5, 21])
    #expect(vDSP.subtract(multiplication: (a, b), a) == [3, 2, -1, 15])
    #expect(vDSP.subtract(multiplication: (a, 2), b) == [4, -8.5, 2, 6])
    #expect(
      vDSP.multiply(addition: (a, b), a) == [15, 14, -0.25, 45]
        && vDSP.multiply(addition: (a, b), 2) == [10, -7, -1, 18])
    #expect(vDSP.multiply(subtraction: (a, b), a) == [3, 18, 0.75, 5])
    #expect(vDSP.multiply(subtraction: (a, b), 2) == [2, -9, 3, 2])
  }

  /// The elements that a call writes into memory of the program.
  private func written(_ call: (inout [N]) -> Void) -> [N] {
    var result: [N] = [9, 9, 9, 9]
    call(&result)
    return result
  }

  @Test func results_areWrittenToMemoryOfTheProgram() {
    #expect(written { vDSP.add(a, b, result: &$0) } == vDSP.add(a, b))
    #expect(written { vDSP.subtract(a, b, result: &$0) } == vDSP.subtract(a, b))
    #expect(written { vDSP.multiply(a, b, result: &$0) } == vDSP.multiply(a, b))
    #expect(written { vDSP.divide(a, b, result: &$0) } == vDSP.divide(a, b))
    #expect(written { vDSP.maximum(a, b, result: &$0) } == vDSP.maximum(a, b))
    #expect(written { vDSP.minimum(a, b, result: &$0) } == vDSP.minimum(a, b))
    #expect(written { vDSP.add(1, a, result: &$0) } == vDSP.add(1, a))
    #expect(written { vDSP.multiply(2, a, result: &$0) } == vDSP.multiply(2, a))
    #expect(written { vDSP.divide(a, 2, result: &$0) } == vDSP.divide(a, 2))
    #expect(written { vDSP.divide(2, b, result: &$0) } == vDSP.divide(2, b))
    #expect(written { vDSP.absolute(a, result: &$0) } == [3, 4, 0.5, 5])
    #expect(written { vDSP.negativeAbsolute(a, result: &$0) } == [-3, -4, -0.5, -5])
    #expect(written { vDSP.negative(a, result: &$0) } == [-3, 4, -0.5, -5])
    #expect(written { vDSP.square(a, result: &$0) } == vDSP.square(a))
    #expect(written { vDSP.signedSquare(a, result: &$0) } == [9, -16, 0.25, 25])
    #expect(written { vDSP.trunc([1.5, -2.25, 3, 0], result: &$0) } == [0.5, -0.25, 0, 0])
    #expect(written { vDSP.add(multiplication: (a, 2), b, result: &$0) } == vDSP.add(multiplication: (a, 2), b))
    #expect(written { vDSP.clip(a, to: -1...4, result: &$0) } == [3, -1, 0.5, 4])
    #expect(written { vDSP.invertedClip(a, to: -1...4, result: &$0) } == vDSP.invertedClip(a, to: -1...4))
    #expect(written { vDSP.threshold(a, to: 1, with: .zeroFill, result: &$0) } == [3, 0, 0, 5])
    #expect(written { vDSP.formRamp(withInitialValue: 1, increment: 2, result: &$0) } == [1, 3, 5, 7])
    #expect(written { vDSP.formRamp(in: 0...3, result: &$0) } == [0, 1, 2, 3])
    #expect(written { vDSP.hypot(a, b, result: &$0) } == vDSP.hypot(a, b))
    #expect(near(vDSP.hypot([3, 0], [4, 2]), [5, 2]))
    #expect(written { vForce.sqrt([4, 9, 16, 25], result: &$0) } == [2, 3, 4, 5])
    // A shorter result has as many elements as it has room for, a longer one keeps its others.
    #expect(written { vDSP.add(a[..<2], b, result: &$0) } == [5, -3.5, 9, 9])
    #expect(written { vDSP.square(a, result: &$0[1..<3]) } == [9, 9, 16, 9])
    // The result may be one of the vectors.
    #expect(written { vDSP.multiply($0, b, result: &$0) } == [18, 4.5, -9, 36])
  }

  @Test func memoryOfAnyKind_isRead() {
    #expect(vDSP.sum(a[1...]) == 1.5 && vDSP.sum(ContiguousArray(a)) == 4.5)
    a.withUnsafeBufferPointer { #expect(vDSP.maximum($0) == 5 && vDSP.maximum($0[..<2]) == 3) }
    var numbers = a
    numbers.withUnsafeMutableBufferPointer { vDSP.fill(&$0[2...], with: 7) }
    #expect(numbers == [3, -4, 7, 7])
    #expect(vDSP.sumAndSumOfSquares(a) == (4.5, 50.25) && vDSP.indexOfMaximumMagnitude(a) == (3, 5))
    #expect(vDSP.countZeroCrossings(a) == 2)
  }

  @Test func integersAndDecibels_areConverted() {
    let integers: [Int16] = [1, -2, 300, 4]
    #expect(written { vDSP.convertElements(of: integers, to: &$0) } == [1, -2, 300, 4])
    #expect(vDSP.integerToFloatingPoint([UInt8(255), 1], floatingPointType: N.self) == [255, 1])
    let numbers: [N] = [2.5, -1.7, 300, .nan]
    #expect(vDSP.floatingPointToInteger(numbers, integerType: Int8.self, rounding: .towardZero) == [2, -1, 127, 0])
    #expect(
      vDSP.floatingPointToInteger(numbers, integerType: Int16.self, rounding: .towardNearestInteger) == [2, -2, 300, 0])
    #expect(
      near(
        written { vDSP.convert(amplitude: [1, 10, 100, 0.1], toDecibels: &$0, zeroReference: 1) }, [0, 20, 40, -20]))
    #expect(
      near(written { vDSP.convert(power: [1, 10, 100, 0.1], toDecibels: &$0, zeroReference: 1) }, [0, 10, 20, -10]))
  }

  @Test func numbersOfArrays() {
    #expect(vDSP.sum(a) == 4.5 && vDSP.sumOfSquares(a) == 50.25 && vDSP.sumOfMagnitudes(a) == 12.5)
    #expect(vDSP.mean(a) == 1.125 && vDSP.meanMagnitude(a) == 3.125 && vDSP.meanSquare(a) == 12.5625)
    #expect(abs(vDSP.rootMeanSquare(a) - 3.5443617) < max(1e-7, 100 * N.ulpOfOne))
    #expect(vDSP.maximum(a) == 5 && vDSP.minimum(a) == -4)
    #expect(vDSP.maximumMagnitude(a) == 5 && vDSP.minimumMagnitude(a) == 0.5)
    #expect(vDSP.indexOfMaximum(a) == (3, 5) && vDSP.indexOfMinimum(a) == (1, -4))
    let none: [N] = []
    #expect(vDSP.sum(none) == 0 && vDSP.maximum(none) == -.infinity && vDSP.indexOfMaximum(none) == (0, -.infinity))
    #expect(vDSP.minimum(none) == .infinity && vDSP.mean(none).isNaN)
  }

  @Test func limitsAndOrder() {
    #expect(vDSP.clip(a, to: -1...4) == [3, -1, 0.5, 4])
    #expect(vDSP.threshold(a, to: 1, with: .clampToThreshold) == [3, 1, 1, 5])
    #expect(vDSP.threshold(a, to: 1, with: .zeroFill) == [3, 0, 0, 5])
    #expect(vDSP.threshold(a, to: 1, with: .signedConstant(7)) == [7, -7, -7, 7])
    var numbers = a
    vDSP.sort(&numbers, sortOrder: .ascending)
    #expect(numbers == [-4, 0.5, 3, 5])
    vDSP.sort(&numbers, sortOrder: .descending)
    #expect(numbers == [5, 3, 0.5, -4])
    vDSP.reverse(&numbers)
    #expect(numbers == [-4, 0.5, 3, 5])
    vDSP.fill(&numbers, with: 7)
    #expect(numbers == [7, 7, 7, 7])
    vDSP.clear(&numbers)
    #expect(numbers == [0, 0, 0, 0])
  }

  @Test func rampsAndFilters() {
    #expect(vDSP.ramp(withInitialValue: 1, increment: 0.5, count: 3) as [N] == [1, 1.5, 2])
    #expect(vDSP.ramp(in: N(0)...1, count: 5) == [0, 0.25, 0.5, 0.75, 1])
    #expect(vDSP.linearInterpolate(a, b, using: 0.5) == [2.5, -1.75, -0.25, 4.5])
    #expect(vDSP.convolve(a, withKernel: [0.5, 0.5]) == [-0.5, -1.75, 2.75])
    #expect(vDSP.convolve([N(1)], withKernel: [1, 1]) == [] && vDSP.convolve(a, withKernel: []) == [])
    #expect(vDSP.slidingWindowSum(a, usingWindowLength: 3) == [-0.5, 1.5])
    #expect(vDSP.downsample(a, decimationFactor: 2, filterCoefficients: [0.5, 0.5]) == [-0.5, 2.75])
    #expect(vDSP.linearInterpolate(elementsOf: a, using: [0.5, 2.25, 3]) == [-0.5, 1.625, 5])
    #expect(near(vDSP.normalize([1, 2, 3]), [-1.2247448, 0, 1.2247448]))
    #expect(vDSP.limit(a, limit: 1, withOutputConstant: 2) == [2, -2, -2, 2])
  }

  @Test func integrals_areThoseOfSciPy() {
    #expect(vDSP.integrate(a, using: .runningSum, stepSize: 0.5) == [0, -2, -1.75, 0.75])
    #expect(vDSP.integrate(a, using: .trapezoidal, stepSize: 0.5) == [0, -0.25, -1.125, 0.25])
    #expect(near(vDSP.integrate(a, using: .simpson, stepSize: 0.5), [0, -0.25, -2.08333333, 0.25]))
    #expect(
      near(
        vDSP.integrate([1, 2, -1, 3, 0.5, -2, 4, 1], using: .simpson),
        [0, 1.5, 2.66666667, 1.83333333, 6.5, 2.83333333, 5.33333333, 7.83333333]))
    for rule in [vDSP.IntegrationRule.runningSum, .trapezoidal, .simpson] {
      #expect(written { vDSP.integrate(a, using: rule, result: &$0) } == vDSP.integrate(a, using: rule, stepSize: 1))
      #expect(vDSP.integrate([N](), using: rule) == [])
    }
  }

  @Test func valuesAtSomePlaces_areInterpolatedForAll() {
    let places: [N] = [1, 2.5, 3, 5]
    #expect(near(vDSP.linearInterpolate(values: a, atIndices: places), [3, 3, -1.66666667, 0.5, 2.75, 5]))
    var result = [N](repeating: 9, count: 7)
    vDSP.linearInterpolate(values: a, atIndices: places, result: &result)
    #expect(near(result, [3, 3, -1.66666667, 0.5, 2.75, 5, 5]))
    #expect(vDSP.linearInterpolate(values: [N](), atIndices: [N]()) == [])
  }

  @Test func functions() {
    let x: [N] = [0.25, 0.5, 1]
    #expect(near(vForce.sqrt(x), [0.5, 0.70710678, 1]) && near(vForce.rsqrt(x), [2, 1.41421356, 1]))
    #expect(
      near(vForce.log(x), [-1.38629436, -0.69314718, 0]) && near(vForce.exp(x), [1.28402542, 1.64872127, 2.71828183]))
    #expect(near(vForce.log2(x), [-2, -1, 0]) && near(vForce.exp2(x), [1.18920712, 1.41421356, 2]))
    #expect(near(vForce.log10(x), [-0.60205999, -0.30103, 0]) && near(vForce.reciprocal(x), [4, 2, 1]))
    #expect(
      near(vForce.sin(x), [0.24740396, 0.47942554, 0.84147098])
        && near(vForce.cos(x), [0.96891242, 0.87758256, 0.54030231]))
    #expect(
      near(vForce.tan(x), [0.25534192, 0.54630249, 1.55740772])
        && near(vForce.tanh(x), [0.24491866, 0.46211716, 0.76159416]))
    #expect(near(vForce.pow(bases: x, exponents: [2, -1, 5]), [0.0625, 2, 1]))
    #expect(near(vForce.atan2(x: [1, -1, 0], y: [1, 0, -2]), [0.78539816, 3.14159265, -1.57079633]))
    var (sines, cosines): ([N], [N]) = ([0, 0, 0], [0, 0, 0])
    vForce.sincos(x, sinResult: &sines, cosResult: &cosines)
    #expect(near(sines, vForce.sin(x)) && near(cosines, vForce.cos(x)))
    let y: [N] = [1.5, -1.5, 2.5]
    #expect(vForce.floor(y) == [1, -2, 2] && vForce.ceil(y) == [2, -1, 3])
    #expect(vForce.trunc(y) == [1, -1, 2] && vForce.nearestInteger(y) == [2, -2, 2])
    #expect(near(vForce.asin(x), [0.25268026, 0.52359878, 1.57079633]))
    #expect(
      near(vForce.acos(x), [1.31811607, 1.04719755, 0]) && near(vForce.atan(x), [0.24497866, 0.46364761, 0.78539816]))
  }

  @Test func functionsOfC_areThoseOfArrays() {
    let x: [N] = [0.25, 0.5, 1]
    func result(
      _ function: (UnsafeMutablePointer<N>, UnsafePointer<N>, UnsafePointer<Int32>) -> Void
    ) -> [N] {
      // One number is left as it is.
      var numbers: [N] = x + [9]
      numbers.withUnsafeMutableBufferPointer { function($0.baseAddress!, $0.baseAddress!, [3]) }
      #expect(numbers[3] == 9)
      return Array(numbers[..<3])
    }
    let pairs: [([N], [N])] = [
      (result(vvsqrtf), vForce.sqrt(x)), (result(vvrsqrtf), vForce.rsqrt(x)), (result(vvlogf), vForce.log(x)),
      (result(vvlog2f), vForce.log2(x)), (result(vvlog10f), vForce.log10(x)), (result(vvexpf), vForce.exp(x)),
      (result(vvexp2f), vForce.exp2(x)), (result(vvsinf), vForce.sin(x)), (result(vvcosf), vForce.cos(x)),
      (result(vvtanf), vForce.tan(x)), (result(vvtanhf), vForce.tanh(x)), (result(vvrecf), vForce.reciprocal(x)),
      (result(vvfloorf), [0, 0, 1]), (result(vvceilf), [1, 1, 1]), (result(vvintf), [0, 0, 1]),
      (result(vvnintf), [0, 0, 1]), (result(vvfabsf), x), (result(vvasinf), [0.25268026, 0.52359878, 1.57079633]),
      (result(vvacosf), [1.31811607, 1.04719755, 0]), (result(vvatanf), [0.24497866, 0.46364761, 0.78539816]),
    ]
    for (index, pair) in pairs.enumerated() { #expect(near(pair.0, pair.1), "\(index)") }
    var (z, other): ([N], [N]) = ([0, 0, 0], [0, 0, 0])
    vvpowf(&z, [2, -1, 5], x, [3])
    #expect(near(z, [0.0625, 2, 1]))
    vvdivf(&z, [1, 2, 3], x, [3])
    #expect(near(z, [4, 4, 3]))
    vvatan2f(&z, [1, 0, -2], [1, -1, 0], [3])
    #expect(near(z, [0.78539816, 3.14159265, -1.57079633]))
    vvsincosf(&z, &other, x, [3])
    #expect(near(z, vForce.sin(x)) && near(other, vForce.cos(x)))
  }
}
