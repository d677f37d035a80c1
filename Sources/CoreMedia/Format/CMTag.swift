import CoreGraphics
import CoreVideo
import Foundation

/// A fact about a buffer, such as the eye that its frame is for: a category, and a value of 64 bits.
///
/// Source: CMTag.h.
open class CMTag: Hashable, @unchecked Sendable, CustomStringConvertible {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The number of a category: a four-character code.
  public typealias RawCategory = UInt32
  /// The bits of a value.
  public typealias Value = UInt64

  /// The category.
  public final let rawCategory: RawCategory
  /// The value; its meaning is the category's.
  public final let rawTagValue: Value

  /// Creates a tag of a category and a value.
  public init(rawCategory: RawCategory, rawTagValue: Value) {
    (self.rawCategory, self.rawTagValue) = (rawCategory, rawTagValue)
  }

  /// Returns true if two tags have the same category and value.
  public static func == (left: CMTag, right: CMTag) -> Bool {
    left.rawCategory == right.rawCategory && left.rawTagValue == right.rawTagValue
  }

  /// Hashes what `==` compares.
  public final func hash(into hasher: inout Hasher) {
    hasher.combine(rawCategory)
    hasher.combine(rawTagValue)
  }

  /// The category's code and the value.
  public final var description: String {
    let code = (0..<4).map { Character(UnicodeScalar(UInt8(rawCategory >> (24 - 8 * UInt32($0)) & 0xFF))) }
    return "{category: '\(String(code))', value: \(rawTagValue)}"
  }

  /// True if the tag is of a category.
  public final func matches<Value>(_ category: CMTypedTag<Value>.Category) -> Bool {
    rawCategory == category.rawCategory
  }

  /// The value, if the tag is of a category; nil otherwise, and for bits that are no value of its.
  public final func value<Value>(onlyIfMatching category: CMTypedTag<Value>.Category) -> Value? {
    matches(category) ? category.value(for: rawTagValue) : nil
  }
}

/// A tag whose value is of a Swift type.
public final class CMTypedTag<Value: Sendable>: CMTag, @unchecked Sendable {
  // Unchecked as the class above: nothing is stored here.

  /// A kind of tag, and how its values are stored.
  public struct Category: Sendable {
    /// The number of the category: a four-character code.
    public let rawCategory: CMTag.RawCategory
    private let value: @Sendable (CMTag.Value) -> Value?
    private let bits: @Sendable (Value) -> CMTag.Value

    init(
      _ code: StaticString, value: @escaping @Sendable (CMTag.Value) -> Value?,
      bits: @escaping @Sendable (Value) -> CMTag.Value
    ) {
      rawCategory = UInt32(fourCharacters: code)
      (self.value, self.bits) = (value, bits)
    }

    /// Returns the bits of a value.
    public func tagValue(for value: Value) -> CMTag.Value { bits(value) }

    /// Returns the value of bits; nil for those that are no value of the category.
    public func value(for tagValue: CMTag.Value) -> Value? { value(tagValue) }
  }

  /// Creates a tag of a category.
  public init(_ category: Category, value: Value) {
    super.init(rawCategory: category.rawCategory, rawTagValue: category.tagValue(for: value))
  }
}

extension CMTypedTag.Category {
  init(integer code: StaticString) where Value: FixedWidthInteger {
    self.init(code, value: { Value(truncatingIfNeeded: $0) }, bits: { CMTag.Value(truncatingIfNeeded: $0) })
  }

  init(raw code: StaticString) where Value: RawRepresentable, Value.RawValue: FixedWidthInteger {
    self.init(
      code, value: { Value(rawValue: Value.RawValue(truncatingIfNeeded: $0)) },
      bits: { CMTag.Value(truncatingIfNeeded: $0.rawValue) })
  }
}

// MARK: - Values

/// The eyes that a buffer is for.
public struct CMStereoViewComponents: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The left eye.
  public static let leftEye = CMStereoViewComponents(rawValue: 1)
  /// The right eye.
  public static let rightEye = CMStereoViewComponents(rawValue: 2)
}

/// The reading of stereo views.
public struct CMStereoViewInterpretationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The eyes are stored the other way round.
  public static let stereoOrderReversed = CMStereoViewInterpretationOptions(rawValue: 1)
  /// There are views beside those of the two eyes.
  public static let additionalViews = CMStereoViewInterpretationOptions(rawValue: 2)
}

/// The surface that a frame is projected on.
public enum CMProjectionType: UInt64, Hashable, Sendable {
  /// A plane: 'rect'.
  case rectangular = 0x7265_6374
  /// A sphere, by longitude and latitude: 'equi'.
  case equirectangular = 0x6571_7569
  /// Half of a sphere: 'hequ'.
  case halfEquirectangular = 0x6865_7175
  /// A fish-eye lens: 'fish'.
  case fisheye = 0x6669_7368
}

/// The packing of both eyes' views into one frame.
public enum CMPackingType: UInt64, Hashable, Sendable {
  /// One view: 'none'.
  case none = 0x6E6F_6E65
  /// Beside one another: 'side'.
  case sideBySide = 0x7369_6465
  /// One above the other: 'over'.
  case overUnder = 0x6F76_6572
}
