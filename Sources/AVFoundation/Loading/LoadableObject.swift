/// An object with loadable properties.
protocol LoadableObject: AnyObject {
  /// The loader of the properties; nil if all of them are in memory.
  var propertyLoader: (any PropertyLoader)? { get }
}

extension LoadableObject {
  /// Implements `loadValuesAsynchronously(forKeys:completionHandler:)`.
  func load(_ keys: [String], _ handler: (@Sendable () -> Void)?) {
    guard let propertyLoader else {
      handler?()
      return
    }
    propertyLoader.load(keys, handler: handler ?? {})
  }

  /// Implements `statusOfValue(forKey:error:)`.
  func status(_ key: String, _ error: NSErrorPointer) -> AVKeyValueStatus {
    propertyLoader?.publicStatus(key, error: error) ?? .loaded
  }

  /// Returns the value of a property, read now if it is not loaded; blocks until it is read.
  ///
  /// - Parameter fallback: The value if the property cannot be read; the key's status has the reason.
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
