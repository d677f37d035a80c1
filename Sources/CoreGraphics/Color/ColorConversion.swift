import Foundation

/// A conversion between two colour spaces, for single colours and for rows of pixels.
struct ColorConversion: Sendable {
  private let source: ColorSpaceDefinition
  private let destination: ColorSpaceDefinition
  private let matrix: Matrix3
  private let sourceIsGray: Bool
  private let destinationIsGray: Bool

  /// Creates a conversion, or nil if components are unchanged.
  init?(from source: CGColorSpace, to destination: CGColorSpace) {
    guard let from = source.definition, let to = destination.definition else { return nil }
    self.source = from
    self.destination = to
    sourceIsGray = source.model == .monochrome
    destinationIsGray = destination.model == .monochrome
    // Gray is drawn into RGB by repeating it; that needs no conversion if the curves agree.
    if from.transfer == to.transfer && !destinationIsGray && (sourceIsGray || from.primaries == to.primaries) {
      return nil
    }
    if sourceIsGray && destinationIsGray && from.transfer == to.transfer { return nil }
    matrix = sourceIsGray ? .identity : to.primaries.toXYZ.inverse * from.primaries.toXYZ
  }

  /// Converts R, G and B, from 0 to 1; gray has three equal components on both sides.
  func convert(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let light = SIMD3(source.transfer.light(color.x), source.transfer.light(color.y), source.transfer.light(color.z))
    return encode(matrix * light)
  }

  private func encode(_ light: SIMD3<Double>) -> SIMD3<Double> {
    if destinationIsGray {
      // Gray is the luminance of the destination's primaries.
      let gray = destination.transfer.component((light * destination.luminance).sum())
      return SIMD3(repeating: gray)
    }
    let curve = destination.transfer
    return SIMD3(curve.component(light.x), curve.component(light.y), curve.component(light.z))
  }

  /// Returns lookup tables for converting whole images fast.
  func tables() -> Tables {
    Tables(
      light: (0..<256).map { Float(source.transfer.light(Double($0) / 255)) },
      component: (0...Tables.steps).map { index in
        let root = Double(index) / Double(Tables.steps)
        return UInt8((destination.transfer.component(root * root) * 255).rounded())
      },
      columns: [matrix.x, matrix.y, matrix.z].map { SIMD3<Float>($0) },
      luminance: destinationIsGray ? SIMD3<Float>(destination.luminance) : nil)
  }

  /// Lookup tables of curves. The inverse is indexed by the square root of the light: dark tones need finer steps.
  struct Tables: Sendable {
    static let steps = 4095
    let light: [Float]
    let component: [UInt8]
    let columns: [SIMD3<Float>]
    let luminance: SIMD3<Float>?

    /// Converts one pixel.
    func convert(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> (UInt8, UInt8, UInt8) {
      var result = columns[0] * light[Int(red)] + columns[1] * light[Int(green)] + columns[2] * light[Int(blue)]
      if let luminance { result = SIMD3(repeating: (result * luminance).sum()) }
      result = result.clamped(lowerBound: .zero, upperBound: .one).squareRoot() * Float(Self.steps)
      result.round(.toNearestOrAwayFromZero)
      return (component[Int(result.x)], component[Int(result.y)], component[Int(result.z)])
    }
  }
}

extension Matrix3 {
  static let identity = Matrix3([1, 0, 0], [0, 1, 0], [0, 0, 1])
}
