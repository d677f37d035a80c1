import Foundation

/// A transform of one length, kind and direction.
final class DiscreteTransform<Number: TransformPrecision>: Sendable {
  private let transform = FourierTransform<Number>()
  private let count: Int
  private let isReal: Bool
  private let isInverse: Bool

  /// Creates a transform; nil for lengths that vDSP does not have.
  init?(_ length: vDSP_Length, _ direction: vDSP_DFT_Direction, isReal: Bool) {
    guard length > 0, length <= 1 << 30 else { return nil }
    let power = length.trailingZeroBitCount
    guard power >= (isReal ? 4 : 3), [1, 3, 5, 15].contains(length >> vDSP_Length(power)) else { return nil }
    (count, self.isReal, isInverse) = (Int(length), isReal, direction == .INVERSE)
  }

  /// A reference that the caller owns.
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  func run(_ source: SplitNumbers<Number>, _ target: SplitNumbers<Number>) {
    if isReal {
      transform.packed(source, target, count: count, inverse: isInverse)
    } else {
      transform.complex(source, target, count: count, inverse: isInverse)
    }
  }
}
