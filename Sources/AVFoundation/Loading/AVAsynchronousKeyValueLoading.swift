/// Whether the value of a property is there.
public enum AVKeyValueStatus: Int, Sendable {
  /// Nobody has asked for the value yet.
  case unknown = 0
  /// The value is being loaded.
  case loading
  /// The value is there: the property answers at once.
  case loaded
  /// The value cannot be loaded.
  case failed
  /// Loading was cancelled; it may be asked for again.
  case cancelled
}

/// An object whose properties may take a while to know, and that can be asked for them without waiting.
///
/// All of it may be called from any thread.
public protocol AVAsynchronousKeyValueLoading {
  /// Loads the values of some properties, and says when each of them is loaded, failed or cancelled.
  ///
  /// The handler is called exactly once: before this method returns when nothing has to be waited for, because the values are there
  /// already or because the object turned out to be unreadable; else later, on a thread of the loader's. Ask
  /// `statusOfValue(forKey:error:)` for the outcome of each key.
  ///
  /// - Parameter keys: The names of properties; those of Booleans with `is` or without, `isPlayable` or `playable`.
  func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)

  /// Whether the value of a property is there. Never starts to load it.
  ///
  /// - Parameter outError: Receives why, if the status is `failed`.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus
}

/// Where to put an error; nil for nowhere.
///
/// `var error: NSError?` is passed as `&error`, as on Apple's systems.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
