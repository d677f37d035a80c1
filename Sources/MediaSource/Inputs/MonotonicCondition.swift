import Foundation

/// A lock with a condition whose limits are those of the monotonic clock.
///
/// `NSCondition` waits until a date: a step of the system's clock would end the waiting, or lengthen it by hours.
package final class MonotonicCondition: Sendable {
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private nonisolated(unsafe) let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  package func lock() { pthread_mutex_lock(mutex) }

  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Wakes all who wait.
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Waits for a broadcast; called with the lock, which others have in the meantime.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits for a broadcast, as `wait()`.
  ///
  /// - Returns: False if the time is over.
  package func wait(until limit: Limit) -> Bool {
    var time = limit.time
    return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
  }

  /// A time of the monotonic clock.
  package struct Limit: Sendable {
    fileprivate let time: timespec

    /// The time in some milliseconds.
    package init(milliseconds: Int) {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let (seconds, rest) = max(0, milliseconds).quotientAndRemainder(dividingBy: 1000)
      let nanoseconds = now.tv_nsec + rest * 1_000_000
      time = timespec(
        tv_sec: now.tv_sec + seconds + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    }
  }
}
