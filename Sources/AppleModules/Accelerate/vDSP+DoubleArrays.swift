// The functions of vDSP+Arrays.swift in double precision.

extension vDSP {
  private static func reduce(
    _ vector: [Double],
    _ function: (UnsafePointer<Double>, vDSP_Stride, UnsafeMutablePointer<Double>, vDSP_Length) -> Void
  ) -> Double {
    var result: Double = 0
    vector.withUnsafeBufferPointer { values in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 1) { none in
        guard let place = none.baseAddress else { return }
        function(values.baseAddress ?? UnsafePointer(place), 1, &result, vDSP_Length(values.count))
      }
    }
    return result
  }

  /// The sum.
  public static func sum(_ vector: [Double]) -> Double { reduce(vector, vDSP_sveD) }
  /// The sum of the squares.
  public static func sumOfSquares(_ vector: [Double]) -> Double { reduce(vector, vDSP_svesqD) }
  /// The sum of the magnitudes.
  public static func sumOfMagnitudes(_ vector: [Double]) -> Double { reduce(vector, vDSP_svemgD) }
  /// The mean; not a number without elements.
  public static func mean(_ vector: [Double]) -> Double { reduce(vector, vDSP_meanvD) }
  /// The mean of the magnitudes; not a number without elements.
  public static func meanMagnitude(_ vector: [Double]) -> Double { reduce(vector, vDSP_meamgvD) }
  /// The mean of the squares; not a number without elements.
  public static func meanSquare(_ vector: [Double]) -> Double { reduce(vector, vDSP_measqvD) }
  /// The root of the mean of the squares; not a number without elements.
  public static func rootMeanSquare(_ vector: [Double]) -> Double { reduce(vector, vDSP_rmsqvD) }
  /// The greatest element; −∞ without elements.
  public static func maximum(_ vector: [Double]) -> Double { reduce(vector, vDSP_maxvD) }
  /// The least element; ∞ without elements.
  public static func minimum(_ vector: [Double]) -> Double { reduce(vector, vDSP_minvD) }
  /// The greatest magnitude; 0 without elements.
  public static func maximumMagnitude(_ vector: [Double]) -> Double { reduce(vector, vDSP_maxmgvD) }

  /// The sums of elements; of vectors of different lengths, those that both have.
  public static func add(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 + $1 } }
  /// The differences of elements; of vectors of different lengths, those that both have.
  public static func subtract(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 - $1 } }
  /// The products of elements; of vectors of different lengths, those that both have.
  public static func multiply(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 * $1 } }
  /// The products with a number.
  public static func multiply(_ scalar: Double, _ vector: [Double]) -> [Double] { vector.map { $0 * scalar } }
  /// The sums with a number.
  public static func add(_ scalar: Double, _ vector: [Double]) -> [Double] { vector.map { $0 + scalar } }
  /// The quotients by a number.
  public static func divide(_ vector: [Double], _ scalar: Double) -> [Double] { vector.map { $0 / scalar } }
  /// The magnitudes.
  public static func absolute(_ vector: [Double]) -> [Double] { vector.map(\.magnitude) }
  /// The squares.
  public static func square(_ vector: [Double]) -> [Double] { vector.map { $0 * $0 } }
  /// Elements limited to a range.
  public static func clip(_ vector: [Double], to bounds: ClosedRange<Double>) -> [Double] {
    vector.map { min(max($0, bounds.lowerBound), bounds.upperBound) }
  }
  /// The sum of the products; of vectors of different lengths, of those that both have.
  public static func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
}
