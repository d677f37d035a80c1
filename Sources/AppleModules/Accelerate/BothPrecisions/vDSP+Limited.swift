// Arrays and other vectors whose elements are limited, interpolated, filtered or put in order.

extension vDSP {
  /// Elements limited to a range.
  public static func clip(_ vector: some AccelerateBuffer<Float>, to bounds: ClosedRange<Float>) -> [Float] {
    array(vector.count) { clip(vector, to: bounds, result: &$0) }
  }

  /// Elements limited to a range.
  public static func clip(
    _ vector: some AccelerateBuffer<Float>, to bounds: ClosedRange<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_vclip($0, 1, [bounds.lowerBound], [bounds.upperBound], $1, 1, $2) }
  }

  /// Elements moved out of a range, to the bound on the side of their sign.
  public static func invertedClip(_ vector: some AccelerateBuffer<Float>, to bounds: ClosedRange<Float>) -> [Float] {
    array(vector.count) { invertedClip(vector, to: bounds, result: &$0) }
  }

  /// Elements moved out of a range, to the bound on the side of their sign.
  public static func invertedClip(
    _ vector: some AccelerateBuffer<Float>, to bounds: ClosedRange<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_viclip($0, 1, [bounds.lowerBound], [bounds.upperBound], $1, 1, $2) }
  }

  /// Compares the elements with a limit.
  public static func threshold(
    _ vector: some AccelerateBuffer<Float>, to lowerBound: Float, with rule: ThresholdRule<Float>
  ) -> [Float] {
    array(vector.count) { threshold(vector, to: lowerBound, with: rule, result: &$0) }
  }

  /// Compares the elements with a limit.
  public static func threshold(
    _ vector: some AccelerateBuffer<Float>, to lowerBound: Float, with rule: ThresholdRule<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { source, target, count in
      switch rule {
      case .clampToThreshold: vDSP_vthr(source, 1, [lowerBound], target, 1, count)
      case .zeroFill: vDSP_vthres(source, 1, [lowerBound], target, 1, count)
      case .signedConstant(let constant): vDSP_vthrsc(source, 1, [lowerBound], [constant], target, 1, count)
      }
    }
  }

  /// A number for elements from a limit up, its negative for those below.
  public static func limit(
    _ vector: some AccelerateBuffer<Float>, limit: Float, withOutputConstant outputConstant: Float
  ) -> [Float] {
    threshold(vector, to: limit, with: .signedConstant(outputConstant))
  }

  // MARK: Ramps and interpolation

  /// Numbers from one on, with the same distances.
  public static func ramp(withInitialValue initialValue: Float, increment: Float, count: Int) -> [Float] {
    array(count) { formRamp(withInitialValue: initialValue, increment: increment, result: &$0) }
  }

  /// Sets all elements to numbers from one on, with the same distances.
  public static func formRamp(
    withInitialValue initialValue: Float, increment: Float, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withResult(&result) { vDSP_vramp([initialValue], [increment], $0, 1, $1) }
  }

  /// Numbers with the same distances from the first to the last of a range.
  public static func ramp(in range: ClosedRange<Float>, count: Int) -> [Float] {
    array(count) { formRamp(in: range, result: &$0) }
  }

  /// Sets all elements to numbers with the same distances from the first to the last of a range.
  public static func formRamp(in range: ClosedRange<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withResult(&result) { vDSP_vgen([range.lowerBound], [range.upperBound], $0, 1, $1) }
  }

  /// Between two vectors: a + k · (b − a).
  public static func linearInterpolate(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>,
    using interpolationConstant: Float
  ) -> [Float] {
    array(min(vectorA.count, vectorB.count)) {
      linearInterpolate(vectorA, vectorB, using: interpolationConstant, result: &$0)
    }
  }

  /// Between two vectors: a + k · (b − a).
  public static func linearInterpolate(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>,
    using interpolationConstant: Float, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(vectorA, vectorB, to: &result) { vDSP_vintb($0, 1, $1, 1, [interpolationConstant], $2, 1, $3) }
  }

  /// Looks up elements at places with fractions between two of them.
  public static func linearInterpolate(
    elementsOf vector: some AccelerateBuffer<Float>, using controlVector: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(controlVector.count) { linearInterpolate(elementsOf: vector, using: controlVector, result: &$0) }
  }

  /// Looks up elements at places with fractions between two of them.
  public static func linearInterpolate(
    elementsOf vector: some AccelerateBuffer<Float>, using controlVector: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(controlVector, to: &result) { places, target, count in
      withVector(vector) { vDSP_vlint($0, places, 1, target, 1, count, $1) }
    }
  }

  /// Numbers at all places from 0 to the last of some, which rise, on lines between the values that are at these.
  public static func linearInterpolate(
    values: some AccelerateBuffer<Float>, atIndices indices: some AccelerateBuffer<Float>
  ) -> [Float] {
    let last = indices.withUnsafeBufferPointer(\.last)
    return array(last.map { Int($0) + 1 } ?? 0) { linearInterpolate(values: values, atIndices: indices, result: &$0) }
  }

  /// Numbers at all places from 0 on, on lines between the values that are at some places, which rise; after the last of these, the
  /// last value.
  public static func linearInterpolate(
    values: some AccelerateBuffer<Float>, atIndices indices: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    precondition(values.count == indices.count, "each value has a place")
    withVectors(values, indices) { values, indices, count in
      withResult(&result) { vDSP_vgenp(values, 1, indices, 1, $0, 1, $1, count) }
    }
  }

  /// Elements less their mean, divided by their standard deviation.
  public static func normalize(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { result in
      var (mean, deviation): (Float, Float) = (0, 0)
      withVector(vector, to: &result) { vDSP_normalize($0, 1, $1, 1, &mean, &deviation, $2) }
    }
  }

  // MARK: Filters

  /// Correlates with a kernel: each result is the sum of the products of the kernel and the elements from one on. There are as many as
  /// places where the kernel fits.
  public static func convolve(
    _ vector: some AccelerateBuffer<Float>, withKernel kernel: some AccelerateBuffer<Float>
  ) -> [Float] {
    guard kernel.count > 0, vector.count >= kernel.count else { return [] }
    return array(vector.count - kernel.count + 1) { convolve(vector, withKernel: kernel, result: &$0) }
  }

  /// Correlates with a kernel: each result is the sum of the products of the kernel and the elements from one on.
  public static func convolve(
    _ vector: some AccelerateBuffer<Float>, withKernel kernel: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(vector, kernel) { source, filter, _ in
      withResult(&result) { target, room in
        let count = min(Int(room), vector.count - kernel.count + 1)
        vDSP_conv(source, 1, filter, 1, target, 1, vDSP_Length(max(0, count)), vDSP_Length(kernel.count))
      }
    }
  }

  /// Filters, and keeps each of some samples.
  public static func downsample(
    _ vector: some AccelerateBuffer<Float>, decimationFactor: Int, filterCoefficients: some AccelerateBuffer<Float>
  ) -> [Float] {
    guard decimationFactor > 0, filterCoefficients.count > 0, vector.count >= filterCoefficients.count else {
      return []
    }
    return array((vector.count - filterCoefficients.count) / decimationFactor + 1) {
      downsample(vector, decimationFactor: decimationFactor, filterCoefficients: filterCoefficients, result: &$0)
    }
  }

  /// Filters, and keeps each of some samples.
  public static func downsample(
    _ vector: some AccelerateBuffer<Float>, decimationFactor: Int, filterCoefficients: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    guard decimationFactor > 0, vector.count >= filterCoefficients.count else { return }
    let count = (vector.count - filterCoefficients.count) / decimationFactor + 1
    withVectors(vector, filterCoefficients) { source, filter, _ in
      withResult(&result) {
        vDSP_desamp(
          source, decimationFactor, filter, $0, min($1, vDSP_Length(count)), vDSP_Length(filterCoefficients.count))
      }
    }
  }

  /// The sums of the elements in a window that moves.
  public static func slidingWindowSum(
    _ vector: some AccelerateBuffer<Float>, usingWindowLength windowLength: Int
  ) -> [Float] {
    windowLength > 0 ? convolve(vector, withKernel: [Float](repeating: 1, count: windowLength)) : []
  }

  // MARK: Order and contents

  /// Reverses the order of elements.
  public static func reverse(_ vector: inout some AccelerateMutableBuffer<Float>) {
    withResult(&vector) { vDSP_vrvrs($0, 1, $1) }
  }

  /// Sorts the elements.
  public static func sort(_ vector: inout some AccelerateMutableBuffer<Float>, sortOrder: SortOrder) {
    withResult(&vector) { vDSP_vsort($0, $1, sortOrder.rawValue) }
  }

  /// Empties a vector: all elements become 0.
  public static func clear(_ vector: inout some AccelerateMutableBuffer<Float>) {
    withResult(&vector) { vDSP_vclr($0, 1, $1) }
  }

  /// Fills a vector with a number.
  public static func fill(_ vector: inout some AccelerateMutableBuffer<Float>, with value: Float) {
    withResult(&vector) { vDSP_vfill([value], $0, 1, $1) }
  }
}
