import Accelerate
import Testing

private typealias N = Float

/// Each call of vDSP on numbers of single precision, judged by NumPy and SciPy, which gave the expected numbers.
@Suite struct VectorTests {
  /// Expects numbers of a call on four vectors, which are in a row or have gaps that stay as they are.
  private func expect(
    _ expected: [N], length: Int? = nil, line: Int = #line,
    _ body: (
      UnsafePointer<N>, UnsafePointer<N>, UnsafePointer<N>, UnsafePointer<N>, UnsafeMutablePointer<N>, vDSP_Stride
    ) -> Void
  ) {
    for stride in [1, 3] {
      func spread(_ numbers: [N]) -> [N] { numbers.flatMap { [$0] + [N](repeating: 99, count: stride - 1) } }
      let (a, b) = (spread([3, -4, 0.5, 5]), spread([2, 0.5, -1, 4]))
      let (c, d) = (spread([1, -2, 3, 0]), spread([-1, 2, 0.25, 8]))
      var result = spread([0, 0, 0, 0])
      body(a, b, c, d, &result, stride)
      let numbers = (0..<expected.count).map { result[$0 * stride] }
      #expect(near(numbers, expected), "line \(line): \(numbers)")
      #expect(result.enumerated().allSatisfy { $0.offset % stride == 0 || $0.element == 99 })
    }
  }

  private func near(_ a: [N], _ b: [N]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || abs($0 - $1) < max(1e-8, 100 * N.ulpOfOne) }
  }

  @Test func pairsOfVectors_areCombined() {
    expect([5, -3.5, -0.5, 9]) { a, b, c, d, o, s in vDSP_vadd(a, s, b, s, o, s, 4) }
    expect([6, -2, -0.5, 20]) { a, b, c, d, o, s in vDSP_vmul(a, s, b, s, o, s, 4) }
    expect([1, -4.5, 1.5, 1]) { a, b, c, d, o, s in vDSP_vsub(b, s, a, s, o, s, 4) }
    expect([1.5, -8, -0.5, 1.25]) { a, b, c, d, o, s in vDSP_vdiv(b, s, a, s, o, s, 4) }
    expect([3, 0.5, 0.5, 5]) { a, b, c, d, o, s in vDSP_vmax(a, s, b, s, o, s, 4) }
    expect([2, -4, -1, 4]) { a, b, c, d, o, s in vDSP_vmin(a, s, b, s, o, s, 4) }
    expect([3.605551275, 4.031128874, 1.118033989, 6.403124237]) { a, b, c, d, o, s in vDSP_vdist(a, s, b, s, o, s, 4) }
    expect([2.75, -2.875, 0.125, 4.75]) { a, b, c, d, o, s in vDSP_vintb(a, s, b, s, d + 2 * s, o, s, 4) }
    expect([3, -2.5, -0.5, 4]) { a, b, c, d, o, s in vDSP_vtmerg(a, s, b, s, o, s, 4) }
  }

  @Test func vectorsAndNumbers_areCombined() {
    expect([5, -2, 2.5, 7]) { a, b, c, d, o, s in vDSP_vsadd(a, s, b, o, s, 4) }
    expect([6, -8, 1, 10]) { a, b, c, d, o, s in vDSP_vsmul(a, s, b, o, s, 4) }
    expect([1.5, -2, 0.25, 2.5]) { a, b, c, d, o, s in vDSP_vsdiv(a, s, b, o, s, 4) }
    expect([1.5, 6, -3, 0.75]) { a, b, c, d, o, s in vDSP_svdiv(a, b, s, o, s, 4) }
    expect([5, -9, 0, 9]) { a, b, c, d, o, s in vDSP_vsmsa(a, s, b, d, o, s, 4) }
    expect([3, 4, 0.5, 5]) { a, b, c, d, o, s in vDSP_vabs(a, s, o, s, 4) }
    expect([-3, 4, -0.5, -5]) { a, b, c, d, o, s in vDSP_vneg(a, s, o, s, 4) }
    expect([-3, -4, -0.5, -5]) { a, b, c, d, o, s in vDSP_vnabs(a, s, o, s, 4) }
    expect([9, 16, 0.25, 25]) { a, b, c, d, o, s in vDSP_vsq(a, s, o, s, 4) }
    expect([9, -16, 0.25, 25]) { a, b, c, d, o, s in vDSP_vssq(a, s, o, s, 4) }
    expect([0, 0, 0.5, 0]) { a, b, c, d, o, s in vDSP_vfrac(a, s, o, s, 4) }
    expect([2, 2, 2, 2]) { a, b, c, d, o, s in vDSP_vfill(b, o, s, 4) }
    expect([0, 0, 0, 0]) { a, b, c, d, o, s in vDSP_vclr(o, s, 4) }
    expect([3, 5, 7, 9]) { a, b, c, d, o, s in vDSP_vramp(a, b, o, s, 4) }
    expect([3, 1.666666667, 0.333333333, -1]) { a, b, c, d, o, s in vDSP_vgen(a, d, o, s, 4) }
  }

  @Test func threeAndFourVectors_areCombined() {
    expect([7, -4, 2.5, 20]) { a, b, c, d, o, s in vDSP_vma(a, s, b, s, c, s, o, s, 4) }
    expect([9, 1, 2.5, 23]) { a, b, c, d, o, s in vDSP_vmsa(a, s, b, s, c + 2 * s, o, s, 4) }
    expect([5, 0, -3.5, 20]) { a, b, c, d, o, s in vDSP_vmsb(a, s, b, s, c, s, o, s, 4) }
    expect([7, -10, 4, 10]) { a, b, c, d, o, s in vDSP_vsma(a, s, b, c, s, o, s, 4) }
    expect([5, -6, -2, 10]) { a, b, c, d, o, s in vDSP_vsmsb(a, s, b, c, s, o, s, 4) }
    expect([5, -6, -2, 10]) { a, b, c, d, o, s in vDSP_vsmsma(a, s, b, c, s, d, o, s, 4) }
    expect([5, 7, -1.5, 0]) { a, b, c, d, o, s in vDSP_vam(a, s, b, s, c, s, o, s, 4) }
    expect([1, 9, 4.5, 0]) { a, b, c, d, o, s in vDSP_vsbm(a, s, b, s, c, s, o, s, 4) }
    expect([-5, 3.5, 0.5, -9]) { a, b, c, d, o, s in vDSP_vasm(a, s, b, s, d, o, s, 4) }
    expect([-1, 4.5, -1.5, -1]) { a, b, c, d, o, s in vDSP_vsbsm(a, s, b, s, d, o, s, 4) }
    expect([5, -6, 0.25, 20]) { a, b, c, d, o, s in vDSP_vmma(a, s, b, s, c, s, d, s, o, s, 4) }
    expect([7, 2, -1.25, 20]) { a, b, c, d, o, s in vDSP_vmmsb(a, s, b, s, c, s, d, s, o, s, 4) }
    expect([0, 0, -1.625, 72]) { a, b, c, d, o, s in vDSP_vaam(a, s, b, s, c, s, d, s, o, s, 4) }
    expect([3.605551275, 2.5, 2.795084972, 6.403124237]) { a, b, c, d, o, s in
      vDSP_vpythg(a, s, b, s, c, s, d, s, o, s, 4)
    }
  }

  @Test func thresholdsAndLimits() {
    expect([3, 2, 2, 5]) { a, b, c, d, o, s in vDSP_vthr(a, s, b, o, s, 4) }
    expect([3, 0, 0, 5]) { a, b, c, d, o, s in vDSP_vthres(a, s, b, o, s, 4) }
    expect([1, -1, -1, 1]) { a, b, c, d, o, s in vDSP_vthrsc(a, s, b, c, o, s, 4) }
    expect([1, -1, -1, 1]) { a, b, c, d, o, s in vDSP_vlim(a, s, b, c, o, s, 4) }
    expect([2, -1, 0.5, 2]) { a, b, c, d, o, s in vDSP_vclip(a, s, d, b, o, s, 4) }
    expect([3, -4, 2, 5]) { a, b, c, d, o, s in vDSP_viclip(a, s, d, b, o, s, 4) }
    expect([3, -4, 0.5, 0]) { a, b, c, d, o, s in vDSP_vcmprs(a, s, c, s, o, s, 4) }
  }

  @Test func decibels() {
    expect([3.521825181, 6.020599913, -12.041199827, 7.958800173]) { a, b, c, d, o, s in
      vDSP_vabs(a, s, o, s, 4); vDSP_vdbcon(o, s, b, o, s, 4, 1)
    }
    expect([1.760912591, 3.010299957, -6.020599913, 3.979400087]) { a, b, c, d, o, s in
      vDSP_vabs(a, s, o, s, 4); vDSP_vdbcon(o, s, b, o, s, 4, 0)
    }
  }

  @Test func runningSumsAndRamps() {
    expect([0, -8, -7, 3]) { a, b, c, d, o, s in vDSP_vrsum(a, s, b, o, s, 4) }
    expect([0, -1, -4.5, 1]) { a, b, c, d, o, s in vDSP_vtrapz(a, s, b, o, s, 4) }
    expect([0, -1, -8.333333333, 1]) { a, b, c, d, o, s in vDSP_vsimps(a, s, b, o, s, 4) }
    expect([3.666666667, -0.666666667, -1.166666667, 7]) { a, b, c, d, o, s in
      vDSP_vsmul(b, s, b, o, s, 4); vDSP_vavlin(a, s, b, o, s, 4)
    }
    expect([1.5, -10, 2.25, 32.5]) { a, b, c, d, o, s in
      var start: N = 0.5; vDSP_vrampmul(a, s, &start, b, o, s, 4)
    }
    expect([3.5, -9.5, 1.25, 36.5]) { a, b, c, d, o, s in
      var start: N = 0.5; vDSP_vsmul(b, s, c, o, s, 4); vDSP_vrampmuladd(a, s, &start, b, o, s, 4)
    }
  }

  @Test func order() {
    expect([5, 3.5, -6, 4]) { a, b, c, d, o, s in
      vDSP_vadd(a, s, c, s, o, s, 4); vDSP_vrvrs(o, s, 4)
    }
  }

  @Test func numbersOfVectors() {
    expect([4.5], length: 1) { a, b, c, d, o, s in vDSP_sve(a, s, o, 4) }
    expect([50.25], length: 1) { a, b, c, d, o, s in vDSP_svesq(a, s, o, 4) }
    expect([12.5], length: 1) { a, b, c, d, o, s in vDSP_svemg(a, s, o, 4) }
    expect([18.25], length: 1) { a, b, c, d, o, s in vDSP_svs(a, s, o, 4) }
    expect([1.125], length: 1) { a, b, c, d, o, s in vDSP_meanv(a, s, o, 4) }
    expect([3.125], length: 1) { a, b, c, d, o, s in vDSP_meamgv(a, s, o, 4) }
    expect([12.5625], length: 1) { a, b, c, d, o, s in vDSP_measqv(a, s, o, 4) }
    expect([4.5625], length: 1) { a, b, c, d, o, s in vDSP_mvessq(a, s, o, 4) }
    expect([3.54436172], length: 1) { a, b, c, d, o, s in vDSP_rmsqv(a, s, o, 4) }
    expect([5], length: 1) { a, b, c, d, o, s in vDSP_maxv(a, s, o, 4) }
    expect([-4], length: 1) { a, b, c, d, o, s in vDSP_minv(a, s, o, 4) }
    expect([5], length: 1) { a, b, c, d, o, s in vDSP_maxmgv(a, s, o, 4) }
    expect([0.5], length: 1) { a, b, c, d, o, s in vDSP_minmgv(a, s, o, 4) }
    expect([23.5], length: 1) { a, b, c, d, o, s in vDSP_dotpr(a, s, b, s, o, 4) }
    expect([24.5], length: 1) { a, b, c, d, o, s in vDSP_distancesq(a, s, b, s, o, 4) }
    expect([-.infinity], length: 1) { a, b, c, d, o, s in vDSP_maxv(a, s, o, 0) }
    expect([.infinity], length: 1) { a, b, c, d, o, s in vDSP_minv(a, s, o, 0) }
    expect([0], length: 1) { a, b, c, d, o, s in vDSP_sve(a, s, o, 0) }
  }

  @Test func tables_areLookedUpBetweenTheirElements() {
    let table: [N] = [1, 2, -1, 3, 0.5, -2, 4, 1]
    let places: [N] = [0, 1.25, 2.5, 6]
    var result: [N] = [0, 0, 0, 0]
    vDSP_vlint(table, places, 1, &result, 1, 4, 8)
    #expect(near(result, [1, 1.25, 1, 4]))
    vDSP_vindex(table, places, 1, &result, 1, 4)
    #expect(result == [1, 2, -1, 4])
    vDSP_vgathr(table, [1, 8, 2, 2], 1, &result, 1, 4)
    #expect(result == [1, 1, 2, 2])
    // Parabolas through squares are exact.
    vDSP_vqint([0, 1, 4, 9, 16], [0.5, 1, 2.5, 3.25], 1, &result, 1, 4, 5)
    #expect(near(result, [0.25, 1, 6.25, 10.5625]))
  }

  @Test func placesBetweenThoseOfElements_areOnLines_othersAreTheEnds() {
    expect([0.666666667, -1.666666667, -4, 1.086956522]) { a, b, c, d, o, s in
      // The places −1, 2, 2.25 and 8.
      var places = [N](repeating: 0, count: 3 * s + 1)
      for n in 0..<4 { places[n * s] = [-1, 2, 2.25, 8][n] }
      vDSP_vgenp(a, s, places, s, o, s, 4, 4)
    }
    expect([3, 3, 3, 3]) { a, b, c, d, o, s in vDSP_vgenp(a, s, b, s, o, s, 4, 1) }
  }

  @Test func elements_areSortedAndExchanged() {
    var numbers: [N] = [1, 2, -1, 3, 0.5, -2, 4, 1]
    vDSP_vsort(&numbers, 8, 1)
    #expect(numbers == [-2, -1, 0.5, 1, 1, 2, 3, 4])
    vDSP_vsort(&numbers, 8, -1)
    #expect(numbers == [4, 3, 2, 1, 1, 0.5, -1, -2])
    var places: [vDSP_Length] = [3, 1, 0, 2]
    vDSP_vsorti([5, -1, 7, 0], &places, nil, 4, 1)
    #expect(places == [1, 3, 0, 2])
    vDSP_vsorti([5, -1, 7, 0], &places, nil, 4, -1)
    #expect(places == [2, 0, 3, 1])
    var (a, b): ([N], [N]) = ([1, 2, 3, 4], [5, 6, 7, 8])
    vDSP_vswap(&a, 2, &b, 1, 2)
    #expect(a == [5, 2, 6, 4] && b == [1, 3, 7, 8])
  }

  @Test func positions_areCountedInStrides() {
    let numbers: [N] = [1, 9, -7, 9, 3, 9, 0.5]
    var (value, place): (N, vDSP_Length) = (0, 0)
    vDSP_maxvi(numbers, 2, &value, &place, 4)
    #expect(value == 3 && place == 4)
    vDSP_minvi(numbers, 2, &value, &place, 4)
    #expect(value == -7 && place == 2)
    vDSP_maxmgvi(numbers, 2, &value, &place, 4)
    #expect(value == 7 && place == 2)
    vDSP_minmgvi(numbers, 2, &value, &place, 4)
    #expect(value == 0.5 && place == 6)
    var (last, count): (vDSP_Length, vDSP_Length) = (0, 0)
    vDSP_nzcros(numbers, 2, 2, &last, &count, 4)
    #expect(last == 4 && count == 2)
  }

  @Test func deviations_areOfAllElements() {
    let numbers: [N] = [3, -4, 0.5, 5]
    var (mean, deviation, result): (N, N, [N]) = (0, 0, [0, 0, 0, 0])
    vDSP_normalize(numbers, 1, &result, 1, &mean, &deviation, 4)
    #expect(near([mean, deviation], [1.125, 3.361082415]))
    #expect(near(result, [0.557856002, -1.524806407, -0.185952001, 1.152902405]))
    vDSP_normalize(numbers, 1, nil, 1, &mean, &deviation, 4)
    #expect(near([mean, deviation], [1.125, 3.361082415]))
    vDSP_sve_svesq(numbers, 1, &mean, &deviation, 4)
    #expect(near([mean, deviation], [4.5, 50.25]))
    var (low, high): (vDSP_Length, vDSP_Length) = (0, 0)
    vDSP_vclipc(numbers, 1, [0], [3], &result, 1, 4, &low, &high)
    #expect(result == [3, 0, 0.5, 3] && low == 1 && high == 1)
  }

  @Test func filters_areThoseOfSciPy() {
    let signal: [N] = [1, 2, -1, 3, 0.5, -2, 4, 1]
    let kernel: [N] = [0.5, -1, 2]
    var result = [N](repeating: 0, count: 6)
    vDSP_conv(signal, 1, kernel, 1, &result, 1, 6, 3)
    #expect(near(result, [-3.5, 8, -2.5, -3, 10.25, -3]))
    kernel.withUnsafeBufferPointer { vDSP_conv(signal, 1, $0.baseAddress! + 2, -1, &result, 1, 6, 3) }
    #expect(near(result, [-0.5, 6.5, -4.75, 4.5, 5, -7.5]))
    vDSP_vswsum(signal, 1, &result, 1, 6, 3)
    #expect(near(result, [2, 4, 2.5, 1.5, 2.5, 3]))
    vDSP_vswmax(signal, 1, &result, 1, 6, 3)
    #expect(result == [2, 3, 3, 3, 4, 4])
    vDSP_desamp(signal, 2, kernel, &result, 3, 3)
    #expect(near(Array(result[..<3]), [-3.5, -2.5, 10.25]))
    var recursive = [N](repeating: 0, count: 10)
    vDSP_deq22([0, 0] + signal, 1, [0.2, 0.3, 0.1, -0.5, 0.25], &recursive, 1, 8)
    #expect(near(Array(recursive[2...]), [0.2, 0.8, 0.85, 0.725, 1.05, 0.39375, 0.184375, 1.19375]))
  }

  @Test func chainsOfFilters_goOnFromCallToCall() throws {
    let signal: [N] = [1, 2, -1, 3, 0.5, -2, 4, 1]
    let chain = try #require(
      vDSP_biquad_CreateSetup([0.2, 0.3, 0.1, -0.5, 0.25, 0.4, -0.1, 0.05, 0.2, -0.1], 2))
    defer { vDSP_biquad_DestroySetup(chain) }
    var (delay, result) = ([N](repeating: 0, count: 6), [N](repeating: 0, count: 8))
    vDSP_biquad(chain, &delay, signal, 1, &result, 1, 5)
    signal.withUnsafeBufferPointer { signal in
      result.withUnsafeMutableBufferPointer { result in
        vDSP_biquad(chain, &delay, signal.baseAddress! + 5, 1, result.baseAddress! + 5, 1, 3)
      }
    }
    #expect(near(result, [0.08, 0.284, 0.2212, 0.22916, 0.366288, 0.0384084, 0.11582212, 0.459426416]))
    #expect(near(delay, [4, 1, 0.184375, 1.19375, 0.11582212, 0.459426416]))
    #expect(vDSP_biquad_CreateSetup([], 0) == nil)
  }

  @Test func integers_areCutRoundedAndLimited() {
    let numbers: [N] = [1.5, 2.5, -1.5, -0.6, 1e10, -1e10, .nan]
    func fixed<Integer: FixedWidthInteger>(
      _ body: (UnsafePointer<N>, vDSP_Stride, UnsafeMutablePointer<Integer>, vDSP_Stride, vDSP_Length) -> Void
    ) -> [Integer] {
      var result = [Integer](repeating: 7, count: 7)
      body(numbers, 1, &result, 1, 7)
      return result
    }
    #expect(fixed(vDSP_vfix8) == [1, 2, -1, 0, 127, -128, 0])
    #expect(fixed(vDSP_vfixu8) == [1, 2, 0, 0, 255, 0, 0])
    #expect(fixed(vDSP_vfix16) == [1, 2, -1, 0, 32767, -32768, 0])
    #expect(fixed(vDSP_vfixu16) == [1, 2, 0, 0, 65535, 0, 0])
    #expect(fixed(vDSP_vfix32) == [1, 2, -1, 0, .max, .min, 0])
    #expect(fixed(vDSP_vfixu32) == [1, 2, 0, 0, .max, 0, 0])
    #expect(fixed(vDSP_vfixr8) == [2, 2, -2, -1, 127, -128, 0])
    #expect(fixed(vDSP_vfixru8) == [2, 2, 0, 0, 255, 0, 0])
    #expect(fixed(vDSP_vfixr16) == [2, 2, -2, -1, 32767, -32768, 0])
    #expect(fixed(vDSP_vfixru16) == [2, 2, 0, 0, 65535, 0, 0])
    #expect(fixed(vDSP_vfixr32) == [2, 2, -2, -1, .max, .min, 0])
    #expect(fixed(vDSP_vfixru32) == [2, 2, 0, 0, .max, 0, 0])
    var result: [N] = [0, 0]
    vDSP_vflt8([-128, 127], 1, &result, 1, 2)
    #expect(result == [-128, 127])
    vDSP_vfltu8([255, 1], 1, &result, 1, 2)
    #expect(result == [255, 1])
    vDSP_vflt16([-32768, 5], 1, &result, 1, 2)
    #expect(result == [-32768, 5])
    vDSP_vfltu16([65535, 5], 1, &result, 1, 2)
    #expect(result == [65535, 5])
    vDSP_vflt32([-65536, 5], 1, &result, 1, 2)
    #expect(result == [-65536, 5])
    vDSP_vfltu32([4_294_967_040, 5], 1, &result, 1, 2)
    #expect(result == [4_294_967_040, 5])
  }

  @Test func windows_areTheDefinitions() {
    var window = [N](repeating: 0, count: 4)
    vDSP_hann_window(&window, 4, vDSP_HANN_DENORM)
    #expect(near(window, [0, 0.5, 1, 0.5]))
    vDSP_hann_window(&window, 4, vDSP_HANN_NORM)
    #expect(near(window, [0, 0.8165, 1.633, 0.8165]))
    vDSP_hamm_window(&window, 4, 0)
    #expect(near(window, [0.08, 0.54, 1, 0.54]))
    vDSP_blkman_window(&window, 4, 0)
    #expect(near(window, [0, 0.34, 1, 0.34]))
    window = [9, 9, 9, 9]
    vDSP_hamm_window(&window, 4, vDSP_HALF_WINDOW)
    #expect(near(window, [0.08, 0.54, 9, 9]))
  }
}
