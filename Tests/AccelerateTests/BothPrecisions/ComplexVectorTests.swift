import Accelerate
import Testing

private typealias N = Float
private typealias Split = DSPSplitComplex

/// The calls of vDSP on complex numbers of single precision and matrices, judged by NumPy, which gave the expected
/// numbers.
@Suite struct ComplexVectorTests {
  /// Expects the parts of the result of a call on two vectors of complex numbers.
  private func expect(
    _ expected: ([N], [N]), line: Int = #line,
    _ body: (UnsafePointer<Split>, UnsafePointer<Split>, UnsafePointer<Split>) -> Void
  ) {
    var (real, imaginary): ([N], [N]) = ([1, -3, 0, 2, 0.5, 3, 0, 0, 0], [2, 0.5, -1, -1, 4, 3, 0, 0, 0])
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        let places = [0, 3, 6].map { Split(realp: real.baseAddress! + $0, imagp: imaginary.baseAddress! + $0) }
        withUnsafePointer(to: places[0]) { a in
          withUnsafePointer(to: places[1]) { b in withUnsafePointer(to: places[2]) { body(a, b, $0) } }
        }
      }
    }
    #expect(near(Array(real[6...]), expected.0) && near(Array(imaginary[6...]), expected.1), "line \(line)")
  }

  private func near(_ a: [N], _ b: [N]) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) < max(1e-8, 100 * N.ulpOfOne) } }

  @Test func complexNumbers_areCombined() {
    expect(([3, -2.5, 3], [1, 4.5, 2])) { vDSP_zvadd($0, 1, $1, 1, $2, 1, 3) }
    expect(([-1, -3.5, -3], [3, -3.5, -4])) { vDSP_zvsub($0, 1, $1, 1, $2, 1, 3) }
    expect(([4, -3.5, 3], [3, -11.75, -3])) { vDSP_zvmul($0, 1, $1, 1, $2, 1, 3, 1) }
    expect(([0, 0.5, -3], [-5, -12.25, 3])) { vDSP_zvmul($0, 1, $1, 1, $2, 1, 3, -1) }
    expect(([2, -1.5, 0], [4, 0.25, -3])) { vDSP_zrvmul($0, 1, $1.pointee.realp, 1, $2, 1, 3) }
    expect(([4, -5.5, -1], [3, 4, -2])) { vDSP_zvzsml($0, 1, $1, $2, 1, 3) }
    expect(([1, -3, 0], [-2, -0.5, 1])) { a, _, c in vDSP_zvconj(a, 1, c, 1, 3) }
    expect(([1, -3, 0], [2, 0.5, -1])) { a, _, c in vDSP_zvmov(a, 1, c, 1, 3) }
    expect(([2.236067977, 3.041381265, 1], [0, 0, 0])) { a, _, c in vDSP_zvabs(a, 1, c.pointee.realp, 1, 3) }
    expect(([5, 9.25, 1], [0, 0, 0])) { a, _, c in vDSP_zvmags(a, 1, c.pointee.realp, 1, 3) }
    expect(([1.107148718, 2.976443976, -1.570796327], [0, 0, 0])) { a, _, c in vDSP_zvphas(a, 1, c.pointee.realp, 1, 3)
    }
    expect(([10, 18.5, 2], [0, 0, 0])) { a, _, c in
      for _ in 0..<2 { vDSP_zaspec(a, c.pointee.realp, 3) }
    }
  }

  @Test func points_haveLengthsAndAngles() {
    let points: [N] = [1, 2, -3, 0.5, 0, -1]
    var polar = [N](repeating: 0, count: 6)
    vDSP_polar(points, 2, &polar, 2, 3)
    #expect(near(polar, [2.236067977, 1.107148718, 3.041381265, 2.976443976, 1, -1.570796327]))
    var back = [N](repeating: 0, count: 6)
    vDSP_rect(polar, 2, &back, 2, 3)
    #expect(near(back, points))
  }

  @Test func matrices_areTransposedMultipliedAndCopied() {
    let matrix: [N] = [1, 2, 3, 4, 5, 6]
    var (turned, product, part) = (
      [N](repeating: 0, count: 6), [N](repeating: 0, count: 4), [N](repeating: 0, count: 8)
    )
    vDSP_mtrans(matrix, 1, &turned, 1, 3, 2)
    #expect(turned == [1, 4, 2, 5, 3, 6])
    vDSP_mmul(matrix, 1, [1, -1, 2, 0.5, 0, 3], 1, &product, 1, 2, 2, 3)
    #expect(product == [5, 9, 14, 16.5])
    vDSP_mmov(matrix, &part, 2, 2, 3, 4)
    #expect(part == [1, 2, 0, 0, 4, 5, 0, 0])
  }
}
