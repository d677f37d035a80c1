import Foundation
import Testing

/// Invalid descriptions: `check` and `run` print the same errors, and nothing is written.
@Suite struct BadDescriptionTests {
  /// A graph of one chain, with a line of it replaced.
  private static func chain(
    source: String = "source: { use: test.video, with: { duration: 1s } }",
    scale: String = "scale: { use: video.scale, in: source, with: { height: 90 } }",
    h264: String = "h264: { use: video.encode.h264, in: scale }", more: String = ""
  ) -> String {
    """
    format: 1
    nodes:
      \(source)
      \(scale)
      \(h264)
      mp4: { use: mux.mp4, in: h264 }
      file: { use: file.write, in: mp4, with: { url: out.mp4 } }
    \(more)
    """
  }

  private func expect(_ files: [String: String], _ error: String, code: Int32 = 65) async throws {
    let fixture = try CommandFixture(files)
    for command in ["check", "run"] {
      let outcome = try await fixture.run(command, "graph.yaml")
      #expect(outcome.error == error + "\n", "\(command)")
      #expect(outcome.output == "")
      #expect(outcome.code == code)
    }
    #expect(fixture.names == files.keys.sorted())
  }

  @Test func unknownNode() async throws {
    try await expect(
      ["graph.yaml": Self.chain(scale: "scale: { use: video.scal, in: source }")],
      """
      error: unknown node type 'video.scal'
       --> graph.yaml:4:17
        |
      4 |   scale: { use: video.scal, in: source }
        |                 ^^^^^^^^^^
        |
        = help: did you mean 'video.scale'? 'reel nodes' lists the types
      """)
  }

  @Test func propertiesOfAnElement_areCheckedInOnePass() async throws {
    let text = """
      format: 1
      nodes:
        a: { use: gst, with: { element: audiotestsrc, to: audio/raw, properties: { wave: squ, frq: 440 } } }
        end: { use: 'null', in: a }
      """
    let fixture = try CommandFixture(["graph.yaml": text])
    let checked = try await fixture.run("check", "graph.yaml")
    #expect(checked.code == 65 && checked.output == "")
    #expect(checked.error.contains("'squ' is no value for property 'wave'"))
    #expect(checked.error.contains(" --> graph.yaml:3:84\n"))
    #expect(checked.error.contains(" --> graph.yaml:3:89\n") && checked.error.contains("did you mean 'freq'?"))
    let run = try await fixture.run("run", "graph.yaml")
    #expect(run.code == 65 && run.error == checked.error)
  }

  @Test func unknownParameter() async throws {
    try await expect(
      ["graph.yaml": Self.chain(scale: "scale: { use: video.scale, in: source, with: { heigth: 90 } }")],
      """
      error: unknown parameter 'heigth' of video.scale
       --> graph.yaml:4:50
        |
      4 |   scale: { use: video.scale, in: source, with: { heigth: 90 } }
        |                                                  ^^^^^^
        |
        = help: did you mean 'height'? video.scale has: fit, height, method, pixel_shape, upscale, width
      """)
  }

  @Test func unknownUnit() async throws {
    try await expect(
      ["graph.yaml": Self.chain(h264: "h264: { use: video.encode.h264, in: scale, with: { bitrate: 5MB } }")],
      """
      error: bitrate must be a bitrate such as 5Mb/s
       --> graph.yaml:5:63
        |
      5 |   h264: { use: video.encode.h264, in: scale, with: { bitrate: 5MB } }
        |                                                               ^^^ is not a bitrate
        |
        = help: write 40Mb/s, if bytes are meant
      """)
  }

  @Test func unknownPort() async throws {
    try await expect(
      ["graph.yaml": Self.chain(h264: "h264: { use: video.encode.h264, in: scale.video }")],
      """
      error: 'scale' has no output 'video'
       --> graph.yaml:5:39
        |
      5 |   h264: { use: video.encode.h264, in: scale.video }
        |                                       ^^^^^^^^^^^
        |
        = help: video.scale has: out
      """)
  }

  @Test func wrongPortType() async throws {
    try await expect(
      ["graph.yaml": Self.chain(source: "source: { use: test.audio, with: { duration: 1s } }")],
      """
      error: 'scale' cannot read 'source.out'
       --> graph.yaml:4:34
        |
      4 |   scale: { use: video.scale, in: source, with: { height: 90 } }
        |                                  ^^^^^^ audio/raw
        |
        = note: 'scale.in' takes video/raw
      """)
  }

  @Test func cycle() async throws {
    try await expect(
      ["graph.yaml": Self.chain(source: "source: { use: video.rate, in: scale, with: { frame_rate: 25/1 } }")],
      """
      error: the links form a cycle
       --> graph.yaml:4:34
        |
      4 |   scale: { use: video.scale, in: source, with: { height: 90 } }
        |                                  ^^^^^^ leads back
        |
        = note: source → scale → source
      """)
  }

  @Test func duplicateKey() async throws {
    try await expect(
      ["graph.yaml": Self.chain(h264: "scale: { use: video.encode.h264, in: source }")],
      """
      error: duplicate key 'scale'
       --> graph.yaml:5:3
        |
      5 |   scale: { use: video.encode.h264, in: source }
        |   ^^^^^
        |
        = note: the first one is at graph.yaml:4:3
        = help: rename or remove one of them
      """)
  }

  @Test func missingRequiredParameter() async throws {
    try await expect(
      [
        "graph.yaml": Self.chain(
          source: "source: { use: file.read }",
          scale: "scale: { use: gst, in: source, with: { element: decodebin, from: bytes, to: video/raw } }")
      ],
      """
      error: 'source' needs 'url'
       --> graph.yaml:3:18
        |
      3 |   source: { use: file.read }
        |                  ^^^^^^^^^ has no url
        |
        = note: url: The file to read.
        = help: write with: { url: … }, a url such as movie.mp4
      """)
  }

  @Test func valueOutOfRange() async throws {
    try await expect(
      ["graph.yaml": Self.chain(h264: "h264: { use: video.encode.h264, in: scale, with: { key_frame_interval: 0 } }")],
      """
      error: key_frame_interval must be from 1 to 3000
       --> graph.yaml:5:74
        |
      5 |   h264: { use: video.encode.h264, in: scale, with: { key_frame_interval: 0 } }
        |                                                                          ^ is out of range
      """)
  }

  @Test func unreadableInclude() async throws {
    try await expect(
      ["graph.yaml": Self.chain(more: "include: { presets: no.yaml }")],
      """
      error: cannot read the include 'no.yaml'
       --> graph.yaml:8:21
        |
      8 | include: { presets: no.yaml }
        |                     ^^^^^^^
        |
        = cause: No such file or directory
        = help: the path is relative to the file that includes it
      """)
  }

  @Test func includeCycle() async throws {
    let other = "format: 1\ninclude: { back: ../graph.yaml }\n"
    let files = ["graph.yaml": Self.chain(more: "include: { other: parts/other.yaml }"), "parts/other.yaml": other]
    let fixture = try CommandFixture(files)
    let outcome = try await fixture.run("check", "graph.yaml")
    #expect(
      outcome.error == """
        error: the includes form a cycle
         --> parts/other.yaml:2:18
          |
        2 | include: { back: ../graph.yaml }
          |                  ^^^^^^^^^^^^^
          |
          = note: graph.yaml → parts/other.yaml → graph.yaml

        """)
    #expect(outcome.code == 65)
  }

  @Test func unavailableElement() async throws {
    let scale = "scale: { use: gst, in: source, with: { element: nosuchelement, type: video/raw } }"
    try await expect(
      ["graph.yaml": Self.chain(scale: scale)],
      """
      error: element 'nosuchelement' is not available
       --> graph.yaml:4:51
        |
      4 |   scale: { use: gst, in: source, with: { element: nosuchelement, type: video/raw } }
        |                                                   ^^^^^^^^^^^^^
      """, code: 69)
  }

  @Test func severalMistakes_areReportedTogether() async throws {
    try await expect(
      [
        "graph.yaml": Self.chain(
          source: "source: { use: test.vide }", scale: "scale: { use: video.scale, in: sorce }",
          h264: "h264: { use: video.encode.h264, in: scale, with: { bitrate: 5 } }")
      ],
      """
      error: unknown node type 'test.vide'
       --> graph.yaml:3:18
        |
      3 |   source: { use: test.vide }
        |                  ^^^^^^^^^
        |
        = help: did you mean 'test.video'? 'reel nodes' lists the types

      error: there is no node 'sorce'
       --> graph.yaml:4:34
        |
      4 |   scale: { use: video.scale, in: sorce }
        |                                  ^^^^^
        |
        = help: did you mean 'source'?

      error: bitrate must be a bitrate such as 5Mb/s
       --> graph.yaml:5:63
        |
      5 |   h264: { use: video.encode.h264, in: scale, with: { bitrate: 5 } }
        |                                                               ^ is not a bitrate
        |
        = help: write 5b/s, if bits a second are meant

      3 errors in 1 file
      """)
  }

  @Test func missingFile() async throws {
    let fixture = try CommandFixture()
    for command in ["check", "run"] {
      let outcome = try await fixture.run(command, "graph.yaml")
      #expect(outcome.error == "error: cannot read 'graph.yaml'\n   = cause: No such file or directory\n")
      #expect(outcome.code == 66)
    }
  }

  @Test func valuesOfTheCommandLine() async throws {
    let fixture = try CommandFixture(["movie.yaml": SampleMovie.description])
    let outcome = try await fixture.run("run", "movie.yaml", "--set", "durtion=1s", "--set", "fast_start=maybe")
    #expect(
      outcome.error == """
        error: the graph has no parameter 'durtion'
           = help: did you mean 'duration'? it has: output, duration, fast_start

        error: fast_start must be true or false
           = note: it was given as 'maybe'

        2 errors

        """)
    #expect(outcome.code == 64)
    #expect(fixture.names == ["movie.yaml"])
  }
}
