import Accelerate
import Testing

private typealias N = Float
private typealias Split = DSPSplitComplex

/// vDSP's transforms of numbers of single precision, judged by the sums that define them.
@Suite struct TransformTests {
  /// Returns numbers from −1 to 1 that look random.
  private func numbers(_ count: Int, seed: UInt64) -> [N] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return N(state >> 40) / N(1 << 23) - 1
    }
  }

  /// Returns the transform by its definition.
  private func defined(_ real: [N], _ imaginary: [N], sign: N) -> (real: [N], imaginary: [N]) {
    let count = real.count
    var (a, b) = ([N](repeating: 0, count: count), [N](repeating: 0, count: count))
    for k in 0..<count {
      for n in 0..<count {
        let angle = sign * 2 * N.pi * N(k * n % count) / N(count)
        a[k] += real[n] * cos(angle) - imaginary[n] * sin(angle)
        b[k] += real[n] * sin(angle) + imaginary[n] * cos(angle)
      }
    }
    return (a, b)
  }

  private func near(_ a: [N], _ b: [N]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 16 * N.ulpOfOne * N(a.count) }
  }

  /// Complex numbers in memory of their own, which is zero at first.
  private func withSplit<Result>(_ count: Int, _ body: (inout Split) throws -> Result) rethrows -> Result {
    let memory = UnsafeMutablePointer<N>.allocate(capacity: 2 * count)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: 2 * count)
    var split = Split(realp: memory, imagp: memory + count)
    return try body(&split)
  }

  private func parts(_ split: Split, _ count: Int) -> (real: [N], imaginary: [N]) {
    func numbers(_ start: UnsafeMutablePointer<N>) -> [N] { Array(UnsafeBufferPointer(start: start, count: count)) }
    return (numbers(split.realp), numbers(split.imagp))
  }

  @Test(arguments: [0, 1, 2, 5, 8]) func complexTransforms_areTheSums(exponent: Int) throws {
    let count = 1 << exponent
    let (x, y) = (numbers(count, seed: 1), numbers(count, seed: 2))
    let setup: FFTSetup = try #require(vDSP_create_fftsetup(8, FFTRadix(kFFTRadix2)))
    defer { vDSP_destroy_fftsetup(setup) }
    for (direction, sign) in [(FFT_FORWARD, -1), (FFT_INVERSE, 1)] as [(Int, N)] {
      let expected = defined(x, y, sign: sign)
      withSplit(count) { source in
        source.realp.update(from: x, count: count)
        source.imagp.update(from: y, count: count)
        withSplit(count) { target in
          vDSP_fft_zop(setup, &source, 1, &target, 1, vDSP_Length(exponent), FFTDirection(direction))
          let result = parts(target, count)
          #expect(near(result.real, expected.real) && near(result.imaginary, expected.imaginary), "\(direction)")
          #expect(parts(source, count) == (x, y))
        }
        vDSP_fft_zip(setup, &source, 1, vDSP_Length(exponent), FFTDirection(direction))
        let result = parts(source, count)
        #expect(near(result.real, expected.real) && near(result.imaginary, expected.imaginary), "\(direction)")
      }
    }
  }

  @Test(arguments: [1, 2, 4, 8]) func realTransforms_arePackedAndTwiceAsLarge_andComeBack(exponent: Int) throws {
    let (count, half, length) = (1 << exponent, 1 << exponent / 2, vDSP_Length(1 << exponent / 2))
    let x = numbers(count, seed: 3)
    let setup = try #require(vDSP_create_fftsetup(vDSP_Length(exponent), FFTRadix(FFT_RADIX2)))
    defer { vDSP_destroy_fftsetup(setup) }
    var expected = defined(x, [N](repeating: 0, count: count), sign: -1)
    expected.imaginary[0] = expected.real[half]
    let (real, imaginary) = (expected.real[..<half].map { 2 * $0 }, expected.imaginary[..<half].map { 2 * $0 })
    withSplit(half) { numbers in
      x.withUnsafeBytes { vDSP_ctoz($0.bindMemory(to: DSPComplex.self).baseAddress!, 2, &numbers, 1, length) }
      withSplit(half) { spectrum in
        vDSP_fft_zrop(setup, &numbers, 1, &spectrum, 1, vDSP_Length(exponent), FFTDirection(FFT_FORWARD))
        let result = parts(spectrum, half)
        #expect(near(result.real, real) && near(result.imaginary, imaginary))
      }
      vDSP_fft_zrip(setup, &numbers, 1, vDSP_Length(exponent), FFTDirection(kFFTDirection_Forward))
      let result = parts(numbers, half)
      #expect(near(result.real, real) && near(result.imaginary, imaginary))
      vDSP_fft_zrip(setup, &numbers, 1, vDSP_Length(exponent), FFTDirection(kFFTDirection_Inverse))
      var back = [DSPComplex](repeating: DSPComplex(), count: half)
      vDSP_ztoc(&numbers, 1, &back, 2, length)
      #expect(near(back.flatMap { [$0.real, $0.imag] }.map { $0 / N(2 * count) }, x))
    }
  }

  @Test func discreteTransforms_haveTheLengthsOfVDSP() throws {
    for length in [8, 24, 40, 120, 48] as [vDSP_Length] {
      let setup: vDSP_DFT_Setup = try #require(vDSP_DFT_zop_CreateSetup(nil, length, .FORWARD))
      let (x, y) = (numbers(Int(length), seed: 4), numbers(Int(length), seed: 5))
      var (a, b) = (x, y)
      vDSP_DFT_Execute(setup, x, y, &a, &b)
      vDSP_DFT_DestroySetup(setup)
      let expected = defined(x, y, sign: -1)
      #expect(near(a, expected.real) && near(b, expected.imaginary), "\(length)")
    }
    for length in [0, 4, 7, 56, 72] as [vDSP_Length] {
      #expect(vDSP_DFT_zop_CreateSetup(nil, length, .FORWARD) == nil, "\(length)")
    }
    #expect(vDSP_DFT_zrop_CreateSetup(nil, 8, .FORWARD) == nil)
    let setup = try #require(vDSP_DFT_zrop_CreateSetup(nil, 48, .INVERSE))
    defer { vDSP_DFT_DestroySetup(setup) }
    // A constant: its spectrum has the first value alone.
    var (real, imaginary) = ([N](repeating: 0, count: 24), [N](repeating: 0, count: 24))
    real[0] = 1
    imaginary[0] = 0
    var (even, odd) = (real, imaginary)
    vDSP_DFT_Execute(setup, real, imaginary, &even, &odd)
    #expect(near(even + odd, [N](repeating: 1, count: 48)))
  }

  @Test func discreteTransformsOfSwift_areThoseOfC() throws {
    let (x, y) = (numbers(24, seed: 7), numbers(24, seed: 8))
    let transform = try #require(
      vDSP.DFT(count: 24, direction: .forward, transformType: .complexComplex, ofType: N.self))
    let expected = defined(x, y, sign: -1)
    let result = transform.transform(inputReal: x, inputImaginary: y)
    #expect(near(result.real, expected.real) && near(result.imaginary, expected.imaginary))
    #expect(vDSP.DFT(count: 7, direction: .forward, transformType: .complexComplex, ofType: N.self) == nil)
    #expect(vDSP.DFT(count: -8, direction: .inverse, transformType: .complexReal, ofType: N.self) == nil)
    let real = try #require(vDSP.DFT(count: 48, direction: .inverse, transformType: .complexReal, ofType: N.self))
    let constant = real.transform(
      inputReal: [1] + [N](repeating: 0, count: 23), inputImaginary: [N](repeating: 0, count: 24))
    #expect(near(constant.real + constant.imaginary, [N](repeating: 1, count: 48)))
  }

  @Test func oneSetup_worksOnManyThreads() async throws {
    nonisolated(unsafe) let setup = try #require(vDSP_create_fftsetup(8, FFTRadix(FFT_RADIX2)))
    defer { vDSP_destroy_fftsetup(setup) }
    let x = numbers(256, seed: 6)
    let expected = defined(x, [N](repeating: 0, count: 256), sign: -1)
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<20).allSatisfy { _ in
            withSplit(256) { numbers in
              numbers.realp.update(from: x, count: 256)
              vDSP_fft_zip(setup, &numbers, 1, 8, FFTDirection(FFT_FORWARD))
              return near(parts(numbers, 256).real, expected.real)
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == [Bool](repeating: true, count: 8))
  }
}
