import CoreGraphics
import Foundation

/// An object in a buffer queue, usually a `CMSampleBuffer`.
public typealias CMBuffer = AnyObject
/// Tells a time of a buffer.
public typealias CMBufferGetTimeHandler = (CMBuffer) -> CMTime
/// Tells something that is true or false of a buffer.
public typealias CMBufferGetBooleanHandler = (CMBuffer) -> Bool
/// Tells the size of a buffer in bytes.
public typealias CMBufferGetSizeHandler = (CMBuffer) -> Int
/// Orders two buffers.
public typealias CMBufferCompareHandler = (CMBuffer, CMBuffer) -> CFComparisonResult
/// Hears that a trigger's condition has become true.
public typealias CMBufferQueueTriggerHandler = (CMBufferQueueTriggerToken) -> Void

extension CMBufferQueue {
  /// The handlers by which a queue reads its buffers.
  public struct Handlers {
    /// Returns the decode time of a buffer.
    public let getDecodeTimeStamp: CMBufferGetTimeHandler?
    /// Returns the presentation time of a buffer.
    public let getPresentationTimeStamp: CMBufferGetTimeHandler?
    /// Returns the duration of a buffer.
    public let getDuration: CMBufferGetTimeHandler
    /// Returns true if a buffer's data is ready; nil if it always is.
    public let isDataReady: CMBufferGetBooleanHandler?
    /// The order of buffers; the order of arrival if this is nil.
    public let compare: CMBufferCompareHandler?
    /// The name of the notification that a buffer posts when its data becomes ready.
    public let dataBecameReadyNotification: String?
    /// The size of a buffer in bytes.
    public let getSize: CMBufferGetSizeHandler?

    /// Collects handlers.
    public struct Builder {
      /// The name of the notification that a buffer posts when its data becomes ready.
      public var dataBecameReadyNotification: String?
      fileprivate var decodeTimeStamp: CMBufferGetTimeHandler?
      fileprivate var presentationTimeStamp: CMBufferGetTimeHandler?
      fileprivate var duration: CMBufferGetTimeHandler = { _ in .invalid }
      fileprivate var dataReady: CMBufferGetBooleanHandler?
      fileprivate var comparison: CMBufferCompareHandler?
      fileprivate var size: CMBufferGetSizeHandler?

      /// Sets the handler that returns a buffer's decode time stamp.
      public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) { decodeTimeStamp = body }
      /// Sets the handler that returns a buffer's presentation time stamp.
      public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
        presentationTimeStamp = body
      }
      /// Sets the handler that returns a buffer's duration.
      public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) { duration = body }
      /// Sets the handler that returns true if a buffer's data is ready.
      public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) { dataReady = body }
      /// Sets the order of buffers.
      public mutating func compare(_ body: @escaping CMBufferCompareHandler) { comparison = body }
      /// Sets the handler that returns a buffer's size.
      public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) { size = body }
    }

    /// Creates handlers as a closure sets them; a duration that is not set is invalid.
    public init(withHandlers body: (inout Builder) -> Void) {
      var builder = Builder()
      body(&builder)
      self.init(builder)
    }

    /// These handlers, some of them replaced.
    public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
      var builder = Builder(
        dataBecameReadyNotification: dataBecameReadyNotification, decodeTimeStamp: getDecodeTimeStamp,
        presentationTimeStamp: getPresentationTimeStamp, duration: getDuration, dataReady: isDataReady,
        comparison: compare, size: getSize)
      body(&builder)
      return Handlers(builder)
    }

    private init(_ builder: Builder) {
      getDecodeTimeStamp = builder.decodeTimeStamp
      getPresentationTimeStamp = builder.presentationTimeStamp
      getDuration = builder.duration
      isDataReady = builder.dataReady
      compare = builder.comparison
      dataBecameReadyNotification = builder.dataBecameReadyNotification
      getSize = builder.size
    }

    /// For sample buffers in the order of arrival; they are shown at their output times.
    public static var unsortedSampleBuffers: Handlers {
      Handlers { handlers in
        handlers.getDecodeTimeStamp { ($0 as? CMSampleBuffer)?.decodeTimeStamp ?? .invalid }
        handlers.getPresentationTimeStamp { ($0 as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid }
        handlers.getDuration { ($0 as? CMSampleBuffer)?.outputDuration ?? .invalid }
        handlers.isDataReady { ($0 as? CMSampleBuffer)?.dataReadiness == .ready }
        handlers.getSize { ($0 as? CMSampleBuffer)?.totalSampleSize ?? 0 }
        handlers.dataBecameReadyNotification = CMSampleBuffer.dataBecameReady.rawValue
      }
    }

    /// For sample buffers in the order of their output times.
    public static var outputPTSSortedSampleBuffers: Handlers {
      unsortedSampleBuffers.withHandlers { handlers in
        handlers.compare { first, second in
          let times = [first, second].map { ($0 as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid }
          return times[0] < times[1] ? .compareLessThan : times[0] > times[1] ? .compareGreaterThan : .compareEqualTo
        }
      }
    }
  }
}
