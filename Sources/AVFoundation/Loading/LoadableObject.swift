/// What objects with properties that can be loaded have in common.
protocol LoadableObject: AnyObject {
  /// Loads the properties; nil where all of them are in memory.
  var propertyLoader: (any PropertyLoader)? { get }
}

extension LoadableObject {
  /// What `loadValuesAsynchronously(forKeys:completionHandler:)` does.
  func load(_ keys: [String], _ handler: (@Sendable () -> Void)?) {
    guard let propertyLoader else {
      handler?()
      return
    }
    propertyLoader.load(keys, handler: handler ?? {})
  }

  /// What `statusOfValue(forKey:error:)` does.
  func status(_ key: String, _ error: NSErrorPointer) -> AVKeyValueStatus {
    propertyLoader?.publicStatus(key, error: error) ?? .loaded
  }

  /// The value of a property, read now if it was not loaded before; blocks as long as that takes.
  ///
  /// - Parameter fallback: What the property is when it cannot be read; the key's status says why.
  func value<T>(_ key: String, or fallback: @autoclosure () -> T, _ read: () throws -> T) -> T {
    do {
      let value = try read()
      propertyLoader?.note(key, nil)
      return value
    } catch {
      propertyLoader?.note(key, error)
      return fallback()
    }
  }
}
