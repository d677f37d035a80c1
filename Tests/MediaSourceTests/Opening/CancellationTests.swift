import MediaSource
import Synchronization
import Testing

/// Cancellations, and what hears of them.
@Suite struct CancellationTests {
  @Test func allFollowers_hearOfIt_forAsLongAsTheyAreThere() {
    let (caller, first, second) = (Cancellation(), Cancellation(), Cancellation())
    caller.follow(with: first)
    caller.follow(with: second)
    caller.follow(with: first)
    do { caller.follow(with: Cancellation()) }
    let deeper = Cancellation()
    second.follow(with: deeper)
    caller.cancel()
    #expect(first.isCancelled && second.isCancelled && deeper.isCancelled)
    let late = Cancellation()
    caller.follow(with: late)
    #expect(late.isCancelled)
  }

  @Test func handlers_areCalledWhileTheirBodyRuns() {
    let cancellation = Cancellation()
    let calls = Counter()
    cancellation.withHandler {
      calls.add(1)
    } _: {
      #expect(calls.sum == 0)
    }
    cancellation.withHandler {
      calls.add(10)
    } _: {
      cancellation.cancel()
      #expect(calls.sum == 10)
    }
    // After it, at once.
    cancellation.withHandler {
      calls.add(100)
    } _: {
      #expect(calls.sum == 110)
    }
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    var sum: Int { value.withLock { $0 } }
    func add(_ number: Int) { value.withLock { $0 += number } }
  }

  @Test func readingThatHasEnded_doesNotBeginAgain() {
    let reading = ReadingCancellation()
    let before = reading.isCancelled
    reading.cancel()
    let after = reading.isCancelled
    #expect(before() && !after())
    reading.end()
    reading.cancel()
    #expect(after() && reading.isCancelled())
  }
}
