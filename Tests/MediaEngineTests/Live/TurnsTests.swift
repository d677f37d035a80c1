import Testing

@testable import MediaEngine

/// Who waits for whom, and in which order.
@Suite(.timeLimit(.minutes(1))) struct TurnsTests {
  private let turns = Turns()
  private let order = Watch<String>()

  /// Starts something that lasts until it is let go.
  private func start(_ kind: Turns.Kind, _ name: String) -> (task: Task<Void, Never>, finish: @Sendable () -> Void) {
    let end = Watch<Void>()
    let task = Task {
      await turns.take(kind) {
        order.note("\(name) begins")
        await end.waitFor(1)
        order.note("\(name) ends")
      }
    }
    return (task, { end.note(()) })
  }

  private func waits(_ count: Int) async { while turns.waitingCount < count { await Task.yield() } }

  @Test func whatGoesTogether_waitsForNobody() async {
    let a = start(.together, "a")
    await order.waitFor(1)
    let b = start(.together, "b")
    await order.waitFor(2)
    b.finish()
    await b.task.value
    a.finish()
    await a.task.value
    #expect(order.all == ["a begins", "b begins", "b ends", "a ends"])
    #expect(turns.isIdle)
  }

  @Test func whatGoesAlone_waitsForAll_andAllWhoComeLaterForIt() async {
    let a = start(.together, "a")
    await order.waitFor(1)
    let b = start(.alone, "b")
    await waits(1)
    let c = start(.together, "c")
    await waits(2)
    let d = start(.together, "d")
    await waits(3)
    a.finish()
    await order.waitFor(3)
    #expect(order.all == ["a begins", "a ends", "b begins"])
    b.finish()
    await order.waitFor(6)
    #expect(order.all[3] == "b ends")
    #expect(Set(order.all[4...]) == ["c begins", "d begins"])
    c.finish()
    d.finish()
    _ = await (c.task.value, d.task.value)
    #expect(turns.isIdle)
  }

  @Test func twoThatGoAlone_goOneAfterTheOther() async {
    let a = start(.alone, "a")
    await order.waitFor(1)
    let b = start(.alone, "b")
    await waits(1)
    a.finish()
    await order.waitFor(3)
    b.finish()
    await b.task.value
    #expect(order.all == ["a begins", "a ends", "b begins", "b ends"])
  }

  @Test func errors_endTheTurn() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) { try await turns.take(.alone) { throw Failure() } }
    #expect(turns.isIdle)
  }
}
