import Testing

@testable import MediaEngine

/// The cause of a stall, from the state of each input.
@Suite struct StallTests {
  private func node(
    _ name: String, _ inputs: [(String, Stall.InputState)], hasOutputs: Bool = true, hasEnded: Bool = false
  ) -> Stall.Node {
    Stall.Node(
      name: name, inputs: inputs.map { Stall.Input(source: $0.0, state: $0.1) }, hasOutputs: hasOutputs,
      hasEnded: hasEnded)
  }

  private func culprit(_ nodes: Stall.Node..., arePrerolled: Bool = true) -> String? {
    Stall(nodes: nodes, arePrerolled: arePrerolled).culprit
  }

  @Test func nodeThatHoldsItsInput_isTheCause() {
    #expect(
      culprit(
        node("source", []), node("stuck", [("source", .busy)]), node("sink", [("stuck", .starving)], hasOutputs: false))
        == "stuck")
  }

  @Test func sinkThatHoldsItsInput_isTheCause() {
    #expect(
      culprit(
        node("source", []), node("effect", [("source", .busy)]), node("sink", [("effect", .busy)], hasOutputs: false))
        == "sink")
  }

  @Test func muxerThatWaitsForItsOtherTrack_isNotTheCause() {
    #expect(
      culprit(
        node("video", []), node("audio", []), node("h264", [("video", .busy)]), node("stuck", [("audio", .busy)]),
        node("mux", [("h264", .busy), ("stuck", .starving)]), node("file", [("mux", .starving)], hasOutputs: false))
        == "stuck")
  }

  @Test func muxerWhoseOtherTrackHasASilentSource_namesTheSource() {
    #expect(
      culprit(
        node("video", []), node("audio", []), node("h264", [("video", .busy)]), node("aac", [("audio", .starving)]),
        node("mux", [("h264", .busy), ("aac", .starving)]), node("file", [("mux", .starving)], hasOutputs: false))
        == "audio")
  }

  @Test func sinkThatWaitsForTheOthersToBegin_isNotTheCause() {
    let nodes = [
      node("video", []), node("audio", []), node("look", [("video", .busy)], hasOutputs: false),
      node("listen", [("audio", .starving)], hasOutputs: false),
    ]
    #expect(Stall(nodes: nodes, arePrerolled: false).culprit == "audio")
    #expect(Stall(nodes: nodes, arePrerolled: true).culprit == "look")
  }

  @Test func sourceThatHasNotEnded_isTheCause_ifItsReadersHave() {
    #expect(
      culprit(
        node("done", [], hasEnded: true), node("silent", []), node("a", [("done", .ended)], hasOutputs: false))
        == "silent")
  }
}
