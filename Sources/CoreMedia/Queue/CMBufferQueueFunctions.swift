import CoreGraphics
import Foundation

/// The identifier of buffer queues, as `CFGetTypeID(_:)` returns it.
public func CMBufferQueueGetTypeID() -> CFTypeID { CMBufferQueue.typeID }

/// Creates an empty queue with room for a number of buffers, or any number if that is 0.
@discardableResult
public func CMBufferQueueCreate(
  allocator: CFAllocator?, capacity: CMItemCount, callbacks: UnsafePointer<CMBufferCallbacks>,
  queueOut: UnsafeMutablePointer<CMBufferQueue?>
) -> OSStatus {
  store(at: queueOut, orElse: kCMBufferQueueError_AllocationFailed) {
    guard let handlers = CMBufferQueue.Handlers(callbacks.pointee) else {
      throw CMBufferQueue.Error.invalidCMBufferCallbacksStruct
    }
    return try CMBufferQueue(capacity: capacity, handlers: handlers)
  }
}

/// Inserts a buffer at its place.
///
/// Fails with `kCMBufferQueueError_EnqueueAfterEndOfData`, `kCMBufferQueueError_QueueIsFull`, or the error of the
/// validation callback.
@discardableResult
public func CMBufferQueueEnqueue(_ queue: CMBufferQueue, buffer: CMBuffer) -> OSStatus {
  status(orElse: kCMBufferQueueError_InvalidBuffer) { try queue.enqueue(buffer) }
}

/// Takes the first buffer; nil if there is none.
@discardableResult
public func CMBufferQueueDequeue(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeue() }

/// Takes the first buffer if its data is there.
@discardableResult
public func CMBufferQueueDequeueIfDataReady(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeueIfDataReady() }

/// The first buffer, which stays; nil if there is none.
public func CMBufferQueueGetHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.head }

/// Returns true if there are no buffers.
public func CMBufferQueueIsEmpty(_ queue: CMBufferQueue) -> Bool { queue.isEmpty }

/// Declares that no more buffers will come.
@discardableResult
public func CMBufferQueueMarkEndOfData(_ queue: CMBufferQueue) -> OSStatus {
  status(orElse: kCMBufferQueueError_AllocationFailed) { try queue.markEndOfData() }
}

/// Returns true if no more buffers can be added.
public func CMBufferQueueContainsEndOfData(_ queue: CMBufferQueue) -> Bool { queue.containsEndOfData }

/// Returns true if no more buffers can be added and all have been removed.
public func CMBufferQueueIsAtEndOfData(_ queue: CMBufferQueue) -> Bool { queue.isAtEndOfData }

/// Removes all buffers; more may come, also after the end was marked.
@discardableResult
public func CMBufferQueueReset(_ queue: CMBufferQueue) -> OSStatus {
  status(orElse: kCMBufferQueueError_AllocationFailed) { try queue.reset() }
}

/// Removes all buffers and calls a function with each.
@discardableResult
public func CMBufferQueueResetWithCallback(
  _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> Void, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  status(orElse: kCMBufferQueueError_AllocationFailed) { try queue.reset { callback($0, refcon) } }
}

/// Calls a function with each buffer in order until it returns something other than 0, which is returned.
@discardableResult
public func CMBufferQueueCallForEachBuffer(
  _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> OSStatus, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  for buffer in queue.buffers {
    let result = callback(buffer, refcon)
    guard result == noErr else { return result }
  }
  return noErr
}

/// Returns the number of buffers.
public func CMBufferQueueGetBufferCount(_ queue: CMBufferQueue) -> CMItemCount { queue.bufferCount }

/// The sum of the buffers' durations; those that are not known do not count.
public func CMBufferQueueGetDuration(_ queue: CMBufferQueue) -> CMTime { queue.duration }

/// The earliest decode time of a buffer; invalid if none is known.
public func CMBufferQueueGetMinDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.minDecodeTimeStamp }

/// The decode time of the first buffer; invalid if it is not known.
public func CMBufferQueueGetFirstDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.firstDecodeTimeStamp }

/// The earliest time at which a buffer is shown; invalid if none is known.
public func CMBufferQueueGetMinPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.minPresentationTimeStamp
}

/// The time at which the first buffer is shown; invalid if it is not known.
public func CMBufferQueueGetFirstPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.firstPresentationTimeStamp
}

/// The latest time at which a buffer is shown; invalid if none is known.
public func CMBufferQueueGetMaxPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.maxPresentationTimeStamp
}

/// The latest time at which a buffer ends; invalid if none is known.
public func CMBufferQueueGetEndPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
  queue.endPresentationTimeStamp
}

/// The sum of the buffers' sizes in bytes.
public func CMBufferQueueGetTotalSize(_ queue: CMBufferQueue) -> Int { queue.totalSize }

/// May refuse a buffer before it is added: 0, or an error.
public typealias CMBufferValidationCallback = (CMBufferQueue, CMBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// May refuse a buffer before it is added: 0, or an error.
public typealias CMBufferValidationHandler = (CMBufferQueue, CMBuffer) -> OSStatus

/// Sets the callback that may reject buffers before they are added.
@discardableResult
public func CMBufferQueueSetValidationCallback(
  _ queue: CMBufferQueue, callback: @escaping CMBufferValidationCallback, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  CMBufferQueueSetValidationHandler(queue) { callback($0, $1, refcon) }
}

/// Sets the handler that may reject buffers before they are added.
@discardableResult
public func CMBufferQueueSetValidationHandler(
  _ queue: CMBufferQueue, _ handler: @escaping CMBufferValidationHandler
) -> OSStatus {
  queue.setValidationHandler { queue, buffer in
    let result = handler(queue, buffer)
    guard result == noErr else { throw statusError(result) }
  }
  return noErr
}
