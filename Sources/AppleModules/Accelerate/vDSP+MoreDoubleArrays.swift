extension vDSP {
  /// The quotients of elements; of vectors of different lengths, those that both have.
  public static func divide(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 / $1 } }
  /// A number divided by the elements.
  public static func divide(_ scalar: Double, _ vector: [Double]) -> [Double] { vector.map { scalar / $0 } }
  /// A vector times a number, plus another vector.
  public static func add(multiplication: (a: [Double], b: Double), _ vector: [Double]) -> [Double] {
    zip(multiplication.a, vector).map { $0 * multiplication.b + $1 }
  }
  /// The products of two vectors, plus another vector.
  public static func add(multiplication: (a: [Double], b: [Double]), _ vector: [Double]) -> [Double] {
    zip(zip(multiplication.a, multiplication.b), vector).map { $0.0 * $0.1 + $1 }
  }
  /// The negatives of the elements.
  public static func negative(_ vector: [Double]) -> [Double] { vector.map { -$0 } }
  /// The least magnitude; ∞ without elements.
  public static func minimumMagnitude(_ vector: [Double]) -> Double {
    vector.reduce(.infinity) { min($0, $1.magnitude) }
  }
  /// The greater ones of the elements of two vectors.
  public static func maximum(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { max($0, $1) } }
  /// The lesser ones of the elements of two vectors.
  public static func minimum(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { min($0, $1) } }
  /// The greatest element and its position; −∞ and 0 without elements.
  public static func indexOfMaximum(_ vector: [Double]) -> (UInt, Double) {
    var (value, place): (Double, vDSP_Length) = (-.infinity, 0)
    if !vector.isEmpty { vDSP_maxviD(vector, 1, &value, &place, vDSP_Length(vector.count)) }
    return (place, value)
  }
  /// The least element and its position; ∞ and 0 without elements.
  public static func indexOfMinimum(_ vector: [Double]) -> (UInt, Double) {
    var (value, place): (Double, vDSP_Length) = (.infinity, 0)
    for (index, element) in vector.enumerated() where element < value { (value, place) = (element, vDSP_Length(index)) }
    return (place, value)
  }
  /// The sum of the squares of the differences of two vectors.
  public static func distanceSquared(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
  /// Compares the elements with a limit.
  public static func threshold(_ vector: [Double], to lowerBound: Double, with rule: ThresholdRule<Double>) -> [Double]
  {
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
  public static func ramp(withInitialValue initialValue: Double, increment: Double, count: Int) -> [Double] {
    (0..<max(0, count)).map { initialValue + Double($0) * increment }
  }
  /// Numbers with the same distances from the first to the last of a range.
  public static func ramp(in range: ClosedRange<Double>, count: Int) -> [Double] {
    let step = (range.upperBound - range.lowerBound) / Double(max(1, count - 1))
    return ramp(withInitialValue: range.lowerBound, increment: step, count: count)
  }
  /// Between two vectors: a + k · (b − a).
  public static func linearInterpolate(_ a: [Double], _ b: [Double], using interpolationConstant: Double) -> [Double] {
    zip(a, b).map { $0 + interpolationConstant * ($1 - $0) }
  }
  /// Correlates with a kernel: each result is the sum of the products of the kernel and the elements from one on. There are as many as
  /// places where the kernel fits.
  public static func convolve(_ vector: [Double], withKernel kernel: [Double]) -> [Double] {
    guard !kernel.isEmpty, vector.count >= kernel.count else { return [] }
    return [Double](unsafeUninitializedCapacity: vector.count - kernel.count + 1) { results, count in
      count = vector.count - kernel.count + 1
      guard let target = results.baseAddress else { return }
      vDSP_convD(vector, 1, kernel, 1, target, 1, vDSP_Length(count), vDSP_Length(kernel.count))
    }
  }
  /// The sums of the elements in a window that moves.
  public static func slidingWindowSum(_ vector: [Double], usingWindowLength windowLength: Int) -> [Double] {
    windowLength > 0 ? convolve(vector, withKernel: [Double](repeating: 1, count: windowLength)) : []
  }
  /// Reverses the order of elements.
  public static func reverse(_ vector: inout [Double]) { vector.reverse() }
  /// Sorts the elements.
  public static func sort(_ vector: inout [Double], sortOrder: SortOrder) {
    if sortOrder == .ascending { vector.sort() } else { vector.sort(by: >) }
  }
  /// Empties a vector: all elements become 0.
  public static func clear(_ vector: inout [Double]) { for index in vector.indices { vector[index] = 0 } }
  /// Fills a vector with a number.
  public static func fill(_ vector: inout [Double], with value: Double) {
    for index in vector.indices { vector[index] = value }
  }
}
