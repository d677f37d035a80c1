/// A string with a type of its own, such as a key of metadata.
///
/// As on Apple's systems it casts to Foundation's classes: `AVMetadataKey.commonKeyTitle as NSString`.
public protocol StringConstant: RawRepresentable, Hashable, Sendable, CustomStringConvertible, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {
  /// Makes a value from its string.
  init(rawValue: String)
}

extension StringConstant {
  /// Makes a value from its string.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }

  /// The string.
  public var description: String { rawValue }

  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = Self(rawValue: String(source))
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(rawValue: String(source))
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: source.map { String($0) } ?? "")
  }
}
