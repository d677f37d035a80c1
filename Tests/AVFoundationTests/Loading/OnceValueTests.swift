import Foundation
import Testing

@testable import AVFoundation

@Suite struct OnceValueTests {
  @Test func knownValue_isAskedForWithoutWaiting() {
    let once = OnceValue<Int>()
    let (isMaking, mayEnd, isAsked) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread.detachNewThread {
      _ = once.get {
        isMaking.signal()
        mayEnd.wait()
        return 1
      }
    }
    isMaking.wait()
    Thread.detachNewThread {
      if once.known == nil { isAsked.signal() }
    }
    #expect(isAsked.wait(timeout: .now() + 10) == .success)
    mayEnd.signal()
    // The value of the first caller, for which this one waits.
    #expect(once.get { 2 } == 1)
    #expect(once.known == 1)
  }

  @Test func makingAValue_mayAskForIt() {
    let once = OnceValue<Int>()
    #expect(once.get { once.known ?? once.get { 1 } + 1 } == 2)
  }
}
