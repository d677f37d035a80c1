import Testing

/// Values of `--set`, and missing values.
@Suite struct BindingDiagnosticsTests {
  @Test func unknownParameter_meansTheNearestOne() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          height: { type: int, default: 720, minimum: 144, maximum: 40000 }
          output: { type: url, required: true }
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: $height } }
          e: { use: video.encode.h264, in: s }
          m: { use: mux.mp4, in: e }
          f: { use: file.write, in: m, with: { url: $output } }
        """,
        set: ["heigth": "480", "output": "x"])
          == """
          error: the graph has no parameter 'heigth'
             = help: did you mean 'height'? it has: height, output
          """)
  }

  @Test func unknownParameter_ofAGraphWithoutAny() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: v }
        """,
        set: ["height": "480"])
          == """
          error: the graph has no parameter 'height'
             = help: it has no parameters
          """)
  }

  @Test func missingRequiredValue() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          height: { type: int, default: 720, minimum: 144, maximum: 40000 }
          output: { type: url, required: true }
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: $height } }
          e: { use: video.encode.h264, in: s }
          m: { use: mux.mp4, in: e }
          f: { use: file.write, in: m, with: { url: $output } }
        """,
        set: [:])
          == """
          error: 'output' needs a value
           --> test.yaml:4:3
            |
          4 |   output: { type: url, required: true }
            |   ^^^^^^
            |
            = help: add --set output=movie.mp4
          """)
  }

  @Test func aValueOfAnotherType() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          height: { type: int, default: 720, minimum: 144, maximum: 40000 }
          output: { type: url, required: true }
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: $height } }
          e: { use: video.encode.h264, in: s }
          m: { use: mux.mp4, in: e }
          f: { use: file.write, in: m, with: { url: $output } }
        """,
        set: ["height": "tall", "output": "x"])
          == """
          error: height must be an int
             = note: it was given as 'tall'
          """)
  }

  @Test func aValueThatIsRefused_isNotMissingWhereItIsUsed() {
    #expect(
      problems(
        """
        format: 1
        parameters: { d: { type: time, default: 400ms } }
        nodes:
          e: { use: timeline, with: { size: 64x48, frame_rate: 25, items: [{ clip: a.mov, to: $d }, { gap: $d }] } }
          n: { use: null, in: e.video }
        stop: { after: $d }
        """,
        set: ["d": "-1s"])
          == """
          error: d must not be negative
             = note: it was given as '-1s'
          """)
  }

  @Test func aValueOutOfTheDeclaredRange() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          height: { type: int, default: 720, minimum: 144, maximum: 40000 }
          output: { type: url, required: true }
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: $height } }
          e: { use: video.encode.h264, in: s }
          m: { use: mux.mp4, in: e }
          f: { use: file.write, in: m, with: { url: $output } }
        """,
        set: ["output": "x", "height": "100"])
          == """
          error: height must be from 144 to 40000
             = note: it was given as '100'
          """)
  }

  @Test func aValueOutOfTheNodesRange() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          height: { type: int, default: 720, minimum: 144, maximum: 40000 }
          output: { type: url, required: true }
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: $height } }
          e: { use: video.encode.h264, in: s }
          m: { use: mux.mp4, in: e }
          f: { use: file.write, in: m, with: { url: $output } }
        """,
        set: ["height": "30000", "output": "x"])
          == """
          error: height must be from 2 to 16384
           --> test.yaml:7:49
            |
          7 |   s: { use: video.scale, in: v, with: { height: $height } }
            |                                                 ^^^^^^^ is out of range
          """)
  }

  @Test func severalAtOnce() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          height: { type: int, default: 720, minimum: 144, maximum: 40000 }
          output: { type: url, required: true }
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: $height } }
          e: { use: video.encode.h264, in: s }
          m: { use: mux.mp4, in: e }
          f: { use: file.write, in: m, with: { url: $output } }
        """,
        set: ["height": "tall", "width": "5"])
          == """
          error: 'output' needs a value
           --> test.yaml:4:3
            |
          4 |   output: { type: url, required: true }
            |   ^^^^^^
            |
            = help: add --set output=movie.mp4

          error: the graph has no parameter 'width'
             = help: it has: height, output

          error: height must be an int
             = note: it was given as 'tall'

          3 errors in 1 file
          """)
  }

  @Test func aTextWithAParameterThatHasNoValue() {
    #expect(
      problems(
        """
        format: 1
        parameters: { name: { type: string } }
        nodes:
          v: { use: file.read, with: { url: "$(name).mp4" } }
          n: { use: null, in: v }
        """,
        set: [:])
          == """
          error: 'name' needs a value
           --> test.yaml:4:37
            |
          4 |   v: { use: file.read, with: { url: "$(name).mp4" } }
            |                                     ^^^^^^^^^^^^^ is used here
            |
            = help: give it a default, or a value by --set or with:
          """)
  }

  @Test func aStopWithAParameterThatHasNoValue() {
    #expect(
      problems(
        """
        format: 1
        parameters: { n: { type: int } }
        nodes:
          v: { use: test.video }
          n: { use: null, in: v }
        stop: { after: "$(n)s" }
        """,
        set: [:])
          == """
          error: 'n' needs a value
           --> test.yaml:6:16
            |
          6 | stop: { after: "$(n)s" }
            |                ^^^^^^^ is used here
            |
            = help: give it a default, or a value by --set or with:
          """)
  }

  @Test func aStopThatIsNoTime() {
    #expect(
      problems(
        """
        format: 1
        parameters: { n: { type: string } }
        nodes:
          v: { use: test.video }
          n: { use: null, in: v }
        stop: { after: "$(n)s" }
        """,
        set: ["n": "five"])
          == """
          error: after must be a time such as 2s
           --> test.yaml:6:16
            |
          6 | stop: { after: "$(n)s" }
            |                ^^^^^^^ is not a time
          """)
  }

  @Test func aValueThatATemplatesNodeRefuses() {
    #expect(
      problems(
        """
        format: 1
        parameters: { h: { type: int, default: 1 } }
        templates:
          t:
            parameters: { height: { type: int, default: 720 } }
            inputs: { video: video/raw }
            nodes:
              s: { use: video.scale, in: $video, with: { height: $height } }
              n: { use: null, in: s }
        nodes:
          v: { use: test.video }
          t: { use: t, in: v, with: { height: $h } }
        """,
        set: [:])
          == """
          error: height must be from 2 to 16384
           --> test.yaml:8:58
            |
          8 |       s: { use: video.scale, in: $video, with: { height: $height } }
            |                                                          ^^^^^^^ is out of range
          """)
  }
}
