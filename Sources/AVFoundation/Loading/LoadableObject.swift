/// What objects with properties that can be loaded have in common.
protocol LoadableObject: AnyObject {
  /// Loads the properties; nil where all of them are in memory.
  var propertyLoader: (any PropertyLoader)? { get }
}

extension LoadableObject {
  func finishLoading(_ properties: [AVAnyAsyncProperty]) async throws {
    try await propertyLoader?.wait(for: properties.map(\.key))
  }

  func status<Root, T>(_ property: AVAsyncProperty<Root, T>) -> AVAsyncProperty<Root, T>.Status {
    guard let object = self as? Root else { return .notYetLoaded }
    func loaded() -> AVAsyncProperty<Root, T>.Status {
      do { return .loaded(try property.read(object)) } catch { return .failed(error as NSError) }
    }
    switch propertyLoader?.status(property.key) {
    case nil, .loaded?: return loaded()
    case .unknown?, .cancelled?: return .notYetLoaded
    case .loading?: return .loading
    case .failed(let error)?: return .failed(error as NSError)
    }
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
