import Accelerate
import Testing

private typealias N = Float

/// What Swift programs measure spectra of single precision with.
@Suite struct SpectrumTests {
  @Test func transforms_findATone_andComeBack() throws {
    let count = 256
    let tone = (0..<count).map { sin(2 * N.pi * 12 * N($0) / N(count)) }
    let transform = try #require(vDSP.FFT(log2n: 8, radix: .radix2, ofType: DSPSplitComplex.self))
    var magnitudes = [N](repeating: 0, count: count / 2)
    let pairs = stride(from: 0, to: count, by: 2).map { DSPComplex(real: tone[$0], imag: tone[$0 + 1]) }
    var back = [DSPComplex](repeating: DSPComplex(), count: count / 2)
    let memory = UnsafeMutablePointer<N>.allocate(capacity: 2 * count)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: 2 * count)
    var input = DSPSplitComplex(realp: memory, imagp: memory + count / 2)
    var output = DSPSplitComplex(realp: memory + count, imagp: memory + count + count / 2)
    vDSP.convert(interleavedComplexVector: pairs, toSplitComplexVector: &input)
    transform.forward(input: input, output: &output)
    vDSP.squareMagnitudes(output, result: &magnitudes)
    #expect(magnitudes.indices.max { magnitudes[$0] < magnitudes[$1] } == 12)
    #expect(abs(magnitudes[12].squareRoot() - N(count)) < 0.01)
    vDSP.absolute(output, result: &magnitudes)
    #expect(abs(magnitudes[12] - N(count)) < 0.01)
    // A sine is a quarter behind a cosine.
    vDSP.phase(output, result: &magnitudes)
    #expect(abs(magnitudes[12] + .pi / 2) < 1e-4)
    transform.inverse(input: output, output: &input)
    vDSP.convert(splitComplexVector: input, toInterleavedComplexVector: &back)
    #expect(zip(back, pairs).allSatisfy { abs($0.real / N(2 * count) - $1.real) < 1e-5 })
  }

  @Test func levels_crossingsAndWindows_areTheDefinitions() {
    let levels = vDSP.amplitudeToDecibels([N(1), 10, 0.1], zeroReference: 1)
    #expect(zip(levels, [0, 20, -20]).allSatisfy { abs($0 - $1) < 1e-5 })
    #expect(vDSP.powerToDecibels([N(100), 1], zeroReference: 10) == [10, -10])
    #expect(
      vForce.sqrt([N(4), 9]) == [2, 3] && vForce.log10([N(1000)]) == [3]
        && vForce.pow(bases: [N(2)], exponents: [5]) == [32])
    var (value, place): (N, vDSP_Length) = (0, 0)
    vDSP_maxmgvi([1, -7, 3, 7], 1, &value, &place, 4)
    #expect(value == 7 && place == 1)
    vDSP_minvi([1, 0, -7, 0, 3, 0], 2, &value, &place, 3)
    #expect(value == -7 && place == 2)
    var (last, found): (vDSP_Length, vDSP_Length) = (0, 0)
    vDSP_nzcros([1, -1, -2, 3, 4, -5], 1, 2, &last, &found, 6)
    #expect(last == 3 && found == 2)
    vDSP_nzcros([1, -1, -2, 3, 4, -5], 1, 9, &last, &found, 6)
    #expect(last == 0 && found == 3)
    let blackman = vDSP.window(ofType: N.self, usingSequence: .blackman, count: 8, isHalfWindow: false)
    #expect(abs(blackman[0]) < 1e-6 && abs(blackman[4] - 1) < 1e-6)
    let half = vDSP.window(ofType: N.self, usingSequence: .hanningDenormalized, count: 8, isHalfWindow: true)
    #expect(abs(half[2] - 0.5) < 1e-6 && half[4...].allSatisfy { $0 == 0 })
    var roots: [N] = [16, 25]
    vvsqrtf(&roots, roots, [2])
    #expect(roots == [4, 5])
  }
}
