import CoreGraphics
import Foundation

/// Names one trigger of one buffer queue.
public final class CMBufferQueueTriggerToken: Hashable, Sendable {
  init() {}

  /// Two tokens are equal if they are the same object.
  public static func == (lhs: CMBufferQueueTriggerToken, rhs: CMBufferQueueTriggerToken) -> Bool { lhs === rhs }

  /// Feeds the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// A queue of timed buffers that knows its total duration and calls triggers when it changes.
///
/// May be used from any number of threads. Handlers and triggers are called on the thread that changes the queue, after
/// the change and outside the lock, so that they may use the queue.
public final class CMBufferQueue: Sendable {
  /// Names one trigger.
  public typealias TriggerToken = CMBufferQueueTriggerToken

  /// The condition of a trigger, which is called each time it becomes true.
  public enum TriggerCondition: Sendable {
    /// The queue holds less time than this.
    case whenDurationBecomesLessThan(CMTime)
    /// The queue holds no more time than this.
    case whenDurationBecomesLessThanOrEqualTo(CMTime)
    /// The queue holds more time than this.
    case whenDurationBecomesGreaterThan(CMTime)
    /// The queue holds at least this time.
    case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
    /// The earliest time at which a buffer is shown has changed.
    case whenMinPresentationTimeStampChanges
    /// The latest time at which a buffer is shown has changed.
    case whenMaxPresentationTimeStampChanges
    /// The first buffer's data has become ready.
    case whenDataBecomesReady
    /// The queue is empty and the end of the data is marked.
    case whenEndOfDataReached
    /// The queue was emptied.
    case whenReset
    /// The queue holds fewer buffers than this.
    case whenBufferCountBecomesLessThan(CMItemCount)
    /// The queue holds more buffers than this.
    case whenBufferCountBecomesGreaterThan(CMItemCount)
  }

  struct Trigger {
    var token: TriggerToken
    /// One, or several that must hold together.
    var conditions: [TriggerCondition]
    var body: CMBufferQueueTriggerHandler?
  }

  private struct State {
    var buffers: [CMBuffer] = []
    var isEndMarked = false
    var triggers: [Trigger] = []
    var validate: ((CMBufferQueue, CMBuffer) throws -> Void)?
  }

  /// The values that triggers compare before and after a change.
  struct Snapshot {
    var duration = CMTime.zero
    var minimum = CMTime.invalid
    var maximum = CMTime.invalid
    var isHeadReady = false
    var isAtEnd = false
    var count = 0
    var wasReset = false
  }

  private let capacity: Int
  nonisolated(unsafe) let handlers: Handlers
  private let lock = NSRecursiveLock()
  /// Used under the lock only, which a mutex cannot be: handlers call back into the queue. No access may last while one is called: it
  /// would exclude that of the handler.
  private nonisolated(unsafe) var state = State()
  /// Set once, before the queue is handed out.
  private nonisolated(unsafe) var observer: (any NSObjectProtocol)?

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of buffers; 0 for any number.
  ///   - handlers: The queue's access to its buffers' properties.
  /// - Throws: `requiredParameterMissing` if the capacity is negative.
  public init(capacity: CMItemCount, handlers: Handlers) throws {
    guard capacity >= 0 else { throw Error.requiredParameterMissing }
    self.capacity = capacity
    self.handlers = handlers
    if let name = handlers.dataBecameReadyNotification {
      observer = NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) {
        [weak self] notification in
        guard let self, let buffer = notification.object as AnyObject?, self.head === buffer else { return }
        self.headBecameReady()
      }
    }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  /// Runs code that calls no handler.
  private func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&state) }
  }

  /// Inserts a buffer at its place.
  ///
  /// - Throws: `enqueueAfterEndOfData`, `queueIsFull`, or the error of the validation handler.
  public func enqueue(_ buffer: CMBuffer) throws {
    try withState { $0.validate }?(self, buffer)
    try change {
      guard !state.isEndMarked else { throw Error.enqueueAfterEndOfData }
      guard capacity == 0 || state.buffers.count < capacity else { throw Error.queueIsFull }
      // Behind its equals: buffers of one time keep their order.
      let place = handlers.compare.map { compare in
        let buffers = state.buffers
        return buffers.lastIndex { compare($0, buffer) != .compareGreaterThan }.map { $0 + 1 } ?? 0
      }
      let count = state.buffers.count
      state.buffers.insert(buffer, at: min(place ?? count, count))
    }
  }

  /// Takes the first buffer; nil if there is none.
  @discardableResult
  public func dequeue() -> CMBuffer? {
    change { state.buffers.isEmpty ? nil : state.buffers.removeFirst() }
  }

  /// Takes the first buffer if its data is there.
  public func dequeueIfDataReady() -> CMBuffer? {
    change {
      guard let first = state.buffers.first, handlers.isDataReady?(first) ?? true, state.buffers.first === first else {
        return nil
      }
      return state.buffers.removeFirst()
    }
  }

  /// The first buffer, which stays; nil if there is none.
  public var head: CMBuffer? { withState { $0.buffers.first } }

  /// True if there are no buffers.
  public var isEmpty: Bool { withState { $0.buffers.isEmpty } }

  /// The number of buffers.
  public var bufferCount: CMItemCount { withState { $0.buffers.count } }

  /// Declares that no more buffers will come.
  public func markEndOfData() throws {
    change { state.isEndMarked = true }
  }

  /// True if no more buffers can be added.
  public var containsEndOfData: Bool { withState { $0.isEndMarked } }

  /// True if no more buffers can be added and all have been removed.
  public var isAtEndOfData: Bool { withState { $0.isEndMarked && $0.buffers.isEmpty } }

  /// Removes all buffers; more may come, also after the end was marked.
  public func reset() throws {
    try reset { _ in }
  }

  /// Removes all buffers and calls a body with each.
  public func reset(_ body: (CMBuffer) throws -> Void) throws {
    let removed = change(isReset: true) {
      defer { (state.buffers, state.isEndMarked) = ([], false) }
      return state.buffers
    }
    for buffer in removed { try body(buffer) }
  }

  /// The buffers as they are now, in order.
  public var buffers: Buffers { Buffers(buffers: withState { $0.buffers }) }

  /// Buffers in order.
  public struct Buffers: Sequence {
    let buffers: [CMBuffer]

    /// Goes through the buffers.
    public func makeIterator() -> IndexingIterator<[CMBuffer]> { buffers.makeIterator() }
  }

  /// Sets the handler that may reject buffers before they are added, by throwing.
  public func setValidationHandler(_ body: @escaping (CMBufferQueue, CMBuffer) throws -> Void) {
    withState { $0.validate = body }
  }

  /// The identifier of buffer queues, as `CFGetTypeID(_:)` returns it.
  public class var typeID: CFTypeID { CoreGraphics.typeID(of: CMBufferQueue.self) }

  // MARK: Triggers

  /// Installs a trigger, called each time its condition becomes true; without a body it can only be tested.
  ///
  /// - Throws: `badTriggerDuration` if the condition's duration is no number.
  public func installTrigger(
    condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler? = nil
  ) throws -> TriggerToken {
    try installTrigger(conditions: [condition], body)
  }

  func installTrigger(
    conditions: [TriggerCondition], _ body: CMBufferQueueTriggerHandler?
  ) throws -> TriggerToken {
    guard conditions.allSatisfy(\.isValid) else { throw Error.badTriggerDuration }
    let token = TriggerToken()
    withState { $0.triggers.append(Trigger(token: token, conditions: conditions, body: body)) }
    return token
  }

  /// Removes a trigger.
  ///
  /// - Throws: `invalidTriggerToken` if there is no such trigger.
  public func removeTrigger(_ triggerToken: TriggerToken) throws {
    try withState { state in
      guard let index = state.triggers.firstIndex(where: { $0.token == triggerToken }) else {
        throw Error.invalidTriggerToken
      }
      state.triggers.remove(at: index)
    }
  }

  /// Returns true if a trigger's condition is true now; false for conditions that only name a change.
  public func testTrigger(_ triggerToken: TriggerToken) -> Bool {
    lock.withLock {
      guard let trigger = state.triggers.first(where: { $0.token == triggerToken }) else { return false }
      return trigger.holds(for: snapshot())
    }
  }

  private func change<Result>(isReset: Bool = false, _ body: () throws -> Result) rethrows -> Result {
    let (result, due) = try lock.withLock { () -> (Result, [Trigger]) in
      guard !state.triggers.isEmpty else { return (try body(), []) }
      let before = snapshot()
      let result = try body()
      var after = snapshot()
      after.wasReset = isReset
      return (result, state.triggers.filter { $0.fires(from: before, to: after) })
    }
    for trigger in due { trigger.body?(trigger.token) }
    return result
  }

  private func headBecameReady() {
    let due = withState { state in
      state.triggers.filter { if case .whenDataBecomesReady? = $0.conditions.first { true } else { false } }
    }
    for trigger in due { trigger.body?(trigger.token) }
  }

  /// The values of now; under the lock.
  private func snapshot() -> Snapshot {
    let (buffers, isEndMarked) = (state.buffers, state.isEndMarked)
    let times = buffers.compactMap { handlers.getPresentationTimeStamp?($0) }.filter(\.isValid)
    return Snapshot(
      duration: buffers.map(handlers.getDuration).filter(\.isNumeric).reduce(.zero, +),
      minimum: times.min() ?? .invalid, maximum: times.max() ?? .invalid,
      isHeadReady: buffers.first.map { handlers.isDataReady?($0) ?? true } ?? false,
      isAtEnd: isEndMarked && buffers.isEmpty, count: buffers.count)
  }
}

extension CMBufferQueue.TriggerCondition {
  fileprivate var isValid: Bool {
    switch self {
    case .whenDurationBecomesLessThan(let time), .whenDurationBecomesLessThanOrEqualTo(let time),
      .whenDurationBecomesGreaterThan(let time), .whenDurationBecomesGreaterThanOrEqualTo(let time):
      time.isNumeric
    default: true
    }
  }

  fileprivate func holds(for snapshot: CMBufferQueue.Snapshot) -> Bool {
    switch self {
    case .whenDurationBecomesLessThan(let time): snapshot.duration < time
    case .whenDurationBecomesLessThanOrEqualTo(let time): snapshot.duration <= time
    case .whenDurationBecomesGreaterThan(let time): snapshot.duration > time
    case .whenDurationBecomesGreaterThanOrEqualTo(let time): snapshot.duration >= time
    case .whenDataBecomesReady: snapshot.isHeadReady
    case .whenEndOfDataReached: snapshot.isAtEnd
    case .whenBufferCountBecomesLessThan(let count): snapshot.count < count
    case .whenBufferCountBecomesGreaterThan(let count): snapshot.count > count
    case .whenReset: snapshot.wasReset
    case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges: false
    }
  }
}

extension CMBufferQueue.Trigger {
  fileprivate func holds(for snapshot: CMBufferQueue.Snapshot) -> Bool {
    conditions.allSatisfy { $0.holds(for: snapshot) }
  }

  fileprivate func fires(from before: CMBufferQueue.Snapshot, to after: CMBufferQueue.Snapshot) -> Bool {
    switch conditions.first {
    case .whenMinPresentationTimeStampChanges: before.minimum != after.minimum
    case .whenMaxPresentationTimeStampChanges: before.maximum != after.maximum
    default: !holds(for: before) && holds(for: after)
    }
  }
}

extension CMBufferQueue {
  /// The sum of the buffers' durations; those that are not known do not count.
  public var duration: CMTime { buffers.map(handlers.getDuration).filter(\.isNumeric).reduce(.zero, +) }

  /// The earliest decode time; invalid if unknown.
  public var minDecodeTimeStamp: CMTime { decodeTimes.min() ?? .invalid }
  /// The decode time of the first buffer.
  public var firstDecodeTimeStamp: CMTime { head.flatMap { handlers.getDecodeTimeStamp?($0) } ?? .invalid }
  /// The earliest time at which a buffer is shown.
  public var minPresentationTimeStamp: CMTime { presentationTimes.min() ?? .invalid }
  /// The presentation time of the first buffer.
  public var firstPresentationTimeStamp: CMTime { head.flatMap { handlers.getPresentationTimeStamp?($0) } ?? .invalid }
  /// The latest time at which a buffer is shown.
  public var maxPresentationTimeStamp: CMTime { presentationTimes.max() ?? .invalid }
  /// The latest time at which a buffer ends.
  public var endPresentationTimeStamp: CMTime {
    buffers.compactMap { buffer in handlers.getPresentationTimeStamp.map { $0(buffer) + handlers.getDuration(buffer) } }
      .filter(\.isValid).max() ?? .invalid
  }
  /// The sum of the buffers' sizes in bytes.
  public var totalSize: Int {
    buffers.reduce(0) { $0.addingReportingOverflow(handlers.getSize?($1) ?? 0).partialValue }
  }

  private var decodeTimes: [CMTime] {
    buffers.compactMap { handlers.getDecodeTimeStamp?($0) }.filter(\.isValid)
  }

  private var presentationTimes: [CMTime] {
    buffers.compactMap { handlers.getPresentationTimeStamp?($0) }.filter(\.isValid)
  }
}
