import Foundation

/// The kind of a cosine transform.
public enum vDSP_DCT_Type: Int32, Sendable {
  /// C[k] = Σ A[n] · cos(π · k · (n + ½) / N).
  case II = 2
  /// C[k] = A[0] / 2 + Σ A[n] · cos(π · (k + ½) · n / N), from n = 1 on.
  case III = 3
  /// C[k] = Σ A[n] · cos(π · (k + ½) · (n + ½) / N).
  case IV = 4
}

/// A cosine transform of one length and kind.
final class CosineTransform: Sendable {
  private let transform = FourierTransform<Float>()
  private let kind: vDSP_DCT_Type
  /// The number of elements.
  let count: Int
  /// The factors e^(−iπn / 2N) before or after the Fourier transform of 2N numbers.
  private let turns: [(cos: Float, sin: Float)]

  /// Creates a transform; nil for lengths that vDSP does not have.
  init?(_ length: vDSP_Length, _ kind: vDSP_DCT_Type) {
    let power = length.trailingZeroBitCount
    guard length > 0, length <= 1 << 28, power >= 4, [1, 3, 5, 15].contains(length >> vDSP_Length(power)) else {
      return nil
    }
    let count = Int(length)
    (self.count, self.kind) = (count, kind)
    turns = (0..<2 * count).map { index in
      // Half of an index is asked for too.
      let angle = Double.pi * Double(index) / Double(4 * count)
      return (Float(cos(angle)), Float(sin(angle)))
    }
  }

  func run(_ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * count) { numbers in
      guard let real = numbers.baseAddress else { return }
      let imaginary = real + 2 * count
      numbers.initialize(repeating: 0)
      for index in 0..<count {
        let turn = kind == .II ? (cos: 1, sin: 0) : turns[2 * index]
        let number = kind == .III && index == 0 ? source[0] / 2 : source[index]
        (real[index], imaginary[index]) = (number * turn.cos, -number * turn.sin)
      }
      let values = SplitNumbers(real: real, imaginary: imaginary)
      transform.complex(values, values, count: 2 * count, inverse: false)
      for index in 0..<count {
        let turn = kind == .III ? (cos: 1, sin: 0) : turns[kind == .II ? 2 * index : 2 * index + 1]
        target[index] = real[index] * turn.cos + imaginary[index] * turn.sin
      }
    }
  }
}

/// Makes the setup of a cosine transform, which `vDSP_DFT_DestroySetup` releases; nil for a length that is no 1, 3, 5 or 15 times a
/// power of two of at least 16.
///
/// - Parameter __Previous: Another setup; its memory is not shared.
public func vDSP_DCT_CreateSetup(
  _ __Previous: vDSP_DFT_Setup?, _ __Length: vDSP_Length, _ __Type: vDSP_DCT_Type
) -> vDSP_DFT_Setup? {
  CosineTransform(__Length, __Type).map { OpaquePointer(Unmanaged.passRetained($0).toOpaque()) }
}

/// Transforms numbers as their setup says; source and target may be the same.
public func vDSP_DCT_Execute(
  _ __Setup: vDSP_DFT_Setup, _ __Input: UnsafePointer<Float>, _ __Output: UnsafeMutablePointer<Float>
) {
  Unmanaged<CosineTransform>.fromOpaque(UnsafeRawPointer(__Setup)).takeUnretainedValue().run(__Input, __Output)
}

extension vDSP {
  /// The kind of a cosine transform.
  public enum DCTTransformType: CaseIterable, Sendable {
    case II
    case III
    case IV

    /// The kind of the functions that begin with `vDSP_`.
    public var dctType: vDSP_DCT_Type {
      switch self {
      case .II: .II
      case .III: .III
      case .IV: .IV
      }
    }
  }

  /// A cosine transform of one length and kind.
  public final class DCT {
    private let cosines: CosineTransform

    /// Makes a transform; nil for a number that is no 1, 3, 5 or 15 times a power of two of at least 16.
    ///
    /// - Parameter previous: Another transform; its memory is not shared.
    public init?(previous: DCT? = nil, count: Int, transformType: DCTTransformType) {
      guard count > 0, let cosines = CosineTransform(vDSP_Length(count), transformType.dctType) else { return nil }
      self.cosines = cosines
    }

    /// Transforms as many numbers as the transform has.
    public func transform(_ vector: some AccelerateBuffer<Float>) -> [Float] {
      array(cosines.count) { transform(vector, result: &$0) }
    }

    /// Transforms as many numbers as the transform has.
    public func transform(
      _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
    ) {
      precondition(
        vector.count >= cosines.count && result.count >= cosines.count, "the transform is of \(cosines.count) numbers")
      withVector(vector, to: &result) { source, target, _ in cosines.run(source, target) }
    }
  }
}
