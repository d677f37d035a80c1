/// A colour as files write it: `#ff8000`.
public struct RGBColor: TextValue {
  public static let parameterType = ParameterType("color", example: "#ff8000", forms: ["#RRGGBB"])
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public static let white = RGBColor(red: 255, green: 255, blue: 255)

  public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Black.
  public init() { self.init(red: 0, green: 0, blue: 0) }

  public init(parsing text: String) throws(ArgumentError) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
      throw .notA(Self.parameterType)
    }
    self.init(red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  public var text: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
