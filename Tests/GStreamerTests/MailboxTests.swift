import Testing

@testable import GStreamer

/// Elements that threads send to reading tasks.
@Suite(.timeLimit(.minutes(10))) struct MailboxTests {
  private struct Numbers: Backlog {
    var waiting: [Int] = []
    mutating func append(_ number: Int) { waiting.append(number) }
    mutating func popFirst() -> Int? { waiting.isEmpty ? nil : waiting.removeFirst() }
  }

  @Test func elements_areReadInOrder_alsoAfterTheEnd() async {
    let mailbox = Mailbox(Numbers())
    for number in 0..<5 { mailbox.send(number) }
    mailbox.finish()
    mailbox.send(5)
    var read: [Int] = []
    while let number = await mailbox.next() { read.append(number) }
    #expect(read == [0, 1, 2, 3, 4])
  }

  @Test func readers_shareTheElements_andNoneWaitsForEver() async {
    let mailbox = Mailbox(Numbers())
    let sum = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var sum = 0
          while let number = await mailbox.next() { sum += number }
          return sum
        }
      }
      for number in 1...1000 { mailbox.send(number) }
      mailbox.finish()
      return await group.reduce(0, +)
    }
    #expect(sum == 500_500)
  }

  @Test func cancelledReader_takesNoElement() async {
    let mailbox = Mailbox(Numbers())
    let reader = Task { await mailbox.next() }
    reader.cancel()
    #expect(await reader.value == nil)
    mailbox.send(7)
    #expect(await mailbox.next() == 7)
  }
}
