// Numbers of arrays and other vectors as integers, and as decibels.

extension vDSP {
  /// Converts integers to numbers of the same value, as near as there is one.
  public static func convertElements<Integer: FixedWidthInteger>(
    of source: some AccelerateBuffer<Integer>, to destination: inout some AccelerateMutableBuffer<Float>
  ) {
    withVector(source, to: &destination) { transform($0, 1, $1, 1, $2) { Float($0) } }
  }

  /// Converts numbers to integers; numbers out of range become the nearest, those that are none 0.
  public static func convertElements<Integer: FixedWidthInteger>(
    of source: some AccelerateBuffer<Float>, to destination: inout some AccelerateMutableBuffer<Integer>,
    rounding: RoundingMode
  ) {
    withVector(source, to: &destination) {
      transform($0, 1, $1, 1, $2) { Integer(limiting: $0.rounded(rounding.rule)) }
    }
  }

  /// Converts integers to numbers of the same value, as near as there is one.
  public static func integerToFloatingPoint<Integer: FixedWidthInteger>(
    _ vector: some AccelerateBuffer<Integer>, floatingPointType: Float.Type
  ) -> [Float] {
    array(vector.count) { convertElements(of: vector, to: &$0) }
  }

  /// Converts numbers to integers; numbers out of range become the nearest, those that are none 0.
  public static func floatingPointToInteger<Integer: FixedWidthInteger>(
    _ vector: some AccelerateBuffer<Float>, integerType: Integer.Type, rounding: RoundingMode
  ) -> [Integer] {
    array(vector.count) { convertElements(of: vector, to: &$0, rounding: rounding) }
  }

  /// Amplitudes in decibels: 20 · log₁₀(a / zero).
  public static func amplitudeToDecibels(
    _ amplitude: some AccelerateBuffer<Float>, zeroReference: Float
  ) -> [Float] {
    array(amplitude.count) { convert(amplitude: amplitude, toDecibels: &$0, zeroReference: zeroReference) }
  }

  /// Amplitudes in decibels: 20 · log₁₀(a / zero).
  public static func convert(
    amplitude: some AccelerateBuffer<Float>, toDecibels decibels: inout some AccelerateMutableBuffer<Float>,
    zeroReference: Float
  ) {
    withVector(amplitude, to: &decibels) { vDSP_vdbcon($0, 1, [zeroReference], $1, 1, $2, 1) }
  }

  /// Powers in decibels: 10 · log₁₀(p / zero).
  public static func powerToDecibels(_ power: some AccelerateBuffer<Float>, zeroReference: Float) -> [Float] {
    array(power.count) { convert(power: power, toDecibels: &$0, zeroReference: zeroReference) }
  }

  /// Powers in decibels: 10 · log₁₀(p / zero).
  public static func convert(
    power: some AccelerateBuffer<Float>, toDecibels decibels: inout some AccelerateMutableBuffer<Float>,
    zeroReference: Float
  ) {
    withVector(power, to: &decibels) { vDSP_vdbcon($0, 1, [zeroReference], $1, 1, $2, 0) }
  }
}
