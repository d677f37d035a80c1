import Foundation
import Testing

/// `reel nodes`.
@Suite struct NodesCommandTests {
  @Test func nodes_areListedAndDescribed() async throws {
    let fixture = try CommandFixture()
    let list = try await fixture.run("nodes")
    #expect(list.code == 0)
    #expect(list.output.contains("\n\nVideo\n  video.color ") && list.output.contains("\n  video.scale "))
    // Types are indented below the headings of their groups.
    for line in list.output.split(separator: "\n") where line.hasPrefix("  ") {
      let type = String(line.dropFirst(2).prefix { $0 != " " })
      let page = try await fixture.run("nodes", type)
      #expect(page.code == 0)
      #expect(
        page.output.hasPrefix("\(type)\n  ") && page.output.contains("puts\n  ") || type == "gst", "\(page.output)")
    }
    let page = try await fixture.run("nodes", "test.audio")
    #expect(
      page.output == """
        test.audio
          Makes a test tone or noise.

        Outputs
          out  audio/raw  The sound.

        Parameters
          rate       int                       Samples a second. (in Hz, 8000 to 192000, default 48000)
          channels   int                       The number of channels. (1 to 8, default 2)
          duration   time                      The duration; until the run is stopped if left out. (optional)
          wave       sine|square|saw|triangle|silence|white_noise|ticks
                                               The waveform. (default sine)
          frequency  number                    The tone's frequency. (in Hz, 1 to 20000, default 440)
          volume     number                    The amplitude; 1 is full scale. (0 to 1, default 0.5)

        """)
  }

  @Test func unknownNodeType_isCorrected() async throws {
    let outcome = try await CommandFixture().run("nodes", "video.scal")
    #expect(outcome.code == 64)
    #expect(
      outcome.error == """
        error: unknown node type 'video.scal'
           = help: did you mean 'video.scale'? 'reel nodes' lists the types

        """)
  }

  @Test func recordsAndValues_areDescribed() async throws {
    let fixture = try CommandFixture()
    let composite = try await fixture.run("nodes", "video.composite").output
    #expect(
      composite.hasSuffix(
        """

        Fields of a layer
          x       int              The left edge on the canvas. (in pixels, -16384 to 16384, default 0)
          y       int              The top edge on the canvas. (in pixels, -16384 to 16384, default 0)
          width   int              The width; follows the height when only that is given. (in pixels, 2 to 16384, optional)
          height  int              The height; follows the width when only that is given. (in pixels, 2 to 16384, optional)
          fit     stretch|contain  The fit of frames of another aspect ratio in the given size. (default stretch)
          alpha   number           The opacity; 0 is invisible. (0 to 1, default 1)
          order   int              Higher ones cover lower ones; inputs of the same order cover those before them. (0 to 10000, default 0)

        """), "\(composite)")
    let read = try await fixture.run("nodes", "asset.read").output
    let tracks = "first, all, none, id:NUMBER, language:TAG, characteristic:NAME"
    #expect(read.hasSuffix("\n\nValues\n  tracks  \(tracks)\n"), "\(read)")
    let timeline = try await fixture.run("nodes", "timeline").output
    for title in ["clip", "title", "gap", "transition", "layer", "marker"] {
      #expect(timeline.contains("\nFields of a \(title)\n"), "\(title)")
    }
    #expect(
      timeline.contains(
        "\nKinds\n  item    one of: clip, gap, transition\n  source  one of: title, program source\n"), "\(timeline)")
  }

  @Test func wordOfAnotherProgram_findsTypes() async throws {
    let fixture = try CommandFixture()
    let fade = try await fixture.run("nodes", "fade")
    #expect(fade.code == 0)
    #expect(
      fade.output == """
        a fade is a ramp of a clip of 'timeline': opacity: { 0s: 0, 1s: 1 }, for sound volume: { 0s: 0, 1s: 1 }

        Timelines
          timeline  Clips in turn and in layers, with transitions and ramps.

        """)
    let blur = try await fixture.run("nodes", "blur")
    #expect(blur.code == 64 && blur.output == "")
    #expect(
      blur.error == """
        error: unknown node type 'blur'
           = help: Reel has no blur yet; GStreamer's is { use: gst, with: { element: gaussianblur, type: video/raw } }; \
        'reel nodes' lists the types

        """)
  }

  @Test func search_listsTypesInGroups() async throws {
    let fixture = try CommandFixture()
    let found = try await fixture.run("nodes", "--search", "opus")
    #expect(found.output.hasPrefix("Audio\n  audio.encode.opus  Encodes sound as Opus.\n"), "\(found.output)")
    let none = try await fixture.run("nodes", "--search", "hologram")
    #expect(none.code == 64)
    #expect(
      none.error == "error: no type of nodes has to do with 'hologram'\n   = help: 'reel nodes' lists the types\n")
    #expect(try await fixture.run("nodes", "timeline", "--search", "clip").code == 64)
  }

  @Test func json_hasPortsParametersAndFields() async throws {
    let fixture = try CommandFixture()
    let text = try await fixture.run("nodes", "video.text", "--json").output
    let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["type"] as? String == "video.text" && object["group"] as? String == "Video")
    let inputs = try #require(object["inputs"] as? [[String: Any]])
    #expect(inputs.map { $0["name"] as? String } == ["in", "subtitles"])
    #expect(inputs.map { $0["required"] as? Bool } == [true, false])
    #expect(inputs.map { $0["is_default"] as? Bool } == [true, false])
    let composite = try await fixture.run("nodes", "video.composite", "--json").output
    let declared = try #require(JSONSerialization.jsonObject(with: Data(composite.utf8)) as? [String: Any])
    let parameters = try #require(declared["parameters"] as? [[String: Any]])
    let layers = try #require(parameters.first { $0["name"] as? String == "layers" }?["type"] as? [String: Any])
    #expect((layers["fields"] as? [[String: Any]])?.first?["name"] as? String == "x")
    let all = try await fixture.run("nodes", "--json").output
    let list = try #require(JSONSerialization.jsonObject(with: Data(all.utf8)) as? [[String: Any]])
    #expect(list.count > 50 && list.contains { $0["type"] as? String == "gst" })
  }

  @Test func namesOfSet_areCompleted() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      parameters:
        input: { type: url, required: true }
        height: { type: int, default: 720 }
      nodes:
        v: { use: test.video }
        n: { use: "null", in: v }
      """
    ])
    let outcome = try await fixture.bash(
      "$reel ---completion run -- --set 5 0 reel run graph.yaml --set input=a.mp4 --set ''")
    #expect(outcome.output == "height=\n", "\(outcome.error)")
    #expect(try await fixture.bash("$reel completions bash | grep -c -- '---completion run -- --set'").output == "1\n")
  }
}
