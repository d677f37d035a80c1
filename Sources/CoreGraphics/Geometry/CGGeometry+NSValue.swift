// Casts between geometry and its boxes, as Swift makes them on Apple's systems: `rect as NSValue`, `value as? CGPoint`. Foundation on Linux
// has the boxes, not the casts. A box of another type has other bytes, which Foundation traps on reading: its type code is compared.

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
    result = source.holds(NSValue(point: .zero)) ? source.pointValue : nil
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
    var result: CGPoint?
    if let source { _forceBridgeFromObjectiveC(source, result: &result) }
    return result ?? .zero
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
    result = source.holds(NSValue(size: .zero)) ? source.sizeValue : nil
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
    var result: CGSize?
    if let source { _forceBridgeFromObjectiveC(source, result: &result) }
    return result ?? .zero
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
    result = source.holds(NSValue(rect: .zero)) ? source.rectValue : nil
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
    var result: CGRect?
    if let source { _forceBridgeFromObjectiveC(source, result: &result) }
    return result ?? .zero
  }
}

extension NSValue {
  /// True if this object holds a value of the type of another's.
  fileprivate func holds(_ other: NSValue) -> Bool { strcmp(objCType, other.objCType) == 0 }
}
