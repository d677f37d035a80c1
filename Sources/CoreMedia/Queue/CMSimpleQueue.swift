import CoreGraphics
import Foundation
import Synchronization

/// A queue of pointers with a fixed capacity; the memory that they point to stays the caller's.
///
/// May be used from any number of threads.
public final class CMSimpleQueue: Sendable {
  private struct Ring {
    var elements: [UnsafeRawPointer?]
    var head = 0
    var count = 0
  }

  /// The largest number of pointers.
  public let capacity: Int
  private let ring: Mutex<Ring>

  /// Creates an empty queue.
  ///
  /// - Throws: `parameterOutOfRange` unless the capacity is from 1 to 2 147 483 647.
  public init(capacity: Int) throws {
    guard capacity > 0, capacity <= Int(Int32.max) else { throw Error.parameterOutOfRange }
    self.capacity = capacity
    ring = Mutex(Ring(elements: []))
  }

  /// Adds a pointer at the end.
  ///
  /// - Throws: `queueIsFull`.
  public func enqueue(_ element: UnsafeRawPointer) throws {
    let address = UInt(bitPattern: element)
    try ring.withLock { ring in
      guard ring.count < capacity else { throw Error.queueIsFull }
      if ring.count == ring.elements.count {
        // Room grows with use: a large capacity costs nothing until it is needed.
        let ordered = (0..<ring.count).map { ring.elements[(ring.head + $0) % ring.count] }
        ring.elements = ordered + Array(repeating: nil, count: min(capacity - ring.count, max(8, ring.count)))
        ring.head = 0
      }
      ring.elements[(ring.head + ring.count) % ring.elements.count] = UnsafeRawPointer(bitPattern: address)
      ring.count += 1
    }
  }

  /// Takes the first pointer; nil if there is none.
  public func dequeue() -> UnsafeRawPointer? {
    UnsafeRawPointer(
      bitPattern: ring.withLock { ring -> UInt in
        guard ring.count > 0 else { return 0 }
        let element = ring.elements[ring.head]
        ring.head = (ring.head + 1) % ring.elements.count
        ring.count -= 1
        return UInt(bitPattern: element)
      })
  }

  /// The first pointer, which stays; nil if there is none.
  public var head: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: ring.withLock { $0.count > 0 ? UInt(bitPattern: $0.elements[$0.head]) : 0 })
  }

  /// Removes all pointers.
  public func reset() throws {
    ring.withLock { $0 = Ring(elements: []) }
  }

  /// The number of pointers.
  public var count: Int { ring.withLock { $0.count } }

  /// The fill level of the queue, from 0 to 1.
  public var fullness: Float { Float(count) / Float(capacity) }

  /// The identifier of simple queues, as `CFGetTypeID(_:)` returns it.
  public static var typeID: CFTypeID { CoreGraphics.typeID(of: CMSimpleQueue.self) }
}

/// Creates an empty queue with room for a fixed number of pointers.
@discardableResult
public func CMSimpleQueueCreate(
  allocator: CFAllocator?, capacity: Int32, queueOut: UnsafeMutablePointer<CMSimpleQueue?>
) -> OSStatus {
  store(at: queueOut, orElse: kCMSimpleQueueError_AllocationFailed) {
    try CMSimpleQueue(capacity: Int(capacity))
  }
}

/// Adds a pointer at the end.
@discardableResult
public func CMSimpleQueueEnqueue(_ queue: CMSimpleQueue, element: UnsafeRawPointer) -> OSStatus {
  status(orElse: kCMSimpleQueueError_QueueIsFull) { try queue.enqueue(element) }
}

/// Takes the first pointer; nil if there is none.
@discardableResult
public func CMSimpleQueueDequeue(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { queue.dequeue() }

/// The first pointer, which stays; nil if there is none.
public func CMSimpleQueueGetHead(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { queue.head }

/// Removes all pointers.
@discardableResult
public func CMSimpleQueueReset(_ queue: CMSimpleQueue) -> OSStatus {
  status(orElse: kCMSimpleQueueError_AllocationFailed) { try queue.reset() }
}

/// Returns the largest number of pointers.
public func CMSimpleQueueGetCapacity(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.capacity) }

/// Returns the number of pointers.
public func CMSimpleQueueGetCount(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.count) }

/// Returns the fill level of the queue, from 0 to 1.
public func CMSimpleQueueGetFullness(_ queue: CMSimpleQueue) -> Float32 { queue.fullness }
