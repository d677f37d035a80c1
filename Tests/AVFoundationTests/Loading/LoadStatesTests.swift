@testable import AVFoundation
import Testing

/// The state machine of loading, without threads.
@Suite struct LoadStatesTests {
  private func unknown(_ key: String) -> Result<Void, AVError>? { nil }

  @Test func handler_isCalledWhenAllOfItsKeysAreDone() {
    var states = LoadStates<String>()
    let (starts, isDone) = states.request(["a", "b"], handler: "first", isKnown: unknown)
    #expect(starts.map(\.key) == ["a", "b"] && !isDone)
    #expect(states.finish("a", load: starts[0].load, .success(())) == [])
    #expect(states.finish("b", load: starts[1].load, .failure(AVError(.unknown))) == ["first"])
    guard case .loaded = states["a"], case .failed = states["b"] else {
      Issue.record("each key has a state of its own")
      return
    }
  }

  @Test func keyThatIsLoading_isNotStartedAgain() {
    var states = LoadStates<String>()
    let first = states.request(["a"], handler: "first", isKnown: unknown)
    let second = states.request(["a", "b", "a"], handler: "second", isKnown: unknown)
    #expect(second.starts.map(\.key) == ["b"])
    #expect(states.finish("a", load: first.starts[0].load, .success(())) == ["first"])
    #expect(states.finish("b", load: second.starts[0].load, .success(())) == ["second"])
  }

  @Test func knownAndFailedKeys_needNoWaiting() {
    var states = LoadStates<String>()
    let answer = states.request(["a", "b"], handler: "x") { $0 == "a" ? .success(()) : .failure(AVError(.unknown)) }
    #expect(answer.starts.isEmpty && answer.isDone)
    #expect(states.request([], handler: "x", isKnown: unknown).isDone)
    #expect(states.request(["a", "b"], handler: "x", isKnown: unknown).isDone)
  }

  @Test func cancelling_endsAllRequestsOnce() {
    var states = LoadStates<String>()
    let first = states.request(["a", "b"], handler: "first", isKnown: unknown)
    _ = states.request(["b"], handler: "second", isKnown: unknown)
    _ = states.finish("a", load: first.starts[0].load, .success(()))
    #expect(states.cancel() == ["first", "second"])
    #expect(states.cancel() == [])
    guard case .loaded = states["a"], case .cancelled = states["b"] else {
      Issue.record("what was loaded stays loaded")
      return
    }
  }

  @Test func outcomeOfACancelledLoad_isDropped() {
    var states = LoadStates<String>()
    let first = states.request(["a"], handler: "first", isKnown: unknown)
    _ = states.cancel()
    let second = states.request(["a"], handler: "second", isKnown: unknown)
    #expect(second.starts.count == 1)
    #expect(states.finish("a", load: first.starts[0].load, .failure(AVError(.unknown))) == [])
    guard case .loading = states["a"] else {
      Issue.record("the second load goes on")
      return
    }
    #expect(states.finish("a", load: second.starts[0].load, .success(())) == ["second"])
  }
}
