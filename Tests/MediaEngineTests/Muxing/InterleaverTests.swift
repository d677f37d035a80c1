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
    var order = Interleaver<String>(lanes: [.always, .always])
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
    var order = Interleaver<String>(lanes: [.always, .always])
    order.append("a0", at: 0, to: 0)
    order.end(1)
    #expect(drain(&order) == ["a0"])
    order.append("a900", at: 900, to: 0)
    order.end(0)
    #expect(order.haveAllEnded && !order.isDone)
    #expect(drain(&order) == ["a900"])
    #expect(order.isDone)
  }

  @Test func cut_endsEveryLaneInPlaceOfWhatWaits() {
    var order = Interleaver<String>(lanes: [.always, .always, .always])
    for time in [0, 4, 8] as [Int64] { order.append("a\(time)", at: time, to: 0) }
    order.append("b1", at: 1, to: 1)
    order.append("c0", at: 0, to: 2)
    order.append("c end", to: 2)
    order.end(2)
    #expect(drain(&order) == ["a0", "c0", "c end", "b1"])
    // Lane 1 is the slowest; lane 2 has its end already.
    order.cut(endingWith: "end")
    #expect(order.haveAllEnded && !order.isDone)
    #expect(drain(&order) == ["end", "end"])
    #expect(order.isDone)
  }

  @Test func gap_holdsUpOnlyWhatComesBehindIt() {
    var order = Interleaver<String>(lanes: [.always, .always])
    for time in [0, 4, 8] as [Int64] { order.append("a\(time)", at: time, to: 0) }
    order.pass(4, in: 1)
    // At the same time the first lane is first.
    #expect(drain(&order) == ["a0", "a4"])
    #expect(order.lateLanes(before: 0) == [1])
    order.append("b9", at: 9, to: 1)
    #expect(drain(&order) == ["a8"])
  }

  @Test func timeThatGoesBack_countsAsTheLatest() {
    var order = Interleaver<String>(lanes: [.always, .always])
    order.append("a0", at: 0, to: 0)
    order.append("a8", at: 8, to: 0)
    order.append("a4", at: 4, to: 0)
    order.append("untimed", to: 0)
    order.append("b7", at: 7, to: 1)
    order.append("b8", at: 8, to: 1)
    #expect(drain(&order) == ["a0", "b7", "a8", "a4", "untimed"])
  }

  @Test func laneThatHoldsNothingUp_isNotWaitedFor() {
    var order = Interleaver<String>(lanes: [.always, .never])
    order.append("a0", at: 0, to: 0)
    #expect(drain(&order) == ["a0"])
    order.append("title", to: 1)
    order.end(0)
    order.end(1)
    #expect(drain(&order) == ["title"])
    #expect(order.isDone)
  }

  @Test func waitingTime_isFromTheFirstThatIsHeld() {
    var order = Interleaver<String>(lanes: [.always, .always])
    #expect(order.waitingTime(of: 0) == 0)
    for time in [3, 4, 9] as [Int64] { order.append("a", at: time, to: 0) }
    #expect(order.waitingTime(of: 0) == 6)
    order.take(from: 0)
    #expect(order.waitingTime(of: 0) == 5)
  }

  @Test func liveCaptions_holdOthersUpToTheirLimit() {
    var order = Interleaver<String>(lanes: [.always, .upTo(10)])
    order.append("a0", at: 0, to: 0)
    order.append("a9", at: 9, to: 0)
    #expect(drain(&order) == [])
    order.append("a10", at: 10, to: 0)
    #expect(drain(&order) == ["a0"])
    order.append("a30", at: 30, to: 0)
    #expect(drain(&order) == ["a9", "a10"])
    // Within the limit, a caption is in its place.
    order.append("caption 25", at: 25, to: 1)
    #expect(drain(&order) == ["caption 25"])
    #expect(order.lateLanes(before: 0) == [1])
    order.append("a40", at: 40, to: 0)
    #expect(drain(&order) == ["a30"])
    // Behind it, a caption is as early as it can be.
    order.append("caption 29", at: 29, to: 1)
    order.end(0)
    order.end(1)
    #expect(drain(&order) == ["caption 29", "a40"])
  }

  @Test func liveCaptionsBeforeAnythingElse_areHeld() {
    var order = Interleaver<String>(lanes: [.always, .upTo(10)])
    order.append("caption", at: 5, to: 1)
    #expect(drain(&order) == [])
    order.append("a5", at: 5, to: 0)
    #expect(drain(&order) == ["a5"])
    order.append("a6", at: 6, to: 0)
    #expect(drain(&order) == ["caption"])
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
        var order = Interleaver<String>(lanes: [.always, .always, .always])
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

  /// Captions that come no later than their limit lie in one order, however the arrivals alternate.
  @Test func captionsWithinTheirLimit_lieInOneOrder() {
    var random = SystemRandomNumberGenerator()
    let limit: Int64 = 5
    for _ in 0..<200 {
      let dense = (0..<40).map { ("a\($0)", Int64($0)) }
      let captions = (0..<40).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }.map { ("c\($0)", Int64($0)) }
      let wanted = (dense.map { ($0, 0) } + captions.map { ($0, 1) })
        .sorted { ($0.0.1, $0.1) < ($1.0.1, $1.1) }.map(\.0.0)
      var order = Interleaver<String>(lanes: [.always, .upTo(limit)])
      var (waiting, taken) = (captions[...], [String]())
      for (name, time) in dense {
        while let (caption, place) = waiting.first,
          place + limit <= time || (place <= time && Bool.random(using: &random))
        {
          order.append(caption, at: place, to: 1)
          waiting.removeFirst()
        }
        order.append(name, at: time, to: 0)
        taken += drain(&order)
      }
      for (caption, place) in waiting { order.append(caption, at: place, to: 1) }
      order.end(0)
      order.end(1)
      taken += drain(&order)
      #expect(taken == wanted)
    }
  }
}
