extension AVAssetTrack {
  /// Loads a property and returns its value, without blocking a thread.
  ///
  /// - Throws: `AVError` if it cannot be loaded, `CancellationError` when the task or the loading was cancelled.
  public final func load<T>(_ property: AVAsyncProperty<AVAssetTrack, T>) async throws -> T {
    try await finishLoading([property])
    return try property.read(self)
  }

  /// Whether a property is loaded, and its value if it is. Never starts to load it.
  public final func status<T>(of property: AVAsyncProperty<AVAssetTrack, T>) -> AVAsyncProperty<AVAssetTrack, T>.Status
  {
    status(property)
  }

  /// Loads 2 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B>(
    _ propertyA: AVAsyncProperty<AVAssetTrack, A>, _ propertyB: AVAsyncProperty<AVAssetTrack, B>
  ) async throws -> (A, B) {
    try await finishLoading([propertyA, propertyB])
    return try (propertyA.read(self), propertyB.read(self))
  }

  /// Loads 3 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C>(
    _ propertyA: AVAsyncProperty<AVAssetTrack, A>, _ propertyB: AVAsyncProperty<AVAssetTrack, B>,
    _ propertyC: AVAsyncProperty<AVAssetTrack, C>
  ) async throws -> (A, B, C) {
    try await finishLoading([propertyA, propertyB, propertyC])
    return try (propertyA.read(self), propertyB.read(self), propertyC.read(self))
  }

  /// Loads 4 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C, D>(
    _ propertyA: AVAsyncProperty<AVAssetTrack, A>, _ propertyB: AVAsyncProperty<AVAssetTrack, B>,
    _ propertyC: AVAsyncProperty<AVAssetTrack, C>, _ propertyD: AVAsyncProperty<AVAssetTrack, D>
  ) async throws -> (A, B, C, D) {
    try await finishLoading([propertyA, propertyB, propertyC, propertyD])
    return try (propertyA.read(self), propertyB.read(self), propertyC.read(self), propertyD.read(self))
  }

  /// Loads 5 properties at once and returns their values, without blocking a thread.
  ///
  /// - Throws: The error of the first that cannot be loaded, `CancellationError` as `load(_:)` does.
  public final func load<A, B, C, D, E>(
    _ propertyA: AVAsyncProperty<AVAssetTrack, A>, _ propertyB: AVAsyncProperty<AVAssetTrack, B>,
    _ propertyC: AVAsyncProperty<AVAssetTrack, C>, _ propertyD: AVAsyncProperty<AVAssetTrack, D>,
    _ propertyE: AVAsyncProperty<AVAssetTrack, E>
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
    _ propertyA: AVAsyncProperty<AVAssetTrack, A>, _ propertyB: AVAsyncProperty<AVAssetTrack, B>,
    _ propertyC: AVAsyncProperty<AVAssetTrack, C>, _ propertyD: AVAsyncProperty<AVAssetTrack, D>,
    _ propertyE: AVAsyncProperty<AVAssetTrack, E>, _ propertyF: AVAsyncProperty<AVAssetTrack, F>
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
    _ propertyA: AVAsyncProperty<AVAssetTrack, A>, _ propertyB: AVAsyncProperty<AVAssetTrack, B>,
    _ propertyC: AVAsyncProperty<AVAssetTrack, C>, _ propertyD: AVAsyncProperty<AVAssetTrack, D>,
    _ propertyE: AVAsyncProperty<AVAssetTrack, E>, _ propertyF: AVAsyncProperty<AVAssetTrack, F>,
    _ propertyG: AVAsyncProperty<AVAssetTrack, G>
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
    _ propertyA: AVAsyncProperty<AVAssetTrack, A>, _ propertyB: AVAsyncProperty<AVAssetTrack, B>,
    _ propertyC: AVAsyncProperty<AVAssetTrack, C>, _ propertyD: AVAsyncProperty<AVAssetTrack, D>,
    _ propertyE: AVAsyncProperty<AVAssetTrack, E>, _ propertyF: AVAsyncProperty<AVAssetTrack, F>,
    _ propertyG: AVAsyncProperty<AVAssetTrack, G>, _ propertyH: AVAsyncProperty<AVAssetTrack, H>
  ) async throws -> (A, B, C, D, E, F, G, H) {
    try await finishLoading([propertyA, propertyB, propertyC, propertyD, propertyE, propertyF, propertyG, propertyH])
    return try (
      propertyA.read(self), propertyB.read(self), propertyC.read(self), propertyD.read(self), propertyE.read(self),
      propertyF.read(self), propertyG.read(self), propertyH.read(self)
    )
  }
}
