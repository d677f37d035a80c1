// Arithmetic on the elements of arrays and other vectors; of vectors of different lengths, on those that all have.

extension vDSP {
  /// The sums of elements.
  public static func add(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(vectorA, vectorB, to: &result) { vDSP_vadd($0, 1, $1, 1, $2, 1, $3) }
  }

  /// The sums of elements.
  public static func add(_ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>) -> [Float] {
    array(min(vectorA.count, vectorB.count)) { add(vectorA, vectorB, result: &$0) }
  }

  /// The differences of elements.
  public static func subtract(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(vectorA, vectorB, to: &result) { vDSP_vsub($1, 1, $0, 1, $2, 1, $3) }
  }

  /// The differences of elements.
  public static func subtract(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(vectorA.count, vectorB.count)) { subtract(vectorA, vectorB, result: &$0) }
  }

  /// The products of elements.
  public static func multiply(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(vectorA, vectorB, to: &result) { vDSP_vmul($0, 1, $1, 1, $2, 1, $3) }
  }

  /// The products of elements.
  public static func multiply(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(vectorA.count, vectorB.count)) { multiply(vectorA, vectorB, result: &$0) }
  }

  /// The quotients of elements.
  public static func divide(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(vectorA, vectorB, to: &result) { vDSP_vdiv($1, 1, $0, 1, $2, 1, $3) }
  }

  /// The quotients of elements.
  public static func divide(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(vectorA.count, vectorB.count)) { divide(vectorA, vectorB, result: &$0) }
  }

  /// The greater ones of the elements of two vectors.
  public static func maximum(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(vectorA, vectorB, to: &result) { vDSP_vmax($0, 1, $1, 1, $2, 1, $3) }
  }

  /// The greater ones of the elements of two vectors.
  public static func maximum(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(vectorA.count, vectorB.count)) { maximum(vectorA, vectorB, result: &$0) }
  }

  /// The lesser ones of the elements of two vectors.
  public static func minimum(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(vectorA, vectorB, to: &result) { vDSP_vmin($0, 1, $1, 1, $2, 1, $3) }
  }

  /// The lesser ones of the elements of two vectors.
  public static func minimum(
    _ vectorA: some AccelerateBuffer<Float>, _ vectorB: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(vectorA.count, vectorB.count)) { minimum(vectorA, vectorB, result: &$0) }
  }

  /// The sums with a number.
  public static func add(
    _ scalar: Float, _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_vsadd($0, 1, [scalar], $1, 1, $2) }
  }

  /// The sums with a number.
  public static func add(_ scalar: Float, _ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { add(scalar, vector, result: &$0) }
  }

  /// The products with a number.
  public static func multiply(
    _ scalar: Float, _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_vsmul($0, 1, [scalar], $1, 1, $2) }
  }

  /// The products with a number.
  public static func multiply(_ scalar: Float, _ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { multiply(scalar, vector, result: &$0) }
  }

  /// A number divided by the elements.
  public static func divide(
    _ scalar: Float, _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_svdiv([scalar], $0, 1, $1, 1, $2) }
  }

  /// A number divided by the elements.
  public static func divide(_ scalar: Float, _ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { divide(scalar, vector, result: &$0) }
  }

  /// The quotients by a number.
  public static func divide(
    _ vector: some AccelerateBuffer<Float>, _ scalar: Float, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_vsdiv($0, 1, [scalar], $1, 1, $2) }
  }

  /// The quotients by a number.
  public static func divide(_ vector: some AccelerateBuffer<Float>, _ scalar: Float) -> [Float] {
    array(vector.count) { divide(vector, scalar, result: &$0) }
  }

  /// The magnitudes.
  public static func absolute(
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_vabs($0, 1, $1, 1, $2) }
  }

  /// The magnitudes.
  public static func absolute(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { absolute(vector, result: &$0) }
  }

  /// The negatives of the magnitudes.
  public static func negativeAbsolute(
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_vnabs($0, 1, $1, 1, $2) }
  }

  /// The negatives of the magnitudes.
  public static func negativeAbsolute(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { negativeAbsolute(vector, result: &$0) }
  }

  /// The negatives of the elements.
  public static func negative(
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_vneg($0, 1, $1, 1, $2) }
  }

  /// The negatives of the elements.
  public static func negative(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { negative(vector, result: &$0) }
  }

  /// The squares.
  public static func square(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vDSP_vsq($0, 1, $1, 1, $2) }
  }

  /// The squares.
  public static func square(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { square(vector, result: &$0) }
  }

  /// The squares, with the signs of the elements.
  public static func signedSquare(
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(vector, to: &result) { vDSP_vssq($0, 1, $1, 1, $2) }
  }

  /// The squares, with the signs of the elements.
  public static func signedSquare(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { signedSquare(vector, result: &$0) }
  }

  /// The elements without their whole parts.
  public static func trunc(_ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    withVector(vector, to: &result) { vDSP_vfrac($0, 1, $1, 1, $2) }
  }

  /// The elements without their whole parts.
  public static func trunc(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    array(vector.count) { trunc(vector, result: &$0) }
  }
}
