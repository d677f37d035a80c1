import Foundation

/// The colours of components: primaries, white at D65, and the curve from light to components.
struct ColorSpaceDefinition: Equatable, Sendable {
  var primaries: Primaries
  var transfer: TransferCurve

  static let sRGB = ColorSpaceDefinition(primaries: .bt709, transfer: .sRGB)

  /// Chromaticities of red, green and blue.
  struct Primaries: Equatable, Sendable {
    var red: SIMD2<Double>
    var green: SIMD2<Double>
    var blue: SIMD2<Double>

    static let bt709 = Primaries(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
    static let bt2020 = Primaries(red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
    static let p3 = Primaries(red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
    static let adobe = Primaries(red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06])

    /// The matrix from linear RGB to CIE XYZ, white at D65: its columns are the primaries, each scaled so that
    /// together they give white.
    var toXYZ: Matrix3 {
      func column(_ x: Double, _ y: Double) -> SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
      let columns = [red, green, blue].map { column($0.x, $0.y) }
      let white = column(0.3127, 0.3290)
      let unscaled = Matrix3(columns[0], columns[1], columns[2])
      let scale = unscaled.inverse * white
      return Matrix3(columns[0] * scale.x, columns[1] * scale.y, columns[2] * scale.z)
    }
  }

  /// The luminance of linear components.
  var luminance: SIMD3<Double> {
    let matrix = primaries.toXYZ
    return SIMD3(matrix.x.y, matrix.y.y, matrix.z.y)
  }
}

/// A curve between light and its component, both from 0 to 1.
enum TransferCurve: Equatable, Sendable {
  case linear
  case sRGB
  /// The camera curve of ITU-R BT.709 and BT.2020.
  case camera
  case gamma(Double)
  /// ITU-R BT.2100, table 4; 1 is the white of graphics.
  case pq
  /// ITU-R BT.2100, table 5, with the rendering intent for a display of 1000 cd/m², each component by itself.
  case hlg

  /// The luminance of graphics white, in cd/m² (ITU-R BT.2408, table 1).
  private static let graphicsWhite = 203.0

  /// Returns the light of a component.
  func light(_ component: Double) -> Double {
    let value = min(max(component, 0), 1)
    switch self {
    case .linear: return value
    case .sRGB: return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    case .camera: return value < 0.081242858 ? value / 4.5 : pow((value + 0.099296827) / 1.099296827, 1 / 0.45)
    case .gamma(let gamma): return pow(value, gamma)
    case .pq:
      let root = pow(value, 32 / 2523.0)
      let linear = pow(max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root), 8192 / 1305.0)
      return min(linear * 10_000 / Self.graphicsWhite, 1)
    case .hlg:
      let scene = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
      return min(pow(scene, 1.2) * 1000 / Self.graphicsWhite, 1)
    }
  }

  /// Returns the component of a light.
  func component(_ light: Double) -> Double {
    let value = min(max(light, 0), 1)
    switch self {
    case .linear: return value
    case .sRGB: return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    case .camera: return value < 0.018053969 ? value * 4.5 : 1.099296827 * pow(value, 0.45) - 0.099296827
    case .gamma(let gamma): return pow(value, 1 / gamma)
    case .pq:
      let root = pow(value * Self.graphicsWhite / 10_000, 1305 / 8192.0)
      return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 2523 / 32.0)
    case .hlg:
      let scene = pow(value * Self.graphicsWhite / 1000, 1 / 1.2)
      return scene <= 1 / 12.0 ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    }
  }
}

/// A matrix of three columns.
struct Matrix3: Equatable, Sendable {
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>

  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.z = z
  }

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.x * vector.x + matrix.y * vector.y + matrix.z * vector.z
  }

  static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(a * b.x, a * b.y, a * b.z)
  }

  /// The inverse; always exists for primaries that span the plane.
  var inverse: Matrix3 {
    let (r0, r1, r2) = (cross(y, z), cross(z, x), cross(x, y))
    let determinant = (x * r0).sum()
    // The rows of the inverse are the cross products.
    return Matrix3(
      SIMD3(r0.x, r1.x, r2.x) / determinant, SIMD3(r0.y, r1.y, r2.y) / determinant,
      SIMD3(r0.z, r1.z, r2.z) / determinant)
  }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
