// Module os: locks, and messages to swift-log.
//
// Packages test `canImport(os)`, and find this module in a build that has it even if they do not depend on it: swift-
// argument-parser calls os_unfair_lock then, beside functions of Glibc. So the lock is a C type of Glibc, and its
// functions are emitted into their callers, who need nothing of this module when they are linked.

@_exported import Foundation
@_exported import Glibc

/// A lock. On Linux a mutex of POSIX; all zeros are an open one.
public typealias os_unfair_lock = pthread_mutex_t
/// A lock. On Linux a mutex of POSIX; all zeros are an open one.
public typealias os_unfair_lock_s = pthread_mutex_t
/// The address of a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

/// Closes a lock, waiting until it is open.
@_alwaysEmitIntoClient public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(lock) }

/// Opens a lock that this thread has closed.
@_alwaysEmitIntoClient public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(lock) }

/// Closes a lock if it is open; returns true for success.
@_alwaysEmitIntoClient public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
  pthread_mutex_trylock(lock) == 0
}

/// Ends the program unless this thread has closed a lock.
public func os_unfair_lock_assert_owner(_ lock: os_unfair_lock_t) {
  precondition(isOwned(lock), "the lock is not closed, or another thread has closed it")
}

/// Ends the program if this thread has closed a lock.
public func os_unfair_lock_assert_not_owner(_ lock: os_unfair_lock_t) {
  precondition(!isOwned(lock), "this thread has closed the lock")
}

/// Returns true if this thread has closed a lock: Glibc notes the thread in the mutex.
private func isOwned(_ lock: os_unfair_lock_t) -> Bool { lock.pointee.__data.__owner == threadID() }

/// The function `gettid` of Glibc, which its module for Swift does not export.
private let threadID: @convention(c) () -> pid_t = {
  guard let address = dlsym(dlopen(nil, RTLD_LAZY), "gettid") else { fatalError("Glibc 2.30 or later is needed") }
  return unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
}()

/// A value behind a lock.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // Unchecked: the state is used under the lock only, and by what the caller vouches for.
  private final class Storage {
    var lock: os_unfair_lock_t
    var state: State

    init(_ state: State) {
      lock = .allocate(capacity: 1)
      lock.initialize(to: os_unfair_lock())
      self.state = state
    }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }
  }

  private let storage: Storage

  /// Creates a lock with a state that need not be sendable.
  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Creates a lock with a state.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  /// Runs a body with the state, alone.
  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    os_unfair_lock_lock(storage.lock)
    defer { os_unfair_lock_unlock(storage.lock) }
    return try body(&storage.state)
  }

  /// Runs a body with the state, alone.
  public func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    try withLockUnchecked(body)
  }

  /// Runs a body with the state if nothing else does; nil otherwise.
  public func withLockIfAvailable<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result? {
    try withLockIfAvailableUnchecked(body)
  }

  /// Runs a body with the state if nothing else does; nil otherwise.
  public func withLockIfAvailableUnchecked<Result>(
    _ body: (inout State) throws -> Result
  ) rethrows -> Result? {
    guard os_unfair_lock_trylock(storage.lock) else { return nil }
    defer { os_unfair_lock_unlock(storage.lock) }
    return try body(&storage.state)
  }
}

extension OSAllocatedUnfairLock {
  /// The threads that may have closed a lock.
  public enum Ownership: Hashable, Sendable {
    /// This thread.
    case owner
    /// Another thread, or none.
    case notOwner
  }

  /// Ends the program unless this thread has closed the lock, or has not.
  public func precondition(_ condition: Ownership) {
    switch condition {
    case .owner: os_unfair_lock_assert_owner(storage.lock)
    case .notOwner: os_unfair_lock_assert_not_owner(storage.lock)
    }
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// Creates a lock without a state.
  public init() { self.init(uncheckedState: ()) }

  /// Closes the lock, waiting until it is open.
  public func lock() { os_unfair_lock_lock(storage.lock) }

  /// Opens the lock, which this thread has closed.
  public func unlock() { os_unfair_lock_unlock(storage.lock) }

  /// Closes the lock if it is open; returns true for success.
  public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(storage.lock) }

  /// Runs a body alone.
  public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withLockUnchecked { _ in try body() }
  }

  /// Runs a body alone.
  public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
    try withLockUnchecked(body)
  }

  /// Runs a body if nothing else does; nil otherwise.
  public func withLockIfAvailableUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }

  /// Runs a body if nothing else does; nil otherwise.
  public func withLockIfAvailable<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result? {
    try withLockIfAvailableUnchecked(body)
  }
}
