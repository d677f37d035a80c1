import Testing

@testable import MediaEngine

/// Which inputs of a muxer go on while another one waits.
@Suite struct StreamGroupsTests {
  private func node(_ name: String, _ sources: [String], independent: Bool = false) -> StreamGroups.Node {
    StreamGroups.Node(
      name: name,
      sources: sources.map { source in
        let parts = source.split(separator: ".")
        let port = parts.count > 1 ? String(parts[1]) : "out"
        return .init(node: String(parts[0]), key: OutputKey(port: port, index: 1))
      }, hasIndependentStreams: independent)
  }

  private func groups(_ nodes: StreamGroups.Node...) -> [Int] { StreamGroups.groups(ofInputsOf: "mux", in: nodes) }

  @Test func sourcesOfTheirOwn_areApart() {
    #expect(groups(node("a", []), node("b", []), node("code", ["a"]), node("mux", ["code", "b"])) == [0, 1])
  }

  @Test func tracksThatAreReadByTables_areApart() {
    #expect(groups(node("file", [], independent: true), node("mux", ["file.video", "file.audio"])) == [0, 1])
  }

  @Test func tracksOfADemuxer_areTogether() {
    #expect(groups(node("file", []), node("mux", ["file.video", "file.audio"])) == [0, 0])
  }

  @Test func branchesOfOneStream_areTogether() {
    let file = node("file", [], independent: true)
    #expect(
      groups(file, node("x", ["file.video"]), node("y", ["file.video"]), node("mux", ["x", "file.audio", "y"]))
        == [0, 1, 0])
  }

  /// A mixer further away waits for both: one that is held keeps the other.
  @Test func streamsThatMeetElsewhere_areTogether() {
    let file = node("file", [], independent: true)
    #expect(
      groups(file, node("other", ["file.video", "file.audio"]), node("mux", ["file.video", "file.audio"])) == [0, 0])
  }

  @Test func streamsThatMeetOnlyInTheMuxer_areApart() {
    #expect(
      groups(
        node("a", []), node("b", []), node("mux", ["a", "b"]), node("file", ["mux"]), node("look", ["a"])) == [0, 1])
  }
}
