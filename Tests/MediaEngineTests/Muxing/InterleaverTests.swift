import Testing

@testable import MediaEngine

/// The order of a file: running times, then tracks, whatever arrives when.
@Suite struct InterleaverTests {
  private func drain(_ order: inout Interleaver<String>) -> [String] {
    var taken: [String] = []
    while let (lane, entry) = order.next {
      order.take(from: lane)
      taken.append(entry)
    }
    return taken
  }

  @Test func entries_comeOutByTimeThenLane() {
    var order = Interleaver<String>(lanes: [true, true])
    order.append("b0", at: 0, to: 1)
    #expect(drain(&order) == [])
    order.append("a0", at: 0, to: 0)
    #expect(drain(&order) == ["a0"])
    order.append("a4", at: 4, to: 0)
    #expect(drain(&order) == ["b0"])
    order.append("b4", at: 4, to: 1)
    #expect(drain(&order) == ["a4"])
    order.append("a5", at: 5, to: 0)
    #expect(drain(&order) == ["b4"])
  }

  @Test func laneThatEnds_holdsNothingUp() {
    var order = Interleaver<String>(lanes: [true, true])
    order.append("a0", at: 0, to: 0)
    order.end(1)
    #expect(drain(&order) == ["a0"])
    order.append("a900", at: 900, to: 0)
    order.end(0)
    #expect(order.haveAllEnded && !order.isDone)
    #expect(drain(&order) == ["a900"])
    #expect(order.isDone)
  }

  @Test func gap_holdsUpOnlyWhatComesBehindIt() {
    var order = Interleaver<String>(lanes: [true, true])
    for time in [0, 4, 8] as [Int64] { order.append("a\(time)", at: time, to: 0) }
    order.pass(4, in: 1)
    // At the same time the first lane is first.
    #expect(drain(&order) == ["a0", "a4"])
    #expect(order.laggards(before: 0) == [1])
    order.append("b9", at: 9, to: 1)
    #expect(drain(&order) == ["a8"])
  }

  @Test func timeThatGoesBack_countsAsTheLatest() {
    var order = Interleaver<String>(lanes: [true, true])
    order.append("a0", at: 0, to: 0)
    order.append("a8", at: 8, to: 0)
    order.append("a4", at: 4, to: 0)
    order.append("untimed", to: 0)
    order.append("b7", at: 7, to: 1)
    order.append("b8", at: 8, to: 1)
    #expect(drain(&order) == ["a0", "b7", "a8", "a4", "untimed"])
  }

  @Test func laneThatHoldsNothingUp_isNotWaitedFor() {
    var order = Interleaver<String>(lanes: [true, false])
    order.append("a0", at: 0, to: 0)
    #expect(drain(&order) == ["a0"])
    order.append("title", to: 1)
    order.end(0)
    order.end(1)
    #expect(drain(&order) == ["title"])
    #expect(order.isDone)
  }

  @Test func waitingTime_isFromTheFirstThatIsHeld() {
    var order = Interleaver<String>(lanes: [true, true])
    #expect(order.waitingTime(of: 0) == 0)
    for time in [3, 4, 9] as [Int64] { order.append("a", at: time, to: 0) }
    #expect(order.waitingTime(of: 0) == 6)
    order.take(from: 0)
    #expect(order.waitingTime(of: 0) == 5)
  }

  /// Every way in which the arrivals of three lanes can alternate gives one order.
  @Test func order_dependsOnNothingButTheLanes() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let lanes = (0..<3).map { lane in
        var time: Int64 = 0
        return (0..<Int.random(in: 0..<12, using: &random)).map { number -> (String, Int64) in
          time += Int64.random(in: 0..<4, using: &random)
          return ("\(lane).\(number)", time)
        }
      }
      let wanted = lanes.enumerated().flatMap { lane, entries in
        entries.enumerated().map { (time: $1.1, lane: lane, place: $0, name: $1.0) }
      }.sorted { ($0.time, $0.lane, $0.place) < ($1.time, $1.lane, $1.place) }.map(\.name)
      for _ in 0..<3 {
        var order = Interleaver<String>(lanes: [true, true, true])
        var places = [0, 0, 0]
        var taken: [String] = []
        var open = [0, 1, 2]
        while let lane = open.randomElement(using: &random) {
          if places[lane] < lanes[lane].count {
            let (name, time) = lanes[lane][places[lane]]
            order.append(name, at: time, to: lane)
            places[lane] += 1
          } else {
            order.end(lane)
            open.removeAll { $0 == lane }
          }
          taken += drain(&order)
        }
        #expect(taken == wanted)
      }
    }
  }
}
