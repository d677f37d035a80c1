/// The numbers that `vDSP.DFT` transforms: `Float` or `Double`.
public protocol vDSP_FloatingPointDiscreteFourierTransformable: BinaryFloatingPoint {
  /// Makes the setup of a transform; nil for lengths that vDSP does not have.
  static func makeDFTSetup(
    count: Int, direction: vDSP_DFT_Direction, transformType: vDSP.DFTTransformType
  ) -> OpaquePointer?
  /// Releases a setup.
  static func destroyDFTSetup(_ setup: OpaquePointer)
  /// Transforms numbers as their setup says.
  static func executeDFT(
    _ setup: OpaquePointer, _ inputReal: UnsafePointer<Self>, _ inputImaginary: UnsafePointer<Self>,
    _ outputReal: UnsafeMutablePointer<Self>, _ outputImaginary: UnsafeMutablePointer<Self>)
}

extension vDSP {
  /// The numbers that a transform of one length has in time.
  public enum DFTTransformType: Sendable {
    /// Complex numbers.
    case complexComplex
    /// Real numbers, the even ones in the place of the real parts, the odd ones in that of the imaginary parts.
    case complexReal
  }

  /// A transform of one length and direction, of complex numbers or of real ones, packed and scaled as `vDSP_fft_zrop` has them.
  public final class DFT<T: vDSP_FloatingPointDiscreteFourierTransformable> {
    private let setup: OpaquePointer
    private let count: Int

    /// Makes a transform; nil for a number that is no 1, 3, 5 or 15 times a power of two: of at least 8 for complex numbers, and of at
    /// least 16 for real ones.
    ///
    /// - Parameters:
    ///   - previous: Another transform; its memory is not shared.
    ///   - count: The number of complex or real numbers.
    public init?(
      previous: DFT? = nil, count: Int, direction: FourierTransformDirection, transformType: DFTTransformType,
      ofType: T.Type
    ) {
      let direction: vDSP_DFT_Direction = direction == .forward ? .FORWARD : .INVERSE
      guard let setup = T.makeDFTSetup(count: count, direction: direction, transformType: transformType) else {
        return nil
      }
      self.setup = setup
      self.count = transformType == .complexReal ? count / 2 : count
    }

    deinit { T.destroyDFTSetup(setup) }

    /// Transforms numbers; their parts have as many elements as the transform has, half as many of real numbers.
    public func transform(
      inputReal: some AccelerateBuffer<T>, inputImaginary: some AccelerateBuffer<T>
    ) -> (real: [T], imaginary: [T]) {
      var (real, imaginary) = ([T](repeating: 0, count: count), [T](repeating: 0, count: count))
      transform(
        inputReal: inputReal, inputImaginary: inputImaginary, outputReal: &real, outputImaginary: &imaginary)
      return (real, imaginary)
    }

    /// Transforms numbers; their parts have as many elements as the transform has, half as many of real numbers.
    public func transform(
      inputReal: some AccelerateBuffer<T>, inputImaginary: some AccelerateBuffer<T>,
      outputReal: inout some AccelerateMutableBuffer<T>, outputImaginary: inout some AccelerateMutableBuffer<T>
    ) {
      precondition(
        inputReal.count >= count && inputImaginary.count >= count && outputReal.count >= count
          && outputImaginary.count >= count, "the transform is of \(count) numbers")
      withVectors(inputReal, inputImaginary) { inputReal, inputImaginary, _ in
        withResult(&outputReal) { real, _ in
          withResult(&outputImaginary) { imaginary, _ in T.executeDFT(setup, inputReal, inputImaginary, real, imaginary)
          }
        }
      }
    }
  }
}
