@testable import GStreamer
import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct EngineCheckTests {
  /// An effect whose creation fails.
  struct UnavailableNode: ClosureNode {
    static let type: NodeType = "test.unwilling"
    static let summary = "Does not want to be made."

    @Port(in: "in", "Pictures.") var input: Input<RawVideo>
    @Port(out: "out", "None.") var output: Output<RawVideo>

    func makeClosure() throws -> VideoEffect { throw GStreamerError.badCaps("nothing") }
  }

  @Test(arguments: [false, true]) func codeThatThrows_isAProblemOfItsNode(deep: Bool) throws {
    var (graph, source) = Graph.frames(1)
    let effect = graph.add("effect", UnavailableNode())
    graph.connect(source, to: effect.input)
    graph.connect(effect.output, to: graph.add("null", Null()).input)
    let check = EngineCheck()
    let problems = try deep ? check.deepProblems(of: graph) : check.problems(of: graph)
    #expect(problems.map(\.message) == ["'effect' cannot be set up"])
    #expect(problems.map(\.cause) == ["'nothing' is no description of a format"])
  }

  @Test func wrongPropertiesOfAnElement_areAllFoundAtTheirPlaces() async throws {
    let (graph, reading) = DescriptionLoader().load(
      text: """
        format: 1
        nodes:
          s:
            use: gst
            with:
              element: videotestsrc
              to: video/raw
              properties:
                num-buffers: x
                patern: snow
                pattern: 999
                is-live: true
                do-timestamp: perhaps
          n: { use: 'null', in: s }
        """, path: "test.yaml")
    try Diagnostics.check(reading)
    let problems = try EngineCheck().problems(of: graph)
    #expect(problems.map(\.message) == Array(repeating: "'s' cannot be set up", count: 4))
    #expect(problems.map { $0.range?.line } == [9, 10, 11, 13])
    #expect(problems.map { $0.range?.column } == [22, 9, 18, 23])
    #expect(problems.map(\.kind) == Array(repeating: .description, count: 4))
    let causes = problems.compactMap(\.cause)
    #expect(causes.first == "'x' is no value for property 'num-buffers' of 'videotestsrc': expected -1 to 2147483647")
    #expect(
      causes.dropFirst().first?.hasPrefix(
        "element 'videotestsrc' has no property 'patern'; did you mean 'pattern'") == true)
    let refused = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(refused?.all == problems)
  }

  @Test func propertyThatCannotBeWritten_isAProblemAtItsName() throws {
    let (graph, reading) = DescriptionLoader().load(
      text: """
        format: 1
        nodes:
          s: { use: test.video }
          i: { use: gst, in: s, with: { element: identity, type: video/raw, properties: { last-message: none } } }
          n: { use: 'null', in: i }
        """, path: "test.yaml")
    try Diagnostics.check(reading)
    let problems = try EngineCheck().problems(of: graph)
    #expect(problems.map(\.cause) == ["property 'last-message' of 'identity' can't be set"])
    #expect(problems.first?.range?.line == 4 && problems.first?.range?.column == 83)
  }

  @Test func rateThatAnEncoderDoesNotTake_isAProblemAtItsValue() throws {
    func problems(rate: String, _ codec: String) throws -> [Diagnostic] {
      let (graph, reading) = DescriptionLoader().load(
        text: """
          format: 1
          nodes:
            tone: { use: test.audio }
            convert: { use: audio.convert, in: tone, with: { \(rate) } }
            coded: { use: audio.encode.\(codec), in: convert }
            mux: { use: mux.mkv, in: coded }
            file: { use: file.write, in: mux, with: { url: /nowhere/out.mkv } }
          """, path: "test.yaml")
      try Diagnostics.check(reading)
      return try EngineCheck().problems(of: graph)
    }
    for (rate, codec, cause) in [
      (192_000, "aac", "88200 and 96000 Hz"), (44_100, "opus", "12000, 16000, 24000 and 48000 Hz"),
      (8000, "mp3", "32000, 44100 and 48000 Hz"),
    ] {
      let found = try problems(rate: "rate: \(rate)", codec)
      #expect(found.map(\.message) == ["'coded' cannot encode audio of \(rate) Hz"])
      #expect(found.first?.cause?.hasSuffix(cause) == true && found.first?.range?.line == 4, "\(found)")
    }
    for (rate, codec) in [("rate: 96000", "aac"), ("rate: 192000", "flac"), ("channels: 2", "opus")] {
      #expect(try problems(rate: rate, codec).isEmpty)
    }
  }
}
