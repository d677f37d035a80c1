import Accelerate
import Testing

/// vDSP's transforms, judged by the sums that define them.
@Suite struct TransformTests {
  /// Returns numbers that look random.
  private func numbers(_ count: Int, seed: UInt64) -> [Double] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 23) - 1
    }
  }

  /// Returns the transform by its definition.
  private func defined(_ real: [Double], _ imaginary: [Double], sign: Double) -> ([Double], [Double]) {
    let count = real.count
    var (a, b) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
    for k in 0..<count {
      for n in 0..<count {
        let angle = sign * 2 * Double.pi * Double(k * n % count) / Double(count)
        a[k] += real[n] * cos(angle) - imaginary[n] * sin(angle)
        b[k] += real[n] * sin(angle) + imaginary[n] * cos(angle)
      }
    }
    return (a, b)
  }

  private func distance(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).map { abs($0 - $1) }.max() ?? 0 }

  @Test(arguments: [0, 1, 2, 5, 8]) func complexTransforms_areTheSums(exponent: Int) throws {
    let count = 1 << exponent
    let (x, y) = (numbers(count, seed: 1), numbers(count, seed: 2))
    let setup = try #require(vDSP_create_fftsetupD(8, FFTRadix(kFFTRadix2)))
    defer { vDSP_destroy_fftsetupD(setup) }
    for (direction, sign) in [(FFT_FORWARD, -1.0), (FFT_INVERSE, 1.0)] {
      var (a, b) = (x, y)
      a.withUnsafeMutableBufferPointer { a in
        b.withUnsafeMutableBufferPointer { b in
          var split = DSPDoubleSplitComplex(realp: a.baseAddress!, imagp: b.baseAddress!)
          vDSP_fft_zipD(setup, &split, 1, vDSP_Length(exponent), FFTDirection(direction))
        }
      }
      let (c, d) = defined(x, y, sign: sign)
      #expect(distance(a, c) < 1e-11 && distance(b, d) < 1e-11, "\(count), \(direction)")
    }
  }

  @Test(arguments: [1, 2, 4, 10]) func realTransforms_arePackedAndTwiceAsLarge_andComeBack(exponent: Int) throws {
    let count = 1 << exponent
    let x = numbers(count, seed: 3)
    let setup = try #require(vDSP_create_fftsetup(vDSP_Length(exponent), FFTRadix(FFT_RADIX2)))
    defer { vDSP_destroy_fftsetup(setup) }
    let signal = x.map { Float($0) }
    var (a, b) = ([Float](repeating: 0, count: count / 2), [Float](repeating: 0, count: count / 2))
    var back = [DSPComplex](repeating: DSPComplex(), count: count / 2)
    var spectrum: (real: [Double], imaginary: [Double]) = ([], [])
    a.withUnsafeMutableBufferPointer { a in
      b.withUnsafeMutableBufferPointer { b in
        var split = DSPSplitComplex(realp: a.baseAddress!, imagp: b.baseAddress!)
        signal.withUnsafeBytes { bytes in
          vDSP_ctoz(
            bytes.bindMemory(to: DSPComplex.self).baseAddress!, 2, &split, 1, vDSP_Length(count / 2))
        }
        vDSP_fft_zrip(setup, &split, 1, vDSP_Length(exponent), FFTDirection(kFFTDirection_Forward))
        spectrum = (a.map { Double($0) }, b.map { Double($0) })
        vDSP_fft_zrip(setup, &split, 1, vDSP_Length(exponent), FFTDirection(kFFTDirection_Inverse))
        vDSP_ztoc(&split, 1, &back, 2, vDSP_Length(count / 2))
      }
    }
    let (c, d) = defined(x, [Double](repeating: 0, count: count), sign: -1)
    let limit = 1e-5 * Double(count)
    #expect(abs(spectrum.real[0] - 2 * c[0]) < limit && abs(spectrum.imaginary[0] - 2 * c[count / 2]) < limit)
    for k in 1..<max(1, count / 2) {
      #expect(abs(spectrum.real[k] - 2 * c[k]) < limit && abs(spectrum.imaginary[k] - 2 * d[k]) < limit)
    }
    let result = back.flatMap { [Double($0.real), Double($0.imag)] }.map { $0 / Double(2 * count) }
    #expect(distance(result, x) < 1e-5)
  }

  @Test func discreteTransforms_haveTheLengthsOfVDSP() throws {
    for length in [8, 24, 40, 120, 48] as [vDSP_Length] {
      let setup = try #require(vDSP_DFT_zop_CreateSetupD(nil, length, .FORWARD))
      let (x, y) = (numbers(Int(length), seed: 4), numbers(Int(length), seed: 5))
      var (a, b) = (x, y)
      vDSP_DFT_ExecuteD(setup, x, y, &a, &b)
      vDSP_DFT_DestroySetupD(setup)
      let (c, d) = defined(x, y, sign: -1)
      #expect(distance(a, c) < 1e-11 && distance(b, d) < 1e-11, "\(length)")
    }
    for length in [0, 4, 7, 56, 72] as [vDSP_Length] {
      #expect(vDSP_DFT_zop_CreateSetup(nil, length, .FORWARD) == nil, "\(length)")
    }
    #expect(vDSP_DFT_zrop_CreateSetup(nil, 8, .FORWARD) == nil)
    let setup = try #require(vDSP_DFT_zrop_CreateSetup(nil, 48, .INVERSE))
    defer { vDSP_DFT_DestroySetup(setup) }
    // A constant: its spectrum has the first value alone.
    var (real, imaginary) = ([Float](repeating: 0, count: 24), [Float](repeating: 0, count: 24))
    real[0] = 1
    var (even, odd) = (real, imaginary)
    vDSP_DFT_Execute(setup, real, imaginary, &even, &odd)
    #expect(even.allSatisfy { abs($0 - 1) < 1e-6 } && odd.allSatisfy { abs($0 - 1) < 1e-6 })
    imaginary[0] = 0
  }

  @Test func oneSetup_worksOnManyThreads() async throws {
    nonisolated(unsafe) let setup = try #require(vDSP_create_fftsetupD(8, FFTRadix(FFT_RADIX2)))
    defer { vDSP_destroy_fftsetupD(setup) }
    let x = numbers(256, seed: 6)
    let zeros = [Double](repeating: 0, count: 256)
    let expected = defined(x, zeros, sign: -1).0
    let distances = await withTaskGroup(of: Double.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var (a, b, worst) = (x, zeros, 0.0)
          for _ in 0..<20 {
            (a, b) = (x, zeros)
            a.withUnsafeMutableBufferPointer { a in
              b.withUnsafeMutableBufferPointer { b in
                var split = DSPDoubleSplitComplex(realp: a.baseAddress!, imagp: b.baseAddress!)
                vDSP_fft_zipD(setup, &split, 1, 8, FFTDirection(FFT_FORWARD))
              }
            }
            worst = max(worst, zip(a, expected).map { abs($0 - $1) }.max() ?? 1)
          }
          return worst
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(distances.allSatisfy { $0 < 1e-10 })
  }

  @Test func doubles_haveTheCallsOfFloats() {
    let x: [Double] = [3, -4, 0, 5]
    var (level, place): (Double, vDSP_Length) = (0, 0)
    vDSP_rmsqvD(x, 1, &level, 4)
    #expect(abs(level * level - 12.5) < 1e-12 && vDSP.maximumMagnitude(x) == 5 && vDSP.mean(x) == 1)
    vDSP_maxviD(x, 1, &level, &place, 4)
    #expect(level == 5 && place == 3)
    var (doubles, floats) = ([Double](repeating: 0, count: 2), [Float](repeating: 0, count: 2))
    vDSP_vspdp([0.5, -2], 1, &doubles, 1, 2)
    vDSP_vdpsp([1e-50, 3], 1, &floats, 1, 2)
    #expect(doubles == [0.5, -2] && floats == [0, 3])
    var window = [Double](repeating: 0, count: 4)
    vDSP_hann_windowD(&window, 4, Int32(vDSP_HANN_DENORM))
    #expect(zip(window, [0, 0.5, 1, 0.5]).allSatisfy { abs($0 - $1) < 1e-15 })
  }
}
