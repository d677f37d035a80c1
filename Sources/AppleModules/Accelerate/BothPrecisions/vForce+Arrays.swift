// Functions of each element of arrays and other vectors; of vectors of different lengths, of those that all have.

extension vForce {
  /// The square roots.
  public static func sqrt(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvsqrtf($1, $0, [Int32($2)]) }
  }

  /// The square roots.
  public static func sqrt(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { sqrt(vector, result: &$0) }
  }

  /// The reciprocals of the square roots.
  public static func rsqrt(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvrsqrtf($1, $0, [Int32($2)]) }
  }

  /// The reciprocals of the square roots.
  public static func rsqrt(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { rsqrt(vector, result: &$0) }
  }

  /// The reciprocals.
  public static func reciprocal(
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vvrecf($1, $0, [Int32($2)]) }
  }

  /// The reciprocals.
  public static func reciprocal(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { reciprocal(vector, result: &$0) }
  }

  /// The natural logarithms.
  public static func log(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvlogf($1, $0, [Int32($2)]) }
  }

  /// The natural logarithms.
  public static func log(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { log(vector, result: &$0) }
  }

  /// The logarithms to base 2.
  public static func log2(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvlog2f($1, $0, [Int32($2)]) }
  }

  /// The logarithms to base 2.
  public static func log2(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { log2(vector, result: &$0) }
  }

  /// The logarithms to base 10.
  public static func log10(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvlog10f($1, $0, [Int32($2)]) }
  }

  /// The logarithms to base 10.
  public static func log10(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { log10(vector, result: &$0) }
  }

  /// The powers of e.
  public static func exp(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvexpf($1, $0, [Int32($2)]) }
  }

  /// The powers of e.
  public static func exp(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { exp(vector, result: &$0) }
  }

  /// The powers of 2.
  public static func exp2(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvexp2f($1, $0, [Int32($2)]) }
  }

  /// The powers of 2.
  public static func exp2(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { exp2(vector, result: &$0) }
  }

  /// The sines of angles in radians.
  public static func sin(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvsinf($1, $0, [Int32($2)]) }
  }

  /// The sines of angles in radians.
  public static func sin(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { sin(vector, result: &$0) }
  }

  /// The cosines of angles in radians.
  public static func cos(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvcosf($1, $0, [Int32($2)]) }
  }

  /// The cosines of angles in radians.
  public static func cos(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { cos(vector, result: &$0) }
  }

  /// The tangents of angles in radians.
  public static func tan(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvtanf($1, $0, [Int32($2)]) }
  }

  /// The tangents of angles in radians.
  public static func tan(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { tan(vector, result: &$0) }
  }

  /// The arcs of sines.
  public static func asin(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvasinf($1, $0, [Int32($2)]) }
  }

  /// The arcs of sines.
  public static func asin(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { asin(vector, result: &$0) }
  }

  /// The arcs of cosines.
  public static func acos(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvacosf($1, $0, [Int32($2)]) }
  }

  /// The arcs of cosines.
  public static func acos(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { acos(vector, result: &$0) }
  }

  /// The arcs of tangents.
  public static func atan(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvatanf($1, $0, [Int32($2)]) }
  }

  /// The arcs of tangents.
  public static func atan(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { atan(vector, result: &$0) }
  }

  /// The hyperbolic tangents.
  public static func tanh(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvtanhf($1, $0, [Int32($2)]) }
  }

  /// The hyperbolic tangents.
  public static func tanh(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { tanh(vector, result: &$0) }
  }

  /// The next integers downwards.
  public static func floor(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvfloorf($1, $0, [Int32($2)]) }
  }

  /// The next integers downwards.
  public static func floor(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { floor(vector, result: &$0) }
  }

  /// The next integers upwards.
  public static func ceil(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvceilf($1, $0, [Int32($2)]) }
  }

  /// The next integers upwards.
  public static func ceil(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { ceil(vector, result: &$0) }
  }

  /// The integers towards 0.
  public static func trunc(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vvintf($1, $0, [Int32($2)]) }
  }

  /// The integers towards 0.
  public static func trunc(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { trunc(vector, result: &$0) }
  }

  /// The nearest integers, halves to the even ones.
  public static func nearestInteger(
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vvnintf($1, $0, [Int32($2)]) }
  }

  /// The nearest integers, halves to the even ones.
  public static func nearestInteger(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { nearestInteger(vector, result: &$0) }
  }

  /// The powers of bases to exponents.
  public static func pow(
    bases: some AccelerateBuffer<Float>, exponents: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(bases, exponents, to: &result) { vvpowf($2, $1, $0, [Int32($3)]) }
  }

  /// The powers of bases to exponents.
  public static func pow(bases: some AccelerateBuffer<Float>, exponents: some AccelerateBuffer<Float>) -> [Float] {
    array(min(bases.count, exponents.count)) { pow(bases: bases, exponents: exponents, result: &$0) }
  }

  /// The angles of points (x, y), from −π to π.
  public static func atan2(
    x: some AccelerateBuffer<Float>, y: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(x, y, to: &result) { vvatan2f($2, $1, $0, [Int32($3)]) }
  }

  /// The angles of points (x, y), from −π to π.
  public static func atan2(x: some AccelerateBuffer<Float>, y: some AccelerateBuffer<Float>) -> [Float] {
    array(min(x.count, y.count)) { atan2(x: x, y: y, result: &$0) }
  }

  /// The sines and the cosines.
  public static func sincos(
    _ vector: some AccelerateBuffer<Float>, sinResult: inout some AccelerateMutableBuffer<Float>,
    cosResult: inout some AccelerateMutableBuffer<Float>
  ) {
    sin(vector, result: &sinResult)
    cos(vector, result: &cosResult)
  }
}
