/// The values of a settings dictionary: numbers may be stored as any numeric type, which do not cast into each other on
/// Linux.
struct SettingsValues {
  private let values: [String: Any]

  init(_ values: [String: Any]) { self.values = values }

  subscript(_ key: String) -> Any? { values[key] }

  /// Returns a whole number; nil if the key has no value.
  ///
  /// Fractions are left out, as by `NSNumber.intValue`: programs give the estimated data rate of a track as a bit rate, and its nominal
  /// frame rate as a number of frames.
  func integer(_ key: String) throws(SettingsError) -> Int? {
    guard let value = values[key] else { return nil }
    guard let number = Self.integer(value) else { throw SettingsError(key, "is \(value), not a whole number") }
    return number
  }

  /// Returns a whole number in a range; nil if the key has no value.
  func integer(_ key: String, in range: ClosedRange<Int>) throws(SettingsError) -> Int? {
    guard let number = try integer(key) else { return nil }
    guard range.contains(number) else {
      throw SettingsError(key, "is \(number); it has to be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns a finite number; nil if the key has no value.
  func number(_ key: String) throws(SettingsError) -> Double? {
    guard let value = values[key] else { return nil }
    guard let number = Self.number(value), number.isFinite else {
      throw SettingsError(key, "is \(value), not a number")
    }
    return number
  }

  /// Returns finite numbers; nil if the key has no value.
  func numbers(_ key: String) throws(SettingsError) -> [Double]? {
    guard let value = values[key] else { return nil }
    guard let array = value as? [Any] else { throw SettingsError(key, "is \(value), not an array") }
    return try array.map { element throws(SettingsError) in
      guard let number = Self.number(element), number.isFinite else {
        throw SettingsError(key, "has \(element), not a number")
      }
      return number
    }
  }

  /// Returns a Boolean value, as which numbers count too; nil if the key has no value.
  func boolean(_ key: String) throws(SettingsError) -> Bool? {
    guard let value = values[key] else { return nil }
    if let value = value as? Bool { return value }
    guard let number = Self.number(value) else { throw SettingsError(key, "is \(value), not a Boolean value") }
    return number != 0
  }

  /// Returns a string, or the string of a constant; nil if the key has no value.
  func text(_ key: String) throws(SettingsError) -> String? {
    switch values[key] {
    case nil: return nil
    case let text as String: return text
    case let text as NSString: return String(text)
    case let constant as any StringConstant: return constant.rawValue
    case let value?: throw SettingsError(key, "is \(value), not a string")
    }
  }

  /// Returns bytes; nil if the key has no value.
  func data(_ key: String) throws(SettingsError) -> Data? {
    switch values[key] {
    case nil: return nil
    case let data as Data: return data
    case let data as NSData: return Data(referencing: data)
    case let value?: throw SettingsError(key, "is \(value), not Data")
    }
  }

  /// Returns a nested dictionary; nil if the key has no value.
  func dictionary(_ key: String) throws(SettingsError) -> [String: Any]? {
    guard let value = values[key] else { return nil }
    guard let dictionary = value as? [String: Any] else {
      throw SettingsError(key, "is \(value), not a dictionary")
    }
    return dictionary
  }

  /// Returns a number that is stored as any numeric type, without its fraction; nil for anything else.
  static func integer(_ value: Any) -> Int? {
    switch value {
    case let value as any BinaryInteger: Int(exactly: value)
    case let value as any BinaryFloatingPoint: Int(exactly: Double(value).rounded(.towardZero))
    case let value as NSNumber: Int(exactly: value) ?? Int(exactly: value.doubleValue.rounded(.towardZero))
    default: nil
    }
  }

  /// Returns a number that is stored as any numeric type; nil for anything else.
  static func number(_ value: Any) -> Double? {
    switch value {
    case let value as any BinaryInteger: Double(exactly: value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }
}

/// A value of a settings dictionary that cannot be used.
struct SettingsError: Error, Hashable, CustomStringConvertible {
  let key: String
  /// The reason, as the rest of a sentence that begins with the key.
  let reason: String

  init(_ key: String, _ reason: String) { (self.key, self.reason) = (key, reason) }

  var description: String { "\(key) \(reason)" }
}

/// The values of settings, or the reason why they cannot be used.
struct SettingsResult<Value> {
  let value: Value?
  let problem: SettingsError?

  init(_ body: () throws(SettingsError) -> Value) {
    do throws(SettingsError) {
      (value, problem) = (try body(), nil)
    } catch {
      (value, problem) = (nil, error)
    }
  }
}

extension AVError {
  /// The error of settings that cannot be used.
  init(_ error: SettingsError) {
    self.init(.unknown, reason: error.description, underlying: error)
  }
}
