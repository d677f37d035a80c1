import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct TrackPruningTests {
  private func nodes(_ text: String) -> [GraphNode] {
    GraphChecker().check(DescriptionLoader().load(text: text, path: "test.yaml").graph).graph.nodes
  }

  private let transcode = """
    format: 1
    nodes:
      source: { use: asset.read, with: { url: silent.mp4 } }
      h264:   { use: video.encode.h264, in: source.video }
      louder: { use: audio.volume, in: source.audio }
      aac:    { use: audio.encode.aac, in: louder }
      mp4:    { use: mux.mp4, in: [h264, aac] }
      file:   { use: file.write, in: mp4, with: { url: out.mp4 } }
    """

  private func pruning(_ text: String, _ key: OutputKey, isExplicit: Bool = false) throws -> TrackPruning {
    let missing = TrackPruning.Missing(node: "source", key: key, what: "audio track", isExplicit: isExplicit)
    let registry = Registry()
    return try TrackPruning(
      nodes: nodes(text), missing: [missing],
      isRequired: { node, port in registry.declaration(of: node.use)?.port(port, .input)?.isRequired ?? false },
      hasOutputs: { registry.declaration(of: $0.use)?.outputs.isEmpty == false },
      isPresenter: { ["display.video", "speaker"].contains($0.use) })
  }

  @Test func player_goesOnWithWhatThereIs_butNotWithNothing() throws {
    let text = """
      format: 1
      nodes:
        source: { use: asset.read, with: { url: silent.mp4 } }
        screen: { use: display.video, in: source.video }
        louder: { use: audio.volume, in: source.audio }
        sound:  { use: speaker, in: louder }
      """
    let pruned = try pruning(text, OutputKey(port: "audio", index: 1))
    #expect(pruned.nodes.map(\.name) == ["source", "screen"])
    let lone = text.split(separator: "\n").filter { !$0.contains("screen") }.joined(separator: "\n")
    #expect(throws: Diagnostics.self) { try pruning(lone, OutputKey(port: "audio", index: 1)) }
  }

  @Test func missingTrack_takesItsBranchOutAndTheMuxerGoesOn() throws {
    let pruned = try pruning(transcode, OutputKey(port: "audio", index: 1))
    #expect(pruned.nodes.map(\.name) == ["source", "h264", "mp4", "file"])
    #expect(pruned.notes == ["mp4": ["'source' has no audio track"]])
  }

  @Test func settingsOfTracks_stayWithTheirTracks() throws {
    let text = """
      format: 1
      nodes:
        source: { use: asset.read, with: { url: in.mp4, text_tracks: all } }
        mp4:
          use: mux.mp4
          in: [source.coded_video, source.coded_audio, source.text]
          with: { tracks: [{ language: ja, references: [{ kind: sbtl, track: 3 }] }, { language: de }, { language: fr }] }
        file: { use: file.write, in: mp4, with: { url: out.mp4 } }
      """
    let pruned = try pruning(text, OutputKey(port: "coded_audio", index: 1))
    let muxer = try #require(pruned.nodes.first { $0.name == "mp4" })
    #expect(muxer.inputs.count == 2)
    let reference = MediaGraph.Argument.map(["kind": .text("sbtl"), "track": .text("2")])
    let first = MediaGraph.Argument.map(["language": .text("ja"), "references": .list([reference])])
    #expect(muxer.arguments["tracks"] == .list([first, .map(["language": .text("fr")])]))
  }

  @Test func missingTrackThatIsChosenExplicitly_isAnError() {
    #expect(throws: Diagnostics.self) {
      try pruning(transcode, OutputKey(port: "audio", index: 1), isExplicit: true)
    }
  }

  @Test func missingTrackOfTheOnlyBranch_isAnErrorThatNamesItsReader() {
    let text = """
      format: 1
      nodes:
        source: { use: asset.read, with: { url: silent.mp4 } }
        m4a:    { use: mux.mp4, in: source.coded_audio }
        file:   { use: file.write, in: m4a, with: { url: out.m4a } }
      """
    let error = #expect(throws: Diagnostics.self) { try pruning(text, OutputKey(port: "coded_audio", index: 1)) }
    #expect(
      error?.description == """
        error: 'source' has no audio track
         --> test.yaml:3:43
          |
        3 |   source: { use: asset.read, with: { url: silent.mp4 } }
          |                                           ^^^^^^^^^^
          |
          = note: 'm4a' reads 'source.coded_audio'
        """)
  }
}
