import AVFoundation

/// The values of the public constants as a program reads them; the functions of Values/ read them all.
struct ConstantValues {
  /// The values as text, by module and name.
  private(set) var texts: [String: String] = [:]
  /// Constants that are neither strings nor numbers: cases without a value.
  private(set) var others: Set<String> = []

  /// The module whose constants are read.
  var module = ""

  init() { readAll() }

  mutating func add(_ name: String, _ value: Any) {
    if let text = Self.text(value) { texts["\(module) \(name)"] = text } else { others.insert("\(module) \(name)") }
  }

  private static func text(_ value: Any) -> String? {
    switch value {
    case let value as NSError: return "\(value.code)"
    case let value as UTType: return text(value.identifier)
    case let value as any RawRepresentable: return text(value.rawValue)
    case let value as NSString: return "\"\(value)\""
    case let value as String: return "\"\(value)\""
    case let value as any FixedWidthInteger & UnsignedInteger: return text(unsigned: UInt64(value))
    case let value as any BinaryInteger: return "\(value)"
    case let value as any BinaryFloatingPoint: return "\(value)"
    default: return nil
    }
  }

  /// Codes of four characters as these, other great numbers as C's headers write flags.
  private static func text(unsigned value: UInt64) -> String {
    let characters = (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    if value <= UInt32.max, characters.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return "'\(String(decoding: characters, as: UTF8.self))'"
    }
    return value < 256 ? "\(value)" : "0x" + String(value, radix: 16)
  }
}
