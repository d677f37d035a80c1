// Numbers that sum up arrays and other vectors, and sums so far.

extension vDSP {
  private static func reduce(
    _ vector: some AccelerateBuffer<Float>,
    _ function: (UnsafePointer<Float>, vDSP_Stride, UnsafeMutablePointer<Float>, vDSP_Length) -> Void
  ) -> Float {
    var result: Float = 0
    // Without elements, a function reads none of this one.
    vector.withUnsafeBufferPointer { values in
      withUnsafePointer(to: Float(0)) { function(values.baseAddress ?? $0, 1, &result, vDSP_Length(values.count)) }
    }
    return result
  }

  private static func place(
    _ vector: some AccelerateBuffer<Float>, _ none: Float,
    _ function: (
      UnsafePointer<Float>, vDSP_Stride, UnsafeMutablePointer<Float>, UnsafeMutablePointer<vDSP_Length>, vDSP_Length
    ) -> Void
  ) -> (UInt, Float) {
    var (value, place): (Float, vDSP_Length) = (none, 0)
    withVector(vector) { function($0, 1, &value, &place, $1) }
    return (place, value)
  }

  /// The sum.
  public static func sum(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_sve) }

  /// The sum of the squares.
  public static func sumOfSquares(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_svesq) }

  /// The sum of the magnitudes.
  public static func sumOfMagnitudes(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_svemg) }

  /// The sum, and the sum of the squares.
  public static func sumAndSumOfSquares(
    _ vector: some AccelerateBuffer<Float>
  ) -> (elementsSum: Float, squaresSum: Float) {
    (sum(vector), sumOfSquares(vector))
  }

  /// The mean; not a number without elements.
  public static func mean(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_meanv) }

  /// The mean of the magnitudes; not a number without elements.
  public static func meanMagnitude(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_meamgv) }

  /// The mean of the squares; not a number without elements.
  public static func meanSquare(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_measqv) }

  /// The root of the mean of the squares; not a number without elements.
  public static func rootMeanSquare(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_rmsqv) }

  /// The greatest element; −∞ without elements.
  public static func maximum(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_maxv) }

  /// The least element; ∞ without elements.
  public static func minimum(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_minv) }

  /// The greatest magnitude; 0 without elements.
  public static func maximumMagnitude(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_maxmgv) }

  /// The least magnitude; ∞ without elements.
  public static func minimumMagnitude(_ vector: some AccelerateBuffer<Float>) -> Float { reduce(vector, vDSP_minmgv) }

  /// The greatest element and its position; −∞ and 0 without elements.
  public static func indexOfMaximum(_ vector: some AccelerateBuffer<Float>) -> (UInt, Float) {
    place(vector, -.infinity, vDSP_maxvi)
  }

  /// The least element and its position; ∞ and 0 without elements.
  public static func indexOfMinimum(_ vector: some AccelerateBuffer<Float>) -> (UInt, Float) {
    place(vector, .infinity, vDSP_minvi)
  }

  /// The greatest magnitude and its position; 0 and 0 without elements.
  public static func indexOfMaximumMagnitude(_ vector: some AccelerateBuffer<Float>) -> (UInt, Float) {
    place(vector, 0, vDSP_maxmgvi)
  }

  /// The sum of the products of the elements that both vectors have.
  public static func dot(_ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>) -> Float {
    var result: Float = 0
    withVectors(vectorA, vectorB) { vDSP_dotpr($0, 1, $1, 1, &result, $2) }
    return result
  }

  /// The sum of the squares of the differences of the elements that both vectors have.
  public static func distanceSquared(
    _ pointA: some AccelerateBuffer<Float>, _ pointB: some AccelerateBuffer<Float>
  ) -> Float {
    var result: Float = 0
    withVectors(pointA, pointB) { vDSP_distancesq($0, 1, $1, 1, &result, $2) }
    return result
  }

  /// The distances of points from the origin: √(x² + y²).
  public static func hypot(_ x: some AccelerateBuffer<Float>, _ y: some AccelerateBuffer<Float>) -> [Float] {
    array(min(x.count, y.count)) { hypot(x, y, result: &$0) }
  }

  /// The distances of points from the origin: √(x² + y²).
  public static func hypot(
    _ x: some AccelerateBuffer<Float>, _ y: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(x, y, to: &result) { vDSP_vdist($0, 1, $1, 1, $2, 1, $3) }
  }

  /// The number of changes of sign.
  public static func countZeroCrossings(_ vector: some AccelerateBuffer<Float>) -> UInt {
    var (last, found): (vDSP_Length, vDSP_Length) = (0, 0)
    withVector(vector) { vDSP_nzcros($0, 1, $1, &last, &found, $1) }
    return found
  }

  // MARK: Integrals

  /// The integrals from the first element to each one.
  ///
  /// - Parameter stepSize: The distance between elements; the factor of a running sum, which leaves out the first element.
  public static func integrate(
    _ vector: some AccelerateBuffer<Float>, using rule: IntegrationRule, stepSize: Float = 1
  ) -> [Float] {
    array(vector.count) { integrate(vector, using: rule, stepSize: stepSize, result: &$0) }
  }

  /// The integrals from the first element to each one.
  ///
  /// - Parameter stepSize: The distance between elements; the factor of a running sum, which leaves out the first element.
  public static func integrate(
    _ vector: some AccelerateBuffer<Float>, using rule: IntegrationRule, stepSize: Float = 1,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { source, target, count in
      switch rule {
      case .runningSum: vDSP_vrsum(source, 1, [stepSize], target, 1, count)
      case .simpson: vDSP_vsimps(source, 1, [stepSize], target, 1, count)
      case .trapezoidal: vDSP_vtrapz(source, 1, [stepSize], target, 1, count)
      }
    }
  }
}
