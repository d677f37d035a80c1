import Testing
import os

@Suite struct LockTests {
  /// A number that several threads count up, under a lock of C.
  private final class Counter: @unchecked Sendable {
    // Unchecked: the count is used under the lock alone.
    let lock = os_unfair_lock_t.allocate(capacity: 1)
    var count = 0

    init() { lock.initialize(to: os_unfair_lock()) }
    deinit { lock.deallocate() }
  }

  @Test func locksOfC_letOneThreadIn() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<1000 {
        os_unfair_lock_lock(counter.lock)
        counter.count += 1
        os_unfair_lock_unlock(counter.lock)
      }
    }
    #expect(counter.count == 4000)
  }

  @Test func closedLocks_areNotTaken() {
    var lock = os_unfair_lock_s()
    #expect(os_unfair_lock_trylock(&lock))
    #expect(!os_unfair_lock_trylock(&lock))
    os_unfair_lock_unlock(&lock)
    #expect(os_unfair_lock_trylock(&lock))
    os_unfair_lock_unlock(&lock)
  }

  @Test func values_areBehindTheirLocks() {
    let list = OSAllocatedUnfairLock(initialState: [Int]())
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      for _ in 0..<500 { list.withLock { $0.append(number) } }
    }
    #expect(list.withLock { $0.count } == 2000 && list.withLockUnchecked { $0.filter { $0 == 3 }.count } == 500)
    #expect(list.withLockIfAvailable { $0.removeLast() } != nil)
    // One inside of another does not get in.
    let inner = list.withLockUnchecked { _ in list.withLockIfAvailableUnchecked { $0.count } }
    #expect(inner == nil && list.withLock { $0.count } == 1999)
  }

  @Test func locksWithoutValues_areClosedAndOpened() {
    let lock = OSAllocatedUnfairLock()
    lock.lock()
    #expect(!lock.lockIfAvailable())
    lock.unlock()
    #expect(lock.lockIfAvailable())
    lock.unlock()
    #expect(lock.withLock { 5 } == 5)
    struct Failure: Error {}
    #expect(throws: Failure.self) { try lock.withLock { throw Failure() } }
    #expect(lock.lockIfAvailable(), "an error opened the lock")
    lock.unlock()
  }

  @Test func bodiesWithoutValues_runAlone() {
    let lock = OSAllocatedUnfairLock()
    let inner = lock.withLockUnchecked { lock.withLockIfAvailable { 1 } }
    #expect(inner == nil && lock.withLockIfAvailableUnchecked { 2 } == 2)
  }

  @Test func owners_areTheThreadsThatClosedLocks() {
    let lock = OSAllocatedUnfairLock()
    lock.precondition(.notOwner)
    lock.lock()
    lock.precondition(.owner)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { lock.precondition(.notOwner) }
    group.wait()
    lock.unlock()
    lock.precondition(.notOwner)
  }

  @Test func openLocks_haveNoOwner() async {
    await #expect(processExitsWith: .failure) {
      var lock = os_unfair_lock()
      os_unfair_lock_assert_owner(&lock)
    }
  }

  @Test func closedLocks_areOwned() async {
    await #expect(processExitsWith: .failure) {
      var lock = os_unfair_lock()
      os_unfair_lock_lock(&lock)
      os_unfair_lock_assert_not_owner(&lock)
    }
  }
}
