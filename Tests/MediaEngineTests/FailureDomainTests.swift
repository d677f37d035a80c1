import Testing

@testable import MediaEngine

/// The nodes that are removed with a failing one, by the links of the graph.
@Suite struct FailureDomainTests {
  private func node(
    _ name: String, _ sources: [String] = [], isMuxer: Bool = false, requires: Set<String> = [], isSink: Bool = false
  ) -> FailureDomain.Node {
    FailureDomain.Node(name: name, sources: sources, isMuxer: isMuxer, required: requires, isSink: isSink)
  }

  /// A film that is displayed and recorded.
  private var film: FailureDomain {
    FailureDomain(nodes: [
      node("film"), node("screen", ["film"], isSink: true), node("h264", ["film"]), node("aac", ["film"]),
      node("mp4", ["h264", "aac"], isMuxer: true), node("file", ["mp4"], isSink: true),
    ])
  }

  @Test func fileThatCannotBeWritten_takesAllThatFeedsOnlyIt() {
    #expect(film.names(failing: "file") == ["file", "mp4", "h264", "aac"])
  }

  @Test func encoder_takesTheMuxerAndItsOtherInputs() {
    #expect(film.names(failing: "aac") == ["file", "mp4", "h264", "aac"])
  }

  @Test func screen_goesAlone() { #expect(film.names(failing: "screen") == ["screen"]) }

  @Test func sourceOfEverything_leavesNothing() { #expect(film.names(failing: "film") == nil) }

  @Test func mixer_goesOnWithItsOtherInputs() {
    let domain = FailureDomain(nodes: [
      node("a"), node("volume", ["a"]), node("b"), node("mix", ["volume", "b"]), node("speaker", ["mix"], isSink: true),
    ])
    #expect(domain.names(failing: "a") == ["a", "volume"])
    #expect(domain.names(failing: "mix") == nil)
  }

  @Test func nodeThatNeedsAnInput_goesWithIt() {
    let domain = FailureDomain(nodes: [
      node("picture"), node("text"), node("burn", ["picture", "text"], requires: ["picture"]),
      node("screen", ["burn"], isSink: true), node("clock"), node("log", ["clock"], isSink: true),
    ])
    #expect(domain.names(failing: "text") == ["text"])
    #expect(domain.names(failing: "picture") == ["picture", "burn", "screen", "text"])
  }
}
