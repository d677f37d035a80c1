import Foundation

/// The kind of a colour space's components.
public enum CGColorSpaceModel: Int32, Sendable {
  case unknown = -1
  case monochrome = 0
  case rgb = 1
  case cmyk = 2
  case lab = 3
  case deviceN = 4
  case indexed = 5
  case pattern = 6
  case xyz = 7
}

/// The treatment of colours that a destination cannot show.
///
/// All conversions here clip colours to the destination, regardless of the intent.
public enum CGColorRenderingIntent: Int32, Sendable {
  case defaultIntent = 0
  case absoluteColorimetric = 1
  case relativeColorimetric = 2
  case perceptual = 3
  case saturation = 4
}

/// The meaning of colour components: gray or RGB, with primaries and a transfer function.
public final class CGColorSpace: Sendable {
  /// The kind of the components.
  public let model: CGColorSpaceModel
  let definition: ColorSpaceDefinition?
  private let nameString: String?

  init(model: CGColorSpaceModel, name: String?, definition: ColorSpaceDefinition?) {
    self.model = model
    nameString = name
    self.definition = definition
  }

  /// Creates a space by one of the names below, or nil for another name.
  public convenience init?(name: CFString) {
    guard let known = Self.named[name as String] else { return nil }
    self.init(model: known.model, name: name as String, definition: known.definition)
  }

  /// The name of the space; nil for device spaces.
  public var name: CFString? { nameString.map { $0 as CFString } }

  /// The number of components without alpha.
  public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

  /// True if the space has colours well outside of sRGB.
  public var isWideGamutRGB: Bool { definition.map { $0.primaries == .p3 || $0.primaries == .bt2020 } ?? false }

  /// True if a context can draw in this space; always true here.
  public var supportsOutput: Bool { true }

  static let deviceRGB = CGColorSpace(model: .rgb, name: nil, definition: .sRGB)
  static let deviceGray = CGColorSpace(model: .monochrome, name: nil, definition: .sRGB)
  static let standardRGB = CGColorSpace(
    model: .rgb, name: "kCGColorSpaceSRGB", definition: .sRGB)
  static let gray22 = CGColorSpace(
    model: .monochrome, name: "kCGColorSpaceGenericGrayGamma2_2",
    definition: ColorSpaceDefinition(primaries: .bt709, transfer: .gamma(2.2)))
}

extension CGColorSpace: Hashable {
  /// Returns true if two spaces give every colour the same components.
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
    lhs.model == rhs.model && lhs.nameString == rhs.nameString && lhs.definition == rhs.definition
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(model)
    hasher.combine(nameString)
  }
}

extension CGColorSpace: CustomDebugStringConvertible {
  /// A description for people.
  public var debugDescription: String {
    "<CGColorSpace: \(nameString ?? (model == .monochrome ? "DeviceGray" : "DeviceRGB"))>"
  }
}

/// Returns RGB of the device, which Reel treats as sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
  .deviceRGB
}

/// Returns gray of the device, which Reel treats as having the transfer function of sRGB.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
  .deviceGray
}
