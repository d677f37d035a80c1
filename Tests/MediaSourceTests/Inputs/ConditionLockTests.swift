import Foundation
import Testing

@testable import MediaSource

@Suite struct ConditionLockTests {
  @Test func timedWait_endsWithItsTime() {
    let lock = ConditionLock(0)
    let clock = ContinuousClock()
    let start = clock.now
    #expect(lock.wait(milliseconds: 30) { $0 == 1 ? true : nil } == nil)
    #expect(clock.now - start >= .milliseconds(29))
  }

  @Test func timedWait_thatChangesTheValue_wakesOthers() {
    let (lock, isWaiting, isOver) = (ConditionLock(0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      lock.wait { value -> Void? in
        isWaiting.signal()
        return value == 1 ? () : nil
      }
      isOver.signal()
    }
    isWaiting.wait()
    let changed = lock.wait(milliseconds: 1000) { value -> Bool? in
      value = 1
      return true
    }
    #expect(changed == true)
    #expect(isOver.wait(timeout: .now() + 10) == .success)
  }
}
