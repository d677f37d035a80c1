// Sums, differences and products of the elements of vectors in one; of vectors of different lengths, of those that all have.

extension vDSP {
  /// A vector times a number, plus another vector.
  public static func add(
    multiplication: (a: some AccelerateBuffer<Float>, b: Float), _ vector: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(multiplication.a, vector, to: &result) {
      vDSP_vsma($0, 1, [multiplication.b], $1, 1, $2, 1, $3)
    }
  }

  /// A vector times a number, plus another vector.
  public static func add(
    multiplication: (a: some AccelerateBuffer<Float>, b: Float), _ vector: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(multiplication.a.count, vector.count)) { add(multiplication: multiplication, vector, result: &$0) }
  }

  /// The products of two vectors, plus another vector.
  public static func add(
    multiplication: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>),
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(multiplication.a, multiplication.b, vector, to: &result) {
      vDSP_vma($0, 1, $1, 1, $2, 1, $3, 1, $4)
    }
  }

  /// The products of two vectors, plus another vector.
  public static func add(
    multiplication: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>),
    _ vector: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(multiplication.a.count, multiplication.b.count, vector.count)) {
      add(multiplication: multiplication, vector, result: &$0)
    }
  }

  /// A vector times a number, plus another number.
  public static func add(
    multiplication: (a: some AccelerateBuffer<Float>, b: Float), _ scalar: Float,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(multiplication.a, to: &result) {
      vDSP_vsmsa($0, 1, [multiplication.b], [scalar], $1, 1, $2)
    }
  }

  /// A vector times a number, plus another number.
  public static func add(multiplication: (a: some AccelerateBuffer<Float>, b: Float), _ scalar: Float) -> [Float] {
    array(multiplication.a.count) { add(multiplication: multiplication, scalar, result: &$0) }
  }

  /// The products of two vectors, plus a number.
  public static func add(
    multiplication: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>), _ scalar: Float,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(multiplication.a, multiplication.b, to: &result) {
      vDSP_vmsa($0, 1, $1, 1, [scalar], $2, 1, $3)
    }
  }

  /// The products of two vectors, plus a number.
  public static func add(
    multiplication: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>), _ scalar: Float
  ) -> [Float] {
    array(min(multiplication.a.count, multiplication.b.count)) {
      add(multiplication: multiplication, scalar, result: &$0)
    }
  }

  /// The products of two vectors, minus another vector.
  public static func subtract(
    multiplication: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>),
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(multiplication.a, multiplication.b, vector, to: &result) {
      vDSP_vmsb($0, 1, $1, 1, $2, 1, $3, 1, $4)
    }
  }

  /// The products of two vectors, minus another vector.
  public static func subtract(
    multiplication: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>),
    _ vector: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(multiplication.a.count, multiplication.b.count, vector.count)) {
      subtract(multiplication: multiplication, vector, result: &$0)
    }
  }

  /// A vector times a number, minus another vector.
  public static func subtract(
    multiplication: (a: some AccelerateBuffer<Float>, b: Float), _ vector: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(multiplication.a, vector, to: &result) {
      vDSP_vsmsb($0, 1, [multiplication.b], $1, 1, $2, 1, $3)
    }
  }

  /// A vector times a number, minus another vector.
  public static func subtract(
    multiplication: (a: some AccelerateBuffer<Float>, b: Float), _ vector: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(multiplication.a.count, vector.count)) { subtract(multiplication: multiplication, vector, result: &$0) }
  }

  /// The sums of two vectors, times another vector.
  public static func multiply(
    addition: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>),
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(addition.a, addition.b, vector, to: &result) {
      vDSP_vam($0, 1, $1, 1, $2, 1, $3, 1, $4)
    }
  }

  /// The sums of two vectors, times another vector.
  public static func multiply(
    addition: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>), _ vector: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(addition.a.count, addition.b.count, vector.count)) { multiply(addition: addition, vector, result: &$0) }
  }

  /// The sums of two vectors, times a number.
  public static func multiply(
    addition: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>), _ scalar: Float,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(addition.a, addition.b, to: &result) {
      vDSP_vasm($0, 1, $1, 1, [scalar], $2, 1, $3)
    }
  }

  /// The sums of two vectors, times a number.
  public static func multiply(
    addition: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>), _ scalar: Float
  ) -> [Float] {
    array(min(addition.a.count, addition.b.count)) { multiply(addition: addition, scalar, result: &$0) }
  }

  /// The differences of two vectors, times another vector.
  public static func multiply(
    subtraction: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>),
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(subtraction.a, subtraction.b, vector, to: &result) {
      vDSP_vsbm($0, 1, $1, 1, $2, 1, $3, 1, $4)
    }
  }

  /// The differences of two vectors, times another vector.
  public static func multiply(
    subtraction: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>),
    _ vector: some AccelerateBuffer<Float>
  ) -> [Float] {
    array(min(subtraction.a.count, subtraction.b.count, vector.count)) {
      multiply(subtraction: subtraction, vector, result: &$0)
    }
  }

  /// The differences of two vectors, times a number.
  public static func multiply(
    subtraction: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>), _ scalar: Float,
    result: inout some AccelerateMutableBuffer<Float>
  ) {
    withVectors(subtraction.a, subtraction.b, to: &result) {
      vDSP_vsbsm($0, 1, $1, 1, [scalar], $2, 1, $3)
    }
  }

  /// The differences of two vectors, times a number.
  public static func multiply(
    subtraction: (a: some AccelerateBuffer<Float>, b: some AccelerateBuffer<Float>), _ scalar: Float
  ) -> [Float] {
    array(min(subtraction.a.count, subtraction.b.count)) { multiply(subtraction: subtraction, scalar, result: &$0) }
  }
}
