import Testing

/// Several errors are reported in one pass.
@Suite struct SeveralDiagnosticsTests {
  @Test func errorsOfAllKinds_areInFileOrder() {
    #expect(
      problems(
        """
        format: 1
        nods: {}
        parameters:
          p: { type: itn }
        nodes:
          a: { use: video.scale, in: b, with: { heigth: 5 } }
          b: { use: test.vido }
          c: { use: null, in: d }
        stop: { after: 5x }
        """)
          == """
          error: unknown key 'nods' of a description
           --> test.yaml:2:1
            |
          2 | nods: {}
            | ^^^^
            |
            = help: did you mean 'nodes'? a description has: format, name, summary, include, plugins, parameters, templates, nodes, stop

          error: unknown type 'itn' of parameter 'p'
           --> test.yaml:4:14
            |
          4 |   p: { type: itn }
            |              ^^^
            |
            = help: did you mean 'int'? types are: bitrate, bool, color, device, gain, int, number, rate, size, string, time, tracks, url

          error: nothing reads 'a'
           --> test.yaml:6:3
            |
          6 |   a: { use: video.scale, in: b, with: { heigth: 5 } }
            |   ^
            |
            = help: link it to another node, or end it with a node of type null

          error: unknown parameter 'heigth' of video.scale
           --> test.yaml:6:41
            |
          6 |   a: { use: video.scale, in: b, with: { heigth: 5 } }
            |                                         ^^^^^^
            |
            = help: did you mean 'height'? video.scale has: fit, height, method, pixel_shape, upscale, width

          error: unknown node type 'test.vido'
           --> test.yaml:7:13
            |
          7 |   b: { use: test.vido }
            |             ^^^^^^^^^
            |
            = help: did you mean 'test.video'? 'reel nodes' lists the types

          error: there is no node 'd'
           --> test.yaml:8:23
            |
          8 |   c: { use: null, in: d }
            |                       ^

          error: after must be a time such as 2s
           --> test.yaml:9:16
            |
          9 | stop: { after: 5x }
            |                ^^ is not a time

          7 errors in 1 file
          """)
  }

  @Test func errorsInTwoFiles_areTogetherByFile() {
    #expect(
      problems(
        """
        format: 1
        include: { a: a.yaml }
        nodes: { n: { use: nul } }
        stop: 5
        """,
        files: [
          "a.yaml": """
          format: 1
          templates: 5
          nodes: 7
          """
        ])
          == """
          error: unknown node type 'nul'
           --> test.yaml:3:20
            |
          3 | nodes: { n: { use: nul } }
            |                    ^^^
            |
            = help: did you mean 'null'? 'reel nodes' lists the types

          error: stop must be a map
           --> test.yaml:4:7
            |
          4 | stop: 5
            |       ^ is a text
            |
            = help: it has: after, signals, failure

          error: templates must be a map
           --> a.yaml:2:12
            |
          2 | templates: 5
            |            ^ is a text

          error: nodes must be a map
           --> a.yaml:3:8
            |
          3 | nodes: 7
            |        ^ is a text

          4 errors in 2 files
          """)
  }
}
