import CoreGraphics
import Synchronization

/// What the creator of a pool asks for.
struct PoolOptions: Sendable {
  /// Blocks that are kept however old they are.
  var minimumCount = 0
  /// Seconds after which an unused block is freed; 0 keeps all.
  var maximumAge = 1.0

  init(_ dictionary: CFDictionary?) throws(CVError) {
    let invalid = CVError(code: kCVReturnInvalidPoolAttributes)
    if let value = dictionary?[kCVPixelBufferPoolMinimumBufferCountKey] {
      guard let count = wholeNumber(value), count >= 0 else { throw invalid }
      minimumCount = count
    }
    if let value = dictionary?[kCVPixelBufferPoolMaximumBufferAgeKey] {
      guard let age = (value as? NSNumber)?.doubleValue, age >= 0 else { throw invalid }
      maximumAge = age
    }
  }
}

/// The memory of a pool: blocks that wait, and a count of those in use.
///
/// Buffers hold this object, not the pool: a buffer may outlive its pool, and its block is freed then.
final class PoolBlocks: Sendable {
  private struct State {
    /// Waiting blocks with the time of their return, oldest first.
    var free: [(block: RecycledMemory, since: Double)] = []
    var inUse = 0
    var isClosed = false
    var wantsNotice = false
    var whenFree: (@Sendable () -> Void)?
  }

  private let options: PoolOptions
  private let now: @Sendable () -> Double
  private let state = Mutex(State())

  init(options: PoolOptions, now: @escaping @Sendable () -> Double) {
    self.options = options
    self.now = now
  }

  deinit {
    close()
  }

  /// Called when a block comes back after a caller was refused one.
  var whenFree: (@Sendable () -> Void)? {
    get { state.withLock { $0.whenFree } }
    set { state.withLock { $0.whenFree = newValue } }
  }

  /// Blocks that wait to be used again.
  var freeCount: Int { state.withLock { $0.free.count } }

  /// A block for a buffer: one that waits, or a new one unless `threshold` blocks exist already.
  func take(byteCount: Int, alignment: Int, threshold: Int?) throws(CVError) -> PixelMemory {
    ageOut()
    let recycled = state.withLock { state -> Result<RecycledMemory?, CVError> in
      // The youngest block is the one most likely to be in the cache.
      if let block = state.free.popLast()?.block {
        state.inUse += 1
        return .success(block)
      }
      if let threshold, state.inUse >= threshold {
        state.wantsNotice = true
        return .failure(CVError(code: kCVReturnWouldExceedAllocationThreshold))
      }
      state.inUse += 1
      return .success(nil)
    }
    let give: @Sendable (RecycledMemory) -> Void = { self.giveBack($0) }
    if let block = try recycled.get() { return PixelMemory(block, recycle: give) }
    guard let memory = PixelMemory(byteCount: byteCount, alignment: alignment, recycle: give) else {
      state.withLock { $0.inUse -= 1 }
      throw CVError(code: kCVReturnAllocationFailed)
    }
    return memory
  }

  /// Frees the blocks that wait.
  func flush() {
    for entry in state.withLock({ state in state.free.takeAll() }) { entry.block.free() }
  }

  /// Frees the blocks that wait, and from now on those that come back.
  func close() {
    state.withLock { $0.isClosed = true }
    flush()
  }

  private func giveBack(_ block: RecycledMemory) {
    let time = now()
    let (isKept, notice) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      state.inUse -= 1
      if state.isClosed { return (false, nil) }
      state.free.append((block, time))
      defer { state.wantsNotice = false }
      return (true, state.wantsNotice ? state.whenFree : nil)
    }
    if !isKept { block.free() }
    ageOut()
    notice?()
  }

  /// Frees blocks that have waited too long, as long as the minimum remains.
  func ageOut() {
    guard options.maximumAge > 0 else { return }
    let limit = now() - options.maximumAge
    let old = state.withLock { state -> [RecycledMemory] in
      let spare = max(0, state.free.count + state.inUse - options.minimumCount)
      let count = min(spare, state.free.prefix { $0.since < limit }.count)
      defer { state.free.removeFirst(count) }
      return state.free.prefix(count).map(\.block)
    }
    for block in old { block.free() }
  }
}

extension Array {
  /// Empties the array and returns what it held.
  fileprivate mutating func takeAll() -> [Element] {
    defer { self = [] }
    return self
  }
}
