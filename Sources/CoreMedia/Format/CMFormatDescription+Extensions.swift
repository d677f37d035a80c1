import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// The extensions of a format description: property-list values by name.
  public struct Extensions {
    private var values: [String: CFPropertyList]

    /// Creates extensions without any value.
    public init() {
      values = [:]
    }

    /// Creates extensions from values by name.
    public init(base: [CFString: CFPropertyList]?) {
      values = Dictionary(base?.map { ($0.key as String, $0.value) } ?? [], uniquingKeysWith: { $1 })
    }

    init(dictionary: NSDictionary?) {
      values = [:]
      for (key, value) in dictionary ?? [:] {
        if let key = key as? String { values[key] = value as AnyObject }
      }
    }

    /// The values as an object; nil if there are none.
    var dictionary: NSDictionary? {
      guard !values.isEmpty else { return nil }
      let result = NSMutableDictionary()
      for (key, value) in values { result[key as NSString] = value }
      return result
    }

    /// The value of a key; nil removes it.
    public subscript(key: Key) -> Value? {
      get { values[key.name].map(Value.init) }
      set { values[key.name] = newValue?.propertyListRepresentation }
    }

    /// The value of a name as a property list; nil removes it.
    public subscript(key: CFString) -> CFPropertyList? {
      get { values[key as String] }
      set { values[key as String] = newValue }
    }
  }
}

extension CMFormatDescription.Extensions: ExpressibleByDictionaryLiteral, Sequence {
  /// Creates extensions from keys and values; of equal keys the last one counts.
  public init(dictionaryLiteral elements: (Key, Value)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }

  /// The number of values.
  public var count: Int { values.count }
  /// True if there are no values.
  public var isEmpty: Bool { values.isEmpty }

  /// Keys and values in no particular order.
  public func makeIterator() -> AnyIterator<(key: Key, value: Value)> {
    var iterator = values.makeIterator()
    return AnyIterator {
      iterator.next().map { (key: Key(rawValue: $0.key as NSString), value: Value($0.value)) }
    }
  }
}

extension CMFormatDescription.Extensions {
  /// A value of an extension.
  public struct Value {
    /// The value as format descriptions store it: strings, numbers, data, arrays, dictionaries.
    public var propertyListRepresentation: CFPropertyList

    /// Creates a value from a property list.
    public init(_ plist: CFPropertyList) {
      propertyListRepresentation = plist
    }

    /// A number.
    public static func number<T>(_ value: T) -> Value where T: Numeric {
      Value(object(value))
    }

    /// A string.
    public static func string(_ value: String) -> Value { Value(value as NSString) }

    /// A string.
    public static func string(_ value: CFString) -> Value { Value(value) }

    /// Returns a clean aperture, in pixels: its size, and the offset of its centre to the right of and below the
    /// frame's.
    public static func cleanAperture<Width, Height, Horizontal, Vertical>(
      width: Width, height: Height, horizontalOffet: Horizontal, verticalOffset: Vertical
    ) -> Value where Width: Numeric, Height: Numeric, Horizontal: Numeric, Vertical: Numeric {
      Value(
        [
          kCMFormatDescriptionKey_CleanApertureWidth: object(width),
          kCMFormatDescriptionKey_CleanApertureHeight: object(height),
          kCMFormatDescriptionKey_CleanApertureHorizontalOffset: object(horizontalOffet),
          kCMFormatDescriptionKey_CleanApertureVerticalOffset: object(verticalOffset),
        ] as NSDictionary)
    }

    /// A clean aperture in fractions of pixels.
    public static func cleanAperture(
      width: (numerator: Int, denominator: Int), height: (numerator: Int, denominator: Int),
      horizontalOffet: (numerator: Int, denominator: Int), verticalOffset: (numerator: Int, denominator: Int)
    ) -> Value {
      func array(_ fraction: (numerator: Int, denominator: Int)) -> NSArray {
        [NSNumber(value: fraction.numerator), NSNumber(value: fraction.denominator)]
      }
      return Value(
        [
          kCMFormatDescriptionKey_CleanApertureWidthRational: array(width),
          kCMFormatDescriptionKey_CleanApertureHeightRational: array(height),
          kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational: array(horizontalOffet),
          kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational: array(verticalOffset),
        ] as NSDictionary)
    }

    /// The shape of a pixel: its width and height in any common unit.
    public static func pixelAspectRatio<Horizontal, Vertical>(
      horizontalSpacing: Horizontal, verticalSpacing: Vertical
    ) -> Value where Horizontal: Numeric, Vertical: Numeric {
      Value(
        [
          kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: object(horizontalSpacing),
          kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: object(verticalSpacing),
        ] as NSDictionary)
    }

    /// A font table: names by number.
    public static func fontTable(_ fontTable: [Int: String]) -> Value {
      let table = NSMutableDictionary()
      for (number, name) in fontTable { table[String(number) as NSString] = name as NSString }
      return Value(table)
    }

    /// Returns a text box, in pixels from the upper left corner.
    public static func textRect(top: Int, left: Int, bottom: Int, right: Int) -> Value {
      Value(
        [
          kCMTextFormatDescriptionRect_Top: NSNumber(value: top),
          kCMTextFormatDescriptionRect_Left: NSNumber(value: left),
          kCMTextFormatDescriptionRect_Bottom: NSNumber(value: bottom),
          kCMTextFormatDescriptionRect_Right: NSNumber(value: right),
        ] as NSDictionary)
    }

    /// The name of a time code's source and its QuickTime language code.
    public static func sourceReferenceName(value: String, langCode: Int) -> Value {
      Value(
        [
          kCMTimeCodeFormatDescriptionKey_Value: value as NSString,
          kCMTimeCodeFormatDescriptionKey_LangCode: NSNumber(value: langCode),
        ] as NSDictionary)
    }

    /// Converts a number to an object; types unknown to Foundation go through floating point.
    private static func object<T: Numeric>(_ value: T) -> NSNumber {
      switch value {
      case let number as Double: NSNumber(value: number)
      case let number as Float: NSNumber(value: number)
      case let number as CGFloat: NSNumber(value: Double(number))
      case let number as any BinaryInteger: NSNumber(value: Int64(clamping: number))
      case let number as any BinaryFloatingPoint: NSNumber(value: Double(number))
      default: (value as? NSNumber) ?? NSNumber(value: 0)
      }
    }
  }
}
