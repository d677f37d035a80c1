import Testing

@testable import MediaEngine

/// The order of changes, without threads: tables of events and responses.
@Suite struct ChangeScheduleTests {
  private enum Step {
    case ask(Int, ChangeSchedule.Kind)
    case open, close
    case cancel(Int)
    case end(Int)
  }

  /// Returns the responses to each step as text: `1 begin`.
  private func answers(_ steps: [Step], _ schedule: inout ChangeSchedule) -> [[String]] {
    steps.map { step in
      let answers =
        switch step {
        case .ask(let number, let kind): schedule.ask(number, kind)
        case .open: schedule.open()
        case .close: schedule.close()
        case .cancel(let number): schedule.cancel(number)
        case .end(let number): schedule.end(number)
        }
      return answers.map { "\($0.number) \($0.answer)" }
    }
  }

  private func answers(_ steps: [Step]) -> [[String]] {
    var schedule = ChangeSchedule()
    return answers(steps, &schedule)
  }

  @Test func changesWaitForTheRunToBegin() {
    #expect(answers([.ask(1, .update), .ask(2, .update), .open]) == [[], [], ["1 begin", "2 begin"]])
  }

  @Test func updatesGoTogether_andWhatMovesTheRunAlone() {
    #expect(
      answers([
        .open, .ask(1, .update), .ask(2, .seek), .ask(3, .update), .ask(4, .update), .end(1), .end(2), .end(3),
      ]) == [[], ["1 begin"], [], [], [], ["2 begin"], ["3 begin", "4 begin"], []])
  }

  @Test func newerSeek_takesThePlaceOfOneThatWaits() {
    #expect(
      answers([.open, .ask(1, .seek), .ask(2, .seek), .ask(3, .update), .ask(4, .seek), .end(1), .end(3)])
        == [[], ["1 begin"], [], [], ["2 superseded"], ["3 begin"], ["4 begin"]])
  }

  /// Of fifty concurrent seeks, one is performed.
  @Test func seeksBeforeTheBeginning_areAllSupersededByTheLast() {
    var schedule = ChangeSchedule()
    let asked = answers((1...50).map { .ask($0, .seek) }, &schedule)
    #expect(asked.flatMap(\.self) == (1...49).map { "\($0) superseded" })
    #expect(answers([.open], &schedule) == [["50 begin"]])
  }

  /// A step starts from the target of the seek before it.
  @Test func seekThatAStepFollows_stays() {
    #expect(
      answers([.open, .ask(1, .update), .ask(2, .seek), .ask(3, .transport), .ask(4, .seek), .end(1), .end(2), .end(3)])
        == [[], ["1 begin"], [], [], [], ["2 begin"], ["3 begin"], ["4 begin"]])
  }

  @Test func cancelledChange_letsTheNextOnesGo() {
    #expect(
      answers([.open, .ask(1, .update), .ask(2, .seek), .ask(3, .update), .cancel(2), .cancel(1)])
        == [[], ["1 begin"], [], [], ["2 cancelled", "3 begin"], []])
  }

  @Test func endOfTheRun_refusesAll() {
    #expect(
      answers([.ask(1, .seek), .ask(2, .update), .close, .ask(3, .seek)])
        == [[], [], ["1 over", "2 over"], ["3 over"]])
  }

  @Test func failedChange_endsItsTurn() async {
    struct Failure: Error {}
    let queue = ChangeQueue()
    queue.open()
    await #expect(throws: Failure.self) { try await queue.take(.seek) { throw Failure() } }
    #expect(queue.isIdle)
  }

  @Test(.timeLimit(.minutes(10))) func taskThatIsCancelledWhileItWaits_hearsOfIt() async {
    let queue = ChangeQueue()
    let waiting = Task { try await queue.take(.seek) {} }
    while queue.waitingCount == 0 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(queue.waitingCount == 0)
  }
}
