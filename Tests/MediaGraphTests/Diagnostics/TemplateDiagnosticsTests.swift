import Testing

/// Templates: boundary, names, cycles.
@Suite struct TemplateDiagnosticsTests {
  @Test func twoTemplatesThatUseEachOther() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            inputs: { video: video/raw }
            nodes: { inner: { use: b, in: $video } }
          b:
            inputs: { video: video/raw }
            nodes: { inner: { use: a, in: $video } }
        """)
          == """
          error: the templates form a cycle
           --> test.yaml:8:28
            |
          8 |     nodes: { inner: { use: a, in: $video } }
            |                            ^
            |
            = note: a → b → a
          """)
  }

  @Test func aTemplateThatUsesItself() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            inputs: { video: video/raw }
            nodes: { inner: { use: a, in: $video } }
        """)
          == """
          error: the templates form a cycle
           --> test.yaml:5:28
            |
          5 |     nodes: { inner: { use: a, in: $video } }
            |                            ^
            |
            = note: a → a
          """)
  }

  @Test func theNameOfANodeType() {
    #expect(
      problems(
        """
        format: 1
        templates:
          gst:
            inputs: { in: video/raw }
            nodes: { n: { use: null, in: $in } }
        """)
          == """
          error: there is a node type 'gst' already
           --> test.yaml:3:3
            |
          3 |   gst:
            |   ^^^
            |
            = help: give the template another name
          """)
  }

  @Test func aTemplateThatIsAList() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a: [nodes]
        """)
          == """
          error: a template must be a map
           --> test.yaml:3:6
            |
          3 |   a: [nodes]
            |      ^ is a list
            |
            = help: it has: parameters, inputs, outputs, nodes
          """)
  }

  @Test func unknownKey() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a: { output: { x: y } }
        """)
          == """
          error: unknown key 'output' of a template
           --> test.yaml:3:8
            |
          3 |   a: { output: { x: y } }
            |        ^^^^^^
            |
            = help: did you mean 'outputs'? a template has: parameters, inputs, outputs, nodes
          """)
  }

  @Test func unknownInputType() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            inputs: { video: video/rwa }
            nodes: { n: { use: null, in: $video } }
        """)
          == """
          error: the type of 'video' must be one of: video/raw, audio/raw, video/coded, audio/coded, text, metadata, container, bytes
           --> test.yaml:4:22
            |
          4 |     inputs: { video: video/rwa }
            |                      ^^^^^^^^^ is none of them
            |
            = help: did you mean 'video/raw'?
          """)
  }

  @Test func anInputTypeThatIsNothing() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            inputs: { video: }
            nodes: { }
        """)
          == """
          error: an input must be a text
           --> test.yaml:4:22
            |
          4 |     inputs: { video: }
            |                      ^ is nothing
          """)
  }

  @Test func unknownBoundaryInput() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            inputs: { video: video/raw }
            nodes: { n: { use: null, in: $vido } }
        """)
          == """
          error: there is no input '$vido'
           --> test.yaml:5:34
            |
          5 |     nodes: { n: { use: null, in: $vido } }
            |                                  ^^^^^
            |
            = help: the template has: video
          """)
  }

  @Test func anOutputOfAnUnknownNode() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            inputs: { video: video/raw }
            outputs: { movie: mp5 }
            nodes:
              s: { use: video.scale, in: $video }
        """)
          == """
          error: there is no node 'mp5'
           --> test.yaml:5:23
            |
          5 |     outputs: { movie: mp5 }
            |                       ^^^

          error: nothing reads 's'
           --> test.yaml:7:7
            |
          7 |       s: { use: video.scale, in: $video }
            |       ^
            |
            = help: link it to another node, or end it with a node of type null

          2 errors in 1 file
          """)
  }

  @Test func anOutputOfAnUnknownType_isReportedOnce() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            outputs: { out: x }
            nodes:
              x: { use: hologram }
        """)
          == """
          error: unknown node type 'hologram'
           --> test.yaml:6:17
            |
          6 |       x: { use: hologram }
            |                 ^^^^^^^^
            |
            = help: 'reel nodes' lists the types
          """)
  }

  @Test func anOutputWithoutName() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            outputs: { movie: [a, b] }
            nodes: { v: { use: test.video } }
        """)
          == """
          error: an output must name an output of a node
           --> test.yaml:4:23
            |
          4 |     outputs: { movie: [a, b] }
            |                       ^ is a list
            |
            = help: write NODE, NODE.PORT, NODE.PORT.2 for the second stream, or $INPUT in a template

          error: nothing reads 'v'
           --> test.yaml:5:14
            |
          5 |     nodes: { v: { use: test.video } }
            |              ^
            |
            = help: link it to another node, or end it with a node of type null

          2 errors in 1 file
          """)
  }

  @Test func aTemplatesRequiredParameter() {
    #expect(
      problems(
        """
        format: 1
        templates:
          a:
            parameters: { height: { type: int, required: true } }
            inputs: { video: video/raw }
            nodes:
              s: { use: video.scale, in: $video, with: { height: $height } }
              n: { use: null, in: s }
        nodes:
          v: { use: test.video }
          t: { use: a, in: v }
        """)
          == """
          error: 't' needs 'height'
            --> test.yaml:11:13
             |
          11 |   t: { use: a, in: v }
             |             ^ has no height
             |
             = help: write with: { height: … }, an int
          """)
  }

  @Test func unknownTemplateOfAnInclude() {
    #expect(
      problems(
        """
        format: 1
        include: { presets: web.yaml }
        nodes:
          v: { use: test.video }
          t: { use: presets/web_h265, in: v }
        """,
        files: [
          "web.yaml": """
          format: 1
          templates:
            web_h264:
              inputs: { video: video/raw }
              nodes: { n: { use: null, in: $video } }
          """
        ])
          == """
          error: unknown node type 'presets/web_h265'
           --> test.yaml:5:13
            |
          5 |   t: { use: presets/web_h265, in: v }
            |             ^^^^^^^^^^^^^^^^
            |
            = help: did you mean 'presets/web_h264'? 'reel nodes' lists the types
          """)
  }
}
