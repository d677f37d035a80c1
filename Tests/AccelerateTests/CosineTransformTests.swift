import Accelerate
import Testing

/// vDSP's cosine transforms, judged by the sums that define them in its documentation.
@Suite struct CosineTransformTests {
  private func defined(_ x: [Float], _ kind: vDSP.DCTTransformType) -> [Float] {
    let count = Double(x.count)
    return x.indices.map { k in
      var sum = 0.0
      for (n, number) in x.enumerated() {
        let (k, n, number) = (Double(k), Double(n), Double(number))
        let term: Double =
          switch kind {
          case .II: number * cos(.pi * k * (n + 0.5) / count)
          case .III: n == 0 ? number / 2 : number * cos(.pi * (k + 0.5) * n / count)
          case .IV: number * cos(.pi * (k + 0.5) * (n + 0.5) / count)
          }
        sum += term
      }
      return Float(sum)
    }
  }

  @Test(arguments: vDSP.DCTTransformType.allCases, [16, 48, 80, 240]) func transforms_areTheSums(
    kind: vDSP.DCTTransformType, count: Int
  ) throws {
    let x = (0..<count).map { Float($0 * 7 % 11) - 5 }
    let transform = try #require(vDSP.DCT(count: count, transformType: kind))
    let expected = defined(x, kind)
    let result = transform.transform(x)
    #expect(zip(result, expected).allSatisfy { abs($0 - $1) < 1e-5 * Float(count) })
    // C's call, in place.
    let setup = try #require(vDSP_DCT_CreateSetup(nil, vDSP_Length(count), kind.dctType))
    defer { vDSP_DFT_DestroySetup(setup) }
    var numbers = x
    numbers.withUnsafeMutableBufferPointer { vDSP_DCT_Execute(setup, $0.baseAddress!, $0.baseAddress!) }
    #expect(numbers == result)
  }

  @Test(arguments: [0, 8, 17, 112]) func otherLengths_haveNoTransform(count: Int) {
    #expect(vDSP.DCT(count: count, transformType: .II) == nil)
    #expect(vDSP_DCT_CreateSetup(nil, vDSP_Length(count), .IV) == nil)
  }
}
