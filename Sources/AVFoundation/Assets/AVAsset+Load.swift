extension AVAsset {
  /// Loads a property and returns its value, without blocking a thread.
  ///
  /// - Throws: `AVError` if it cannot be loaded, `CancellationError` when the task or the loading was cancelled.
  public final func load<T>(_ property: AVAsyncProperty<AVAsset, T>) async throws -> T {
    try await finishLoading([property])
    return try property.read(self)
  }

  /// Whether a property is loaded, and its value if it is. Never starts to load it.
  public final func status<T>(of property: AVAsyncProperty<AVAsset, T>) -> AVAsyncProperty<AVAsset, T>.Status {
    status(property)
  }

  /// Loads 2 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B>(
    _ propertyA: AVAsyncProperty<AVAsset, A>, _ propertyB: AVAsyncProperty<AVAsset, B>
  ) async throws -> (A, B) {
    try await finishLoading([propertyA, propertyB])
    return try (propertyA.read(self), propertyB.read(self))
  }

  /// Loads 3 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C>(
    _ propertyA: AVAsyncProperty<AVAsset, A>, _ propertyB: AVAsyncProperty<AVAsset, B>,
    _ propertyC: AVAsyncProperty<AVAsset, C>
  ) async throws -> (A, B, C) {
    try await finishLoading([propertyA, propertyB, propertyC])
    return try (propertyA.read(self), propertyB.read(self), propertyC.read(self))
  }

  /// Loads 4 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C, D>(
    _ propertyA: AVAsyncProperty<AVAsset, A>, _ propertyB: AVAsyncProperty<AVAsset, B>,
    _ propertyC: AVAsyncProperty<AVAsset, C>, _ propertyD: AVAsyncProperty<AVAsset, D>
  ) async throws -> (A, B, C, D) {
    try await finishLoading([propertyA, propertyB, propertyC, propertyD])
    return try (propertyA.read(self), propertyB.read(self), propertyC.read(self), propertyD.read(self))
  }

  /// Loads 5 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C, D, E>(
    _ propertyA: AVAsyncProperty<AVAsset, A>, _ propertyB: AVAsyncProperty<AVAsset, B>,
    _ propertyC: AVAsyncProperty<AVAsset, C>, _ propertyD: AVAsyncProperty<AVAsset, D>,
    _ propertyE: AVAsyncProperty<AVAsset, E>
  ) async throws -> (A, B, C, D, E) {
    try await finishLoading([propertyA, propertyB, propertyC, propertyD, propertyE])
    return try (
      propertyA.read(self), propertyB.read(self), propertyC.read(self), propertyD.read(self), propertyE.read(self)
    )
  }

  /// Loads 6 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C, D, E, F>(
    _ propertyA: AVAsyncProperty<AVAsset, A>, _ propertyB: AVAsyncProperty<AVAsset, B>,
    _ propertyC: AVAsyncProperty<AVAsset, C>, _ propertyD: AVAsyncProperty<AVAsset, D>,
    _ propertyE: AVAsyncProperty<AVAsset, E>, _ propertyF: AVAsyncProperty<AVAsset, F>
  ) async throws -> (A, B, C, D, E, F) {
    try await finishLoading([propertyA, propertyB, propertyC, propertyD, propertyE, propertyF])
    return try (
      propertyA.read(self), propertyB.read(self), propertyC.read(self), propertyD.read(self), propertyE.read(self),
      propertyF.read(self)
    )
  }

  /// Loads 7 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C, D, E, F, G>(
    _ propertyA: AVAsyncProperty<AVAsset, A>, _ propertyB: AVAsyncProperty<AVAsset, B>,
    _ propertyC: AVAsyncProperty<AVAsset, C>, _ propertyD: AVAsyncProperty<AVAsset, D>,
    _ propertyE: AVAsyncProperty<AVAsset, E>, _ propertyF: AVAsyncProperty<AVAsset, F>,
    _ propertyG: AVAsyncProperty<AVAsset, G>
  ) async throws -> (A, B, C, D, E, F, G) {
    try await finishLoading([propertyA, propertyB, propertyC, propertyD, propertyE, propertyF, propertyG])
    return try (
      propertyA.read(self), propertyB.read(self), propertyC.read(self), propertyD.read(self), propertyE.read(self),
      propertyF.read(self), propertyG.read(self)
    )
  }

  /// Loads 8 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C, D, E, F, G, H>(
    _ propertyA: AVAsyncProperty<AVAsset, A>, _ propertyB: AVAsyncProperty<AVAsset, B>,
    _ propertyC: AVAsyncProperty<AVAsset, C>, _ propertyD: AVAsyncProperty<AVAsset, D>,
    _ propertyE: AVAsyncProperty<AVAsset, E>, _ propertyF: AVAsyncProperty<AVAsset, F>,
    _ propertyG: AVAsyncProperty<AVAsset, G>, _ propertyH: AVAsyncProperty<AVAsset, H>
  ) async throws -> (A, B, C, D, E, F, G, H) {
    try await finishLoading([propertyA, propertyB, propertyC, propertyD, propertyE, propertyF, propertyG, propertyH])
    return try (
      propertyA.read(self), propertyB.read(self), propertyC.read(self), propertyD.read(self), propertyE.read(self),
      propertyF.read(self), propertyG.read(self), propertyH.read(self)
    )
  }
}
