import CoreGraphics
import Foundation

/// Tells a time of a buffer, given the pointer of the callbacks.
public typealias CMBufferGetTimeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> CMTime
/// Tells something that is true or false of a buffer, given the pointer of the callbacks.
public typealias CMBufferGetBooleanCallback = (CMBuffer, UnsafeMutableRawPointer?) -> DarwinBoolean
/// Orders two buffers, given the pointer of the callbacks.
public typealias CMBufferCompareCallback = (CMBuffer, CMBuffer, UnsafeMutableRawPointer?) -> CFComparisonResult
/// Tells the size of a buffer in bytes, given the pointer of the callbacks.
public typealias CMBufferGetSizeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> Int

/// The callbacks by which a queue reads its buffers, for C interfaces.
public struct CMBufferCallbacks {
  /// 0, or 1 if `getSize` is to be called.
  public var version: UInt32
  /// Handed to every callback; it must stay valid as long as the queue.
  public var refcon: UnsafeMutableRawPointer?
  /// Returns the decode time of a buffer.
  public var getDecodeTimeStamp: CMBufferGetTimeCallback?
  /// Returns the presentation time of a buffer.
  public var getPresentationTimeStamp: CMBufferGetTimeCallback?
  /// Returns the duration of a buffer; required.
  public var getDuration: CMBufferGetTimeCallback?
  /// Returns true if a buffer's data is ready; nil if it always is.
  public var isDataReady: CMBufferGetBooleanCallback?
  /// The order of buffers; the order of arrival if this is nil.
  public var compare: CMBufferCompareCallback?
  /// The name of the notification that a buffer posts when its data becomes ready.
  public var dataBecameReadyNotification: Unmanaged<CFString>?
  /// The size of a buffer in bytes.
  public var getSize: CMBufferGetSizeCallback?

  /// Collects callbacks.
  public init(
    version: UInt32, refcon: UnsafeMutableRawPointer?, getDecodeTimeStamp: CMBufferGetTimeCallback?,
    getPresentationTimeStamp: CMBufferGetTimeCallback?, getDuration: CMBufferGetTimeCallback?,
    isDataReady: CMBufferGetBooleanCallback?, compare: CMBufferCompareCallback?,
    dataBecameReadyNotification: Unmanaged<CFString>?, getSize: CMBufferGetSizeCallback?
  ) {
    self.version = version
    self.refcon = refcon
    self.getDecodeTimeStamp = getDecodeTimeStamp
    self.getPresentationTimeStamp = getPresentationTimeStamp
    self.getDuration = getDuration
    self.isDataReady = isDataReady
    self.compare = compare
    self.dataBecameReadyNotification = dataBecameReadyNotification
    self.getSize = getSize
  }
}

extension CMBufferQueue.Handlers {
  /// Handlers that call callbacks; nil without the required one.
  init?(_ callbacks: CMBufferCallbacks) {
    guard let duration = callbacks.getDuration else { return nil }
    let refcon = callbacks.refcon
    self.init { handlers in
      handlers.getDuration { duration($0, refcon) }
      if let body = callbacks.getDecodeTimeStamp { handlers.getDecodeTimeStamp { body($0, refcon) } }
      if let body = callbacks.getPresentationTimeStamp { handlers.getPresentationTimeStamp { body($0, refcon) } }
      if let body = callbacks.isDataReady { handlers.isDataReady { body($0, refcon).boolValue } }
      if let body = callbacks.compare { handlers.compare { body($0, $1, refcon) } }
      if callbacks.version >= 1, let body = callbacks.getSize { handlers.getSize { body($0, refcon) } }
      handlers.dataBecameReadyNotification = callbacks.dataBecameReadyNotification.map {
        $0.takeUnretainedValue() as String
      }
    }
  }
}

extension CMBufferCallbacks {
  /// Callbacks that call handlers.
  fileprivate init(_ handlers: CMBufferQueue.Handlers) {
    func time(_ body: CMBufferGetTimeHandler?) -> CMBufferGetTimeCallback? {
      body.map { body in { buffer, _ in body(buffer) } }
    }
    self.init(
      version: 1, refcon: nil, getDecodeTimeStamp: time(handlers.getDecodeTimeStamp),
      getPresentationTimeStamp: time(handlers.getPresentationTimeStamp), getDuration: time(handlers.getDuration),
      isDataReady: handlers.isDataReady.map { body in { buffer, _ in DarwinBoolean(body(buffer)) } },
      compare: handlers.compare.map { body in { first, second, _ in body(first, second) } },
      dataBecameReadyNotification: handlers.dataBecameReadyNotification.map { Unmanaged.passRetained($0 as NSString) },
      getSize: handlers.getSize.map { body in { buffer, _ in body(buffer) } })
  }

  fileprivate func atAnAddressForEver() -> UnsafePointer<CMBufferCallbacks> {
    let address = UnsafeMutablePointer<CMBufferCallbacks>.allocate(capacity: 1)
    address.initialize(to: self)
    return UnsafePointer(address)
  }
}

// Made once and never changed.
nonisolated(unsafe) private let unsorted = CMBufferCallbacks(.unsortedSampleBuffers).atAnAddressForEver()
nonisolated(unsafe) private let sorted = CMBufferCallbacks(.outputPTSSortedSampleBuffers).atAnAddressForEver()

/// Callbacks for sample buffers in the order of arrival; they are shown at their output times.
public func CMBufferQueueGetCallbacksForUnsortedSampleBuffers() -> UnsafePointer<CMBufferCallbacks> { unsorted }

/// Callbacks for sample buffers in the order of their output times.
public func CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS() -> UnsafePointer<CMBufferCallbacks> { sorted }
