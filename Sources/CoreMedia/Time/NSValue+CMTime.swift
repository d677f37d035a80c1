import Foundation

// Foundation on Linux traps when a value is made with a structure's type code, so the boxes carry the type codes of
// byte arrays: 24 bytes are a time, 48 a range, 96 a mapping. Equality and archives then work as for any other value.

extension NSValue {
  /// Creates an object that holds a time.
  public convenience init(time: CMTime) {
    self.init(boxing: time)
  }

  /// Creates an object that holds a range.
  public convenience init(timeRange: CMTimeRange) {
    self.init(boxing: timeRange)
  }

  /// Creates an object that holds a mapping.
  public convenience init(timeMapping: CMTimeMapping) {
    self.init(boxing: timeMapping)
  }

  /// The time that this object holds; invalid if it holds something else.
  public var timeValue: CMTime { unboxed() ?? .invalid }

  /// The range that this object holds; invalid if it holds something else.
  public var timeRangeValue: CMTimeRange { unboxed() ?? .invalid }

  /// The mapping that this object holds; invalid if it holds something else.
  public var timeMappingValue: CMTimeMapping { unboxed() ?? .invalid }

  fileprivate convenience init<Value: BitwiseCopyable>(boxing value: Value) {
    self.init(bytes: withUnsafeBytes(of: value) { Array($0) }, objCType: "[\(MemoryLayout<Value>.size)C]")
  }

  fileprivate func unboxed<Value: BitwiseCopyable>() -> Value? {
    guard String(cString: objCType) == "[\(MemoryLayout<Value>.size)C]" else { return nil }
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { (storage) -> Value? in
      guard let address = storage.baseAddress else { return nil }
      getValue(address)
      return address.pointee
    }
  }
}

// Casts between the values and their boxes, as Swift makes them on Apple's systems: `times as [NSValue]`, `value as? CMTime`.

extension CMTime: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(time: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) { result = source.unboxed() }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
    result = source.unboxed()
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime {
    source?.timeValue ?? .invalid
  }
}

extension CMTimeRange: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(timeRange: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) {
    result = source.unboxed()
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) -> Bool {
    result = source.unboxed()
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeRange {
    source?.timeRangeValue ?? .invalid
  }
}

extension CMTimeMapping: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(timeMapping: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) {
    result = source.unboxed()
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) -> Bool {
    result = source.unboxed()
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeMapping {
    source?.timeMappingValue ?? .invalid
  }
}
