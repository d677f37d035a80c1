internal import CFileSystem
import Foundation
import Synchronization

/// Lets the disk begin to write what was copied to a file, on a thread of its own, while more is copied.
///
/// Ranges that come while one is being handed over are put together. All members may be used on any thread.
final class WriteBehind: Sendable {
  private struct State {
    var waiting: Range<Int64>?
    var isWorking = false
  }

  private let descriptor: CInt
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "reel.write-behind")

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Notes a range that was written; it continues the one before, or stands for all between.
  func begin(_ range: Range<Int64>) {
    let startsWork = state.withLock { state in
      let before = state.waiting ?? range
      state.waiting = min(before.lowerBound, range.lowerBound)..<max(before.upperBound, range.upperBound)
      defer { state.isWorking = true }
      return !state.isWorking
    }
    if startsWork { queue.async { self.work() } }
  }

  private func work() {
    while let range = next() { cfs_begin_writing(descriptor, range.lowerBound, Int64(range.count)) }
  }

  private func next() -> Range<Int64>? {
    state.withLock { state in
      defer { state.waiting = nil }
      state.isWorking = state.waiting != nil
      return state.waiting
    }
  }

  /// Waits until nothing is under way: then the file may be closed.
  func finish() {
    state.withLock { $0.waiting = nil }
    queue.sync {}
  }
}
