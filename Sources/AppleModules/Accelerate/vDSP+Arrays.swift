/// Signal processing on arrays; see the functions that begin with `vDSP_`.
public enum vDSP {
  private static func reduce(
    _ vector: [Float], _ function: (UnsafePointer<Float>, vDSP_Stride, UnsafeMutablePointer<Float>, vDSP_Length) -> Void
  ) -> Float {
    var result: Float = 0
    vector.withUnsafeBufferPointer { values in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { none in
        guard let place = none.baseAddress else { return }
        function(values.baseAddress ?? UnsafePointer(place), 1, &result, vDSP_Length(values.count))
      }
    }
    return result
  }

  /// The sum.
  public static func sum(_ vector: [Float]) -> Float { reduce(vector, vDSP_sve) }
  /// The sum of the squares.
  public static func sumOfSquares(_ vector: [Float]) -> Float { reduce(vector, vDSP_svesq) }
  /// The sum of the magnitudes.
  public static func sumOfMagnitudes(_ vector: [Float]) -> Float { reduce(vector, vDSP_svemg) }
  /// The mean; not a number without elements.
  public static func mean(_ vector: [Float]) -> Float { reduce(vector, vDSP_meanv) }
  /// The mean of the magnitudes; not a number without elements.
  public static func meanMagnitude(_ vector: [Float]) -> Float { reduce(vector, vDSP_meamgv) }
  /// The mean of the squares; not a number without elements.
  public static func meanSquare(_ vector: [Float]) -> Float { reduce(vector, vDSP_measqv) }
  /// The root of the mean of the squares; not a number without elements.
  public static func rootMeanSquare(_ vector: [Float]) -> Float { reduce(vector, vDSP_rmsqv) }
  /// The greatest element; −∞ without elements.
  public static func maximum(_ vector: [Float]) -> Float { reduce(vector, vDSP_maxv) }
  /// The least element; ∞ without elements.
  public static func minimum(_ vector: [Float]) -> Float { reduce(vector, vDSP_minv) }
  /// The greatest magnitude; 0 without elements.
  public static func maximumMagnitude(_ vector: [Float]) -> Float { reduce(vector, vDSP_maxmgv) }

  /// The sums of elements; of vectors of different lengths, those that both have.
  public static func add(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { $0 + $1 } }
  /// The differences of elements; of vectors of different lengths, those that both have.
  public static func subtract(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { $0 - $1 } }
  /// The products of elements; of vectors of different lengths, those that both have.
  public static func multiply(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { $0 * $1 } }
  /// The products with a number.
  public static func multiply(_ scalar: Float, _ vector: [Float]) -> [Float] { vector.map { $0 * scalar } }
  /// The sums with a number.
  public static func add(_ scalar: Float, _ vector: [Float]) -> [Float] { vector.map { $0 + scalar } }
  /// The quotients by a number.
  public static func divide(_ vector: [Float], _ scalar: Float) -> [Float] { vector.map { $0 / scalar } }
  /// The magnitudes.
  public static func absolute(_ vector: [Float]) -> [Float] { vector.map(\.magnitude) }
  /// The squares.
  public static func square(_ vector: [Float]) -> [Float] { vector.map { $0 * $0 } }
  /// Elements limited to a range.
  public static func clip(_ vector: [Float], to bounds: ClosedRange<Float>) -> [Float] {
    vector.map { min(max($0, bounds.lowerBound), bounds.upperBound) }
  }
  /// The sum of the products; of vectors of different lengths, of those that both have.
  public static func dot(_ a: [Float], _ b: [Float]) -> Float { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
}
