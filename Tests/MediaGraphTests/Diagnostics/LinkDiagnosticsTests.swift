import Testing

/// Links: nodes, ports, types, cycles.
@Suite struct LinkDiagnosticsTests {
  @Test func unknownNode_meansTheNearestOne() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          source: { use: test.video }
          n: { use: null, in: sourc }
          m: { use: null, in: source }
        """)
          == """
          error: there is no node 'sourc'
           --> test.yaml:4:23
            |
          4 |   n: { use: null, in: sourc }
            |                       ^^^^^
            |
            = help: did you mean 'source'?
          """)
  }

  @Test func unknownNode_withoutANeighbour() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: [v, elsewhere] }
        """)
          == """
          error: 'n.in' takes one link
           --> test.yaml:4:27
            |
          4 |   n: { use: null, in: [v, elsewhere] }
            |                           ^^^^^^^^^ is the second
            |
            = help: a mixer or compositor node joins several

          error: there is no node 'elsewhere'
           --> test.yaml:4:27
            |
          4 |   n: { use: null, in: [v, elsewhere] }
            |                           ^^^^^^^^^

          2 errors in 1 file
          """)
  }

  @Test func unknownOutput() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: asset.read, with: { url: a.mp4 } }
          n: { use: null, in: s.vide }
        """)
          == """
          error: 's' has no output 'vide'
           --> test.yaml:4:23
            |
          4 |   n: { use: null, in: s.vide }
            |                       ^^^^^^
            |
            = help: did you mean 's.video'? asset.read has: video, audio, text, coded_video, coded_audio, samples, metadata
          """)
  }

  @Test func severalOutputs_whichOne() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: asset.read, with: { url: a.mp4 } }
          n: { use: null, in: s }
        """)
          == """
          error: 's' has several outputs
           --> test.yaml:4:23
            |
          4 |   n: { use: null, in: s }
            |                       ^ which one?
            |
            = help: write s.video or s.audio or s.text or s.coded_video or s.coded_audio or s.samples or s.metadata
          """)
  }

  @Test func aSinkHasNoOutput() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: v }
          m: { use: null, in: n }
        """)
          == """
          error: 'n' has no output
           --> test.yaml:5:23
            |
          5 |   m: { use: null, in: n }
            |                       ^ null is a sink
          """)
  }

  @Test func aSourceHasNoInput() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          w: { use: test.video, in: v }
          n: { use: null, in: w }
        """)
          == """
          error: 'w' has no input
           --> test.yaml:4:29
            |
          4 |   w: { use: test.video, in: v }
            |                             ^ test.video is a source
          """)
  }

  @Test func unknownInput() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: { inn: v } }
          n: { use: null, in: s }
        """)
          == """
          error: 's' has no input 'inn'
           --> test.yaml:4:37
            |
          4 |   s: { use: video.scale, in: { inn: v } }
            |                                     ^
            |
            = help: did you mean 'in'? video.scale has: in
          """)
  }

  @Test func severalInputs_whichOne() {
    #expect(
      problems(
        """
        format: 1
        templates:
          both:
            inputs: { video: video/raw, audio: audio/raw }
            nodes:
              a: { use: null, in: $video }
              b: { use: null, in: $audio }
        nodes:
          v: { use: test.video }
          t: { use: both, in: v }
        """)
          == """
          error: 't' has several inputs
            --> test.yaml:10:23
             |
          10 |   t: { use: both, in: v }
             |                       ^ goes to which one?
             |
             = help: write in: { video: …, audio: … }
          """)
  }

  @Test func aSecondLinkToAPortThatTakesOne() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          w: { use: test.video }
          s: { use: video.scale, in: [v, w] }
          n: { use: null, in: s }
        """)
          == """
          error: 's.in' takes one link
           --> test.yaml:5:34
            |
          5 |   s: { use: video.scale, in: [v, w] }
            |                                  ^ is the second
            |
            = help: a mixer or compositor node joins several
          """)
  }

  @Test func wrongType_withAnotherPortThatFits() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: asset.read, with: { url: a.mp4 } }
          e: { use: video.encode.h264, in: s.audio }
          n: { use: null, in: e }
        """)
          == """
          error: 'e' cannot read 's.audio'
           --> test.yaml:4:36
            |
          4 |   e: { use: video.encode.h264, in: s.audio }
            |                                    ^^^^^^^ audio/raw
            |
            = note: 'e.in' takes video/raw
            = help: 's' also has: video (video/raw)
          """)
  }

  @Test func wrongType_withoutAnotherPort() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          t: { use: test.audio }
          e: { use: video.encode.h264, in: t }
          n: { use: null, in: e }
        """)
          == """
          error: 'e' cannot read 't.out'
           --> test.yaml:4:36
            |
          4 |   e: { use: video.encode.h264, in: t }
            |                                    ^ audio/raw
            |
            = note: 'e.in' takes video/raw
          """)
  }

  @Test func wrongType_ofAPortThatTakesSeveral() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          m: { use: mux.mp4, in: v }
          n: { use: null, in: m }
        """)
          == """
          error: 'm' cannot read 'v.out'
           --> test.yaml:4:26
            |
          4 |   m: { use: mux.mp4, in: v }
            |                          ^ video/raw
            |
            = note: 'm.in' takes video/coded or audio/coded or text or metadata
          """)
  }

  @Test func aSecondStreamOfAPortThatGivesOne() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: v.out.2 }
        """)
          == """
          error: 'v.out' gives one stream
           --> test.yaml:4:23
            |
          4 |   n: { use: null, in: v.out.2 }
            |                       ^^^^^^^ there is no 2
          """)
  }
}
