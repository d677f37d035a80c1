extension AVAsynchronousKeyValueLoading {
  /// Loads a property and returns its value, without blocking a thread.
  ///
  /// - Throws: `AVError` if it cannot be loaded, `CancellationError` when the task or the loading was cancelled.
  public func load<T>(_ property: AVAsyncProperty<Self, T>) async throws -> T {
    try await finishLoading([property])
    return try property.read(self)
  }

  /// Loads two properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public func load<A, B>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
  ) async throws -> (A, B) {
    try await finishLoading([propertyA, propertyB])
    return try (propertyA.read(self), propertyB.read(self))
  }

  /// Loads three properties or more at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public func load<A, B, C, each More>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>, _ more: repeat AVAsyncProperty<Self, each More>
  ) async throws -> (A, B, C, repeat each More) {
    var properties: [AVAnyAsyncProperty] = [propertyA, propertyB, propertyC]
    repeat properties.append(each more)
    try await finishLoading(properties)
    return try (propertyA.read(self), propertyB.read(self), propertyC.read(self), repeat (each more).read(self))
  }

  /// Returns the loading status of a property, with its value if it is loaded. Never starts a load.
  public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
    switch loader?.status(property.key) {
    case nil, .loaded?:
      do { return .loaded(try property.read(self)) } catch { return .failed(error as NSError) }
    case .unknown?, .cancelled?: return .notYetLoaded
    case .loading?: return .loading
    case .failed(let error)?: return .failed(error as NSError)
    }
  }

  private func finishLoading(_ properties: [AVAnyAsyncProperty]) async throws {
    try await loader?.wait(for: properties.map(\.key))
  }

  /// The loader; nil if all properties are in memory.
  private var loader: (any PropertyLoader)? { (self as? any LoadableObject)?.propertyLoader }
}
