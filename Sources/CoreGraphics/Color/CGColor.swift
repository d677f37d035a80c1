import Foundation

/// A colour: components in a colour space, and alpha.
public final class CGColor: Sendable {
  private let space: CGColorSpace
  private let values: [CGFloat]

  /// Creates a colour from the components of a space and alpha, as many as the space has and one more.
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    self.space = space
    values = Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1))
  }

  init(space: CGColorSpace, values: [CGFloat]) {
    self.space = space
    self.values = values
  }

  /// Creates a colour of sRGB, each component from 0 to 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// Creates a colour of sRGB, each component from 0 to 1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// Creates a gray of gamma 2.2, from 0 to 1.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .gray22, values: [gray, alpha])
  }

  /// Creates a gray of gamma 2.2, from 0 to 1.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// The components, alpha last.
  public var components: [CGFloat]? { values }

  /// The number of components with alpha.
  public var numberOfComponents: Int { values.count }

  /// The opacity, from 0 to 1.
  public var alpha: CGFloat { values[values.count - 1] }

  /// The space of the components.
  public var colorSpace: CGColorSpace? { space }

  /// A copy.
  public func copy() -> CGColor? {
    CGColor(space: space, values: values)
  }

  /// A copy with another opacity.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(space: space, values: values.dropLast() + [alpha])
  }

  /// Returns the nearest colour in another space.
  public func converted(
    to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
  ) -> CGColor? {
    let rgb = rgb(in: space)
    let components = space.model == .monochrome ? [CGFloat(rgb.x)] : [rgb.x, rgb.y, rgb.z].map { CGFloat($0) }
    return CGColor(space: space, values: components + [alpha])
  }

  /// Returns the colour's RGB in another space, from 0 to 1; three equal components if that is gray.
  func rgb(in destination: CGColorSpace) -> SIMD3<Double> {
    let own =
      space.model == .monochrome
      ? SIMD3(repeating: Double(values[0])) : SIMD3(Double(values[0]), Double(values[1]), Double(values[2]))
    let result = ColorConversion(from: space, to: destination)?.convert(own) ?? own
    // NaN is no valid component: clamping turns it into 0.
    return SIMD3(unit(result.x), unit(result.y), unit(result.z))
  }

  /// Opaque black.
  public class var black: CGColor { blackColor }
  /// Opaque white.
  public class var white: CGColor { whiteColor }
  /// Transparent black.
  public class var clear: CGColor { clearColor }

  private static let blackColor = CGColor(gray: 0, alpha: 1)
  private static let whiteColor = CGColor(gray: 1, alpha: 1)
  private static let clearColor = CGColor(gray: 0, alpha: 0)
}

/// Clamps a number to 0…1; NaN becomes 0.
func unit(_ value: Double) -> Double {
  value > 0 ? min(value, 1) : 0
}

extension CGColor: Hashable {
  /// Two colours are equal if their spaces and components are.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs.space == rhs.space && lhs.values == rhs.values
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(space)
    hasher.combine(values)
  }
}

extension CGColor: CustomDebugStringConvertible {
  /// A description for people.
  public var debugDescription: String {
    "<CGColor \(space.debugDescription) \(values.map { "\($0)" }.joined(separator: " "))>"
  }
}
