// Signal processing on arrays, on top of the functions that begin with `vDSP_`.

extension vDSP {
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

  /// The quotients of elements; of vectors of different lengths, those that both have.
  public static func divide(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { $0 / $1 } }
  /// A number divided by the elements.
  public static func divide(_ scalar: Float, _ vector: [Float]) -> [Float] { vector.map { scalar / $0 } }
  /// A vector times a number, plus another vector.
  public static func add(multiplication: (a: [Float], b: Float), _ vector: [Float]) -> [Float] {
    zip(multiplication.a, vector).map { $0 * multiplication.b + $1 }
  }
  /// The products of two vectors, plus another vector.
  public static func add(multiplication: (a: [Float], b: [Float]), _ vector: [Float]) -> [Float] {
    zip(zip(multiplication.a, multiplication.b), vector).map { $0.0 * $0.1 + $1 }
  }
  /// The negatives of the elements.
  public static func negative(_ vector: [Float]) -> [Float] { vector.map { -$0 } }
  /// The least magnitude; ∞ without elements.
  public static func minimumMagnitude(_ vector: [Float]) -> Float { vector.reduce(.infinity) { min($0, $1.magnitude) } }
  /// The greater ones of the elements of two vectors.
  public static func maximum(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { max($0, $1) } }
  /// The lesser ones of the elements of two vectors.
  public static func minimum(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { min($0, $1) } }
  /// The greatest element and its position; −∞ and 0 without elements.
  public static func indexOfMaximum(_ vector: [Float]) -> (UInt, Float) {
    var (value, place): (Float, vDSP_Length) = (-.infinity, 0)
    if !vector.isEmpty { vDSP_maxvi(vector, 1, &value, &place, vDSP_Length(vector.count)) }
    return (place, value)
  }
  /// The least element and its position; ∞ and 0 without elements.
  public static func indexOfMinimum(_ vector: [Float]) -> (UInt, Float) {
    var (value, place): (Float, vDSP_Length) = (.infinity, 0)
    for (index, element) in vector.enumerated() where element < value { (value, place) = (element, vDSP_Length(index)) }
    return (place, value)
  }
  /// The sum of the squares of the differences of two vectors.
  public static func distanceSquared(_ a: [Float], _ b: [Float]) -> Float {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
  /// Compares the elements with a limit.
  public static func threshold(_ vector: [Float], to lowerBound: Float, with rule: ThresholdRule<Float>) -> [Float] {
    vector.map { element in
      guard element < lowerBound else {
        if case .signedConstant(let constant) = rule { return constant }
        return element
      }
      return switch rule {
      case .clampToThreshold: lowerBound
      case .zeroFill: 0
      case .signedConstant(let constant): -constant
      }
    }
  }
  /// Numbers from one on, with the same distances.
  public static func ramp(withInitialValue initialValue: Float, increment: Float, count: Int) -> [Float] {
    (0..<max(0, count)).map { initialValue + Float($0) * increment }
  }
  /// Numbers with the same distances from the first to the last of a range.
  public static func ramp(in range: ClosedRange<Float>, count: Int) -> [Float] {
    let step = (range.upperBound - range.lowerBound) / Float(max(1, count - 1))
    return ramp(withInitialValue: range.lowerBound, increment: step, count: count)
  }
  /// Between two vectors: a + k · (b − a).
  public static func linearInterpolate(_ a: [Float], _ b: [Float], using interpolationConstant: Float) -> [Float] {
    zip(a, b).map { $0 + interpolationConstant * ($1 - $0) }
  }
  /// Correlates with a kernel: each result is the sum of the products of the kernel and the elements from one on. There are as many as
  /// places where the kernel fits.
  public static func convolve(_ vector: [Float], withKernel kernel: [Float]) -> [Float] {
    guard !kernel.isEmpty, vector.count >= kernel.count else { return [] }
    return [Float](unsafeUninitializedCapacity: vector.count - kernel.count + 1) { results, count in
      count = vector.count - kernel.count + 1
      guard let target = results.baseAddress else { return }
      vDSP_conv(vector, 1, kernel, 1, target, 1, vDSP_Length(count), vDSP_Length(kernel.count))
    }
  }
  /// The sums of the elements in a window that moves.
  public static func slidingWindowSum(_ vector: [Float], usingWindowLength windowLength: Int) -> [Float] {
    windowLength > 0 ? convolve(vector, withKernel: [Float](repeating: 1, count: windowLength)) : []
  }
  /// Reverses the order of elements.
  public static func reverse(_ vector: inout [Float]) { vector.reverse() }
  /// Sorts the elements.
  public static func sort(_ vector: inout [Float], sortOrder: SortOrder) {
    if sortOrder == .ascending { vector.sort() } else { vector.sort(by: >) }
  }
  /// Empties a vector: all elements become 0.
  public static func clear(_ vector: inout [Float]) { for index in vector.indices { vector[index] = 0 } }
  /// Fills a vector with a number.
  public static func fill(_ vector: inout [Float], with value: Float) {
    for index in vector.indices { vector[index] = value }
  }
}
