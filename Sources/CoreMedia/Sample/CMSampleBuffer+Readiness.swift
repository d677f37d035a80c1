import CoreGraphics
import Foundation

extension CMSampleBuffer {
  /// The readiness of a buffer's data.
  public enum DataReadiness: Hashable, Sendable {
    /// Not ready yet; `makeDataReady()` requests it.
    case notReady
    /// It is.
    case ready
    /// Failed for good, with a status.
    case failed(OSStatus)
  }

  /// The readiness of the data; a buffer that tracks another has that one's.
  public var dataReadiness: DataReadiness {
    let (own, tracked) = withState { ($0.readiness, $0.tracked) }
    if case .notReady = own, let tracked { return tracked.dataReadiness }
    return own
  }

  /// Says that the data is there, or will never be. Posts `dataBecameReady` or `dataFailed` when that changes.
  public func setDataReadiness(_ newValue: DataReadiness) throws {
    let changed = withState { state in
      guard state.readiness != newValue else { return false }
      state.readiness = newValue
      return true
    }
    guard changed else { return }
    switch newValue {
    case .notReady: break
    case .ready: NotificationCenter.default.post(name: Self.dataBecameReady, object: self)
    case .failed(let status):
      NotificationCenter.default.post(
        name: Self.dataFailed, object: self,
        userInfo: [NotificationKey.status.rawValue as String: NSNumber(value: status)])
    }
  }

  /// Makes the data ready by calling the buffer's handler, or the one of the buffer it tracks; does nothing if it is
  /// ready already.
  ///
  /// - Throws: `invalidated`, `bufferNotReady` if there is no handler, or the error of the handler.
  public func makeDataReady() throws {
    guard isValid else { throw Error.invalidated }
    switch dataReadiness {
    case .ready: return
    case .failed: throw Error.dataFailed
    case .notReady: break
    }
    let (handler, tracked) = withState { ($0.makeDataReady, $0.tracked) }
    if let tracked {
      try tracked.makeDataReady()
    } else {
      guard let handler else { throw Error.bufferNotReady }
      let result = handler(self)
      guard result == noErr else { throw statusError(result) }
    }
    // The handler may have set the readiness itself.
    if dataReadiness == .notReady { try setDataReadiness(.ready) }
  }

  /// Lets this buffer's readiness follow another's: both become ready together.
  ///
  /// - Throws: `cannotSubdivide` if the other buffer follows this one.
  public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
    var next: CMSampleBuffer? = sampleBufferToTrack
    while let buffer = next {
      guard buffer !== self else { throw Error.cannotSubdivide }
      next = buffer.withState { $0.tracked }
    }
    withState { state in
      state.tracked = sampleBufferToTrack
      state.readiness = .notReady
    }
  }

  /// True if the buffer has not been invalidated.
  ///
  /// Source: `CMSampleBufferIsValid`.
  public var isValid: Bool { withState { $0.isValid } }

  /// Invalidates the buffer: its handler is called, once, and its data can no longer be made ready.
  public func invalidate() throws {
    let handler = withState { state -> ((CMSampleBuffer) throws -> Void)? in
      guard state.isValid else { return nil }
      state.isValid = false
      defer { state.invalidate = nil }
      return state.invalidate
    }
    try handler?(self)
  }

  /// Sets the handler that is called when the buffer is invalidated; may be called once.
  ///
  /// - Throws: `requiredParameterMissing` if there is a handler already.
  public func setInvalidateHandler(_ body: @escaping (CMSampleBuffer) throws -> Void) throws {
    try withState { state in
      guard state.invalidate == nil else { throw Error.requiredParameterMissing }
      state.invalidate = body
    }
  }

  /// Posted when the data of a buffer becomes ready; the object is the buffer.
  public static let dataBecameReady = NSNotification.Name("kCMSampleBufferNotification_DataBecameReady")
  /// Posted when the data of a buffer will never be ready; the object is the buffer.
  public static let dataFailed = NSNotification.Name("kCMSampleBufferNotification_DataFailed")

  /// Keys of the notifications' user info.
  public struct NotificationKey: StringKey {
    /// The key.
    public var rawValue: CFString { name as NSString }
    private let name: String

    /// Creates a key from its name.
    public init(rawValue: CFString) {
      name = rawValue as String
    }

    /// The error of `dataFailed`, a number.
    public static let status = NotificationKey(rawValue: "OSStatus")
  }
}
