import CoreGraphics
import Synchronization

/// The options of a pool's creator.
struct PoolOptions: Sendable {
  /// The number of blocks that are kept regardless of age.
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

/// The memory of a pool: free blocks, and the number of those in use.
///
/// Buffers retain this object, not the pool: a buffer may outlive its pool, and its block is freed then.
final class PoolBlocks: Sendable {
  private struct State {
    /// The free blocks with the time of their return, oldest first.
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

  /// Called when a block is returned after a caller was refused one.
  var whenFree: (@Sendable () -> Void)? {
    get { state.withLock { $0.whenFree } }
    set { state.withLock { $0.whenFree = newValue } }
  }

  /// The number of free blocks.
  var freeCount: Int { state.withLock { $0.free.count } }

  /// Returns a block for a buffer: a free one, or a new one unless `threshold` blocks exist already.
  func take(byteCount: Int, alignment: Int, threshold: Int?) throws(CVError) -> PixelMemory {
    ageOut()
    let recycled = state.withLock { state -> Result<RecycledMemory?, CVError> in
      // The most recently used block is the most likely one to be in the cache.
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

  /// Frees the free blocks' memory.
  func flush() {
    for entry in state.withLock({ state in state.free.takeAll() }) { entry.block.free() }
  }

  /// Frees the free blocks' memory, and from now on that of returned ones.
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

  /// Frees the memory of blocks that have been free for too long, except the minimum.
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
