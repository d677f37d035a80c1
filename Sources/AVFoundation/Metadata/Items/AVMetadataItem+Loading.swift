extension AVMetadataItem: AVAsynchronousKeyValueLoading, LoadableObject {
  /// Loads the values of properties; see `AVAsynchronousKeyValueLoading`.
  ///
  /// `value`, `stringValue`, `numberValue`, `dateValue` and `dataValue` are read from the file then; all others are
  /// always loaded.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    load(keys, handler)
  }

  /// Returns the loading status of a property; see `AVAsynchronousKeyValueLoading`.
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(key, outError)
  }

  var propertyLoader: (any PropertyLoader)? {
    loader.withLock { loader in
      if let loader { return loader }
      let value = snapshot.value
      let made = ValueLoader(value, of: "AVMetadataItem", waitsForOthers: value.waitsForOthers) { Self.loads[$0] }
      loader = made
      return made
    }
  }

  /// Cancels all pending loads, for all callers.
  final func cancelLoading() {
    let loader = loader.withLock { loader in
      defer { loader = nil }
      return loader
    }
    loader?.cancel()
  }

  /// The loading work of each property of items, by name.
  private static let loads: [String: PropertyLoad<LazyMetadataValue>] = {
    var loads: [String: PropertyLoad<LazyMetadataValue>] = [:]
    for key in [
      "key", "keySpace", "commonKey", "identifier", "time", "duration", "startDate", "locale", "extendedLanguageTag",
      "dataType", "extraAttributes",
    ] { loads[key] = .constant }
    let value = PropertyLoad<LazyMetadataValue>(
      known: { $0.known.map { $0.map { _ in } } }, begin: { value, done in value.load { done($0.map { _ in }) } })
    for key in ["value", "stringValue", "numberValue", "dateValue", "dataValue"] { loads[key] = value }
    return loads
  }()
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
  /// `AVMetadataItem.value`.
  public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> {
    AVAsyncProperty("value") { $0.value }
  }
  /// `AVMetadataItem.stringValue`.
  public static var stringValue: AVAsyncProperty<Root, String?> { AVAsyncProperty("stringValue") { $0.stringValue } }
  /// `AVMetadataItem.numberValue`.
  public static var numberValue: AVAsyncProperty<Root, NSNumber?> { AVAsyncProperty("numberValue") { $0.numberValue } }
  /// `AVMetadataItem.dateValue`.
  public static var dateValue: AVAsyncProperty<Root, Date?> { AVAsyncProperty("dateValue") { $0.dateValue } }
  /// `AVMetadataItem.dataValue`.
  public static var dataValue: AVAsyncProperty<Root, Data?> { AVAsyncProperty("dataValue") { $0.dataValue } }
  /// `AVMetadataItem.extraAttributes`.
  public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
    AVAsyncProperty("extraAttributes") { $0.extraAttributes }
  }
}
