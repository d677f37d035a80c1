/// The loading status of a property.
public enum AVKeyValueStatus: Int, Sendable {
  /// No load has been requested yet.
  case unknown = 0
  /// A load is in progress.
  case loading
  /// The value is loaded: reading the property does not block.
  case loaded
  /// The load failed.
  case failed
  /// The load was cancelled; it may be requested again.
  case cancelled
}

/// An object whose properties may take time to load, and can be loaded without blocking.
///
/// All methods may be called from any thread.
public protocol AVAsynchronousKeyValueLoading {
  /// Loads the values of some properties, and calls a handler when each of them is loaded, failed or cancelled.
  ///
  /// The handler is called exactly once: before this method returns if no load is needed, because the values are loaded
  /// already or the object is known to be unreadable; else later, on a thread of the loader.
  /// `statusOfValue(forKey:error:)` returns the outcome for each key.
  ///
  /// - Parameter keys: The names of properties; those of Booleans with `is` or without, `isPlayable` or `playable`.
  func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)

  /// Returns the loading status of a property. Never starts a load.
  ///
  /// - Parameter outError: Receives the reason if the status is `failed`.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus
}

/// A place for an error; nil to discard it.
///
/// `var error: NSError?` is passed as `&error`, as on Apple's systems.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
