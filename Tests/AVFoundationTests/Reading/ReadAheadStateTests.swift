import Testing

@testable import AVFoundation

/// Samples are made ahead as far as there is room, and each goes to one caller.
@Suite struct ReadAheadStateTests {
  private typealias State = ReadAheadState<Int, String>

  /// Makes samples of a size until there is no room.
  private func filled(_ size: Int) -> (state: State, count: Int) {
    var (state, count) = (State(), 0)
    guard state.begin() else { return (state, 0) }
    while state.receive(count, size: size).goesOn { count += 1 }
    return (state, count + 1)
  }

  /// Takes samples until there is none.
  private func rest(of state: inout State) -> (samples: [Int], hasEnded: Bool) {
    var samples: [Int] = []
    while true {
      switch state.take() {
      case .sample(let sample): samples.append(sample)
      case .end: return (samples, true)
      case .later: return (samples, false)
      }
    }
  }

  @Test func room_isBoundedInNumberAndSize() {
    #expect(filled(100).count == 32)
    #expect(filled(3 << 20).count == 3)
    // One sample has room, whatever its size.
    #expect(filled(100 << 20).count == 1)
  }

  @Test func making_beginsAgainWhenHalfOfTheRoomIsFree() {
    var (state, count) = filled(100)
    var begins: [Bool] = []
    for _ in 0..<count {
      begins.append(state.begin())
      _ = state.take()
    }
    #expect(begins.firstIndex(of: true) == 16 && begins.count(where: \.self) == 1)
  }

  @Test func samples_comeInTheirOrder() {
    var (state, count) = filled(100)
    let all = rest(of: &state)
    #expect(all.samples == Array(0..<count) && !all.hasEnded)
  }

  @Test func samplesThatAreTakenTogether_keepTheirOrder_alsoWhenSomeArePutBack() {
    var (state, count) = filled(100)
    _ = state.take()
    let all = state.takeAll()
    #expect(all == Array(1..<count))
    _ = state.receive(count, size: 100)
    state.putBack(all.dropFirst(10).map { ($0, 100) })
    #expect(rest(of: &state).samples == Array(11...count))
    let isEmpty = state.takeAll().isEmpty
    #expect(isEmpty)
  }

  @Test func callerThatWaits_getsTheNextSample() {
    var state = State()
    _ = state.wait(1, "a")
    let (first, second) = (state.receive(7, size: 1).given, state.receive(8, size: 1).given)
    #expect(first.map(\.waiter) == ["a"] && first.map(\.sample) == [7] && second.isEmpty)
    #expect(rest(of: &state).samples == [8])
  }

  @Test func callerThatIsTakenBack_getsNothing_andTheSampleIsKept() {
    var state = State()
    _ = state.wait(1, "a")
    let withdrawn = state.withdraw(1)
    // Taken back before it waited.
    let early = state.withdraw(2)
    let isRefused = if case nil = state.wait(2, "b") { true } else { false }
    #expect(withdrawn == "a" && early == nil && isRefused)
    let given = state.receive(7, size: 1).given
    #expect(given.isEmpty && rest(of: &state).samples == [7])
  }

  @Test func end_comesAfterTheSamples_andWakesAllCallers() {
    var state = State()
    _ = state.receive(7, size: 1)
    _ = state.receive(nil, size: 0)
    #expect(!state.isExhausted)
    let all = rest(of: &state)
    #expect(all.samples == [7] && all.hasEnded && state.isExhausted)
    var other = State()
    _ = other.wait(1, "a")
    _ = other.wait(2, "b")
    let given = other.receive(nil, size: 0).given
    #expect(given.map(\.waiter) == ["a", "b"] && given.map(\.sample) == [nil, nil])
  }

  @Test func samplesThatComeQuickly_wakeTheCallerTogether() {
    var state = State()
    _ = state.wait(1, "a")
    for number in 0..<15 {
      let given = state.receive(number, size: 1, isQuick: true).given
      #expect(given.isEmpty)
    }
    let given = state.receive(15, size: 1, isQuick: true).given
    #expect(given.map(\.sample) == [0])
    #expect(rest(of: &state).samples == Array(1..<16))
    // One that took long is given with those that have waited for it, and so are the last ones.
    _ = state.wait(2, "b")
    _ = state.receive(16, size: 1, isQuick: true)
    let slow = state.receive(17, size: 1).given
    #expect(slow.map(\.sample) == [16])
    _ = rest(of: &state)
    _ = state.wait(3, "c")
    _ = state.receive(18, size: 1, isQuick: true)
    let last = state.receive(nil, size: 0).given
    #expect(last.map(\.sample) == [18])
  }
}
