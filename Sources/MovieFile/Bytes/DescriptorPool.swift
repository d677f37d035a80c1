import Synchronization

/// The file descriptors that stay open between reads: the most recently used ones, so that a movie of a thousand clips
/// does not run out of them.
final class DescriptorPool: Sendable {
  /// The default pool of sources, with 64 descriptors.
  static let shared = DescriptorPool(capacity: 64)

  private struct Entry {
    let file: OpenFile
    var lastUse: UInt64
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The number of open descriptors.
  var count: Int { state.withLock { $0.entries.count } }

  func file(for owner: ObjectIdentifier) -> OpenFile? {
    state.withLock { state in
      guard state.entries[owner] != nil else { return nil }
      state.clock += 1
      state.entries[owner]?.lastUse = state.clock
      return state.entries[owner]?.file
    }
  }

  /// Keeps a file open and releases the least recently used one.
  ///
  /// A reader that uses that one at this moment retains it until the read is done.
  func insert(_ file: OpenFile, for owner: ObjectIdentifier) {
    // The evicted file is closed outside the lock.
    let dropped = state.withLock { state -> OpenFile? in
      state.clock += 1
      state.entries[owner] = Entry(file: file, lastUse: state.clock)
      guard state.entries.count > capacity else { return nil }
      let oldest = state.entries.min { $0.value.lastUse < $1.value.lastUse }?.key
      return oldest.flatMap { state.entries.removeValue(forKey: $0)?.file }
    }
    withExtendedLifetime(dropped) {}
  }

  func remove(_ owner: ObjectIdentifier) {
    let dropped = state.withLock { $0.entries.removeValue(forKey: owner)?.file }
    withExtendedLifetime(dropped) {}
  }
}
