import Testing

/// Arguments: their names, their shape, references to parameters.
@Suite struct ArgumentDiagnosticsTests {
  @Test func unknownParameter_meansTheNearestOne() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { patern: ball } }
          n: { use: null, in: v }
        """)
          == """
          error: unknown parameter 'patern' of test.video
           --> test.yaml:3:33
            |
          3 |   v: { use: test.video, with: { patern: ball } }
            |                                 ^^^^^^
            |
            = help: did you mean 'pattern'? test.video has: duration, frame_rate, pattern, size, timestamp
          """)
  }

  /// Words of x264, ffmpeg and GStreamer.
  @Test(arguments: [
    ("crf: 20", "did you mean 'quality'? video.encode.h264 has: "), ("preset: slow", "did you mean 'speed'? "),
    ("keyint: 50", "did you mean 'key_frame_interval'? "), ("b-v: 2Mb/s", "did you mean 'bitrate'? "),
    ("fps: 25", "'video.rate' before it changes the frame rate; 'reel transcode --frame-rate' does so too; "),
    ("width: 64", "'video.scale' before it changes the size; 'reel transcode --size' does so too; "),
  ]) func unknownParameter_ofOtherPrograms_leadsToThatOfTheNode(argument: String, help: String) {
    let text = problems(
      """
      format: 1
      nodes:
        v: { use: test.video }
        e: { use: video.encode.h264, in: v, with: { \(argument) } }
        n: { use: null, in: e }
      """)
    #expect(text.contains("= help: \(help)"), "\(text)")
  }

  @Test func unknownParameter_ofTheNodeBefore_isSaidToBeOne() {
    let text = problems(
      """
      format: 1
      nodes:
        a: { use: test.audio }
        e: { use: audio.encode.aac, in: a, with: { channels: 1 } }
        n: { use: null, in: e }
      """)
    let help = "'audio.convert' before it changes the channels; 'reel transcode --channels' does so too"
    #expect(text.contains("= help: \(help); audio.encode.aac has: bitrate"), "\(text)")
  }

  @Test func unknownParameter_ofATypeWithoutAny() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: v, with: { speed: 2 } }
        """)
          == """
          error: unknown parameter 'speed' of null
           --> test.yaml:4:34
            |
          4 |   n: { use: null, in: v, with: { speed: 2 } }
            |                                  ^^^^^
            |
            = help: null has no parameters
          """)
  }

  @Test func missingRequiredParameter() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          f: { use: file.read }
          n: { use: null, in: f }
        """)
          == """
          error: 'f' needs 'url'
           --> test.yaml:3:13
            |
          3 |   f: { use: file.read }
            |             ^^^^^^^^^ has no url
            |
            = note: url: The file to read.
            = help: write with: { url: … }, a url such as movie.mp4
          """)
  }

  @Test func argumentsThatAreAList() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: [ball] }
          n: { use: null, in: v }
        """)
          == """
          error: 'with' must be a map
           --> test.yaml:3:31
            |
          3 |   v: { use: test.video, with: [ball] }
            |                               ^ is a list
            |
            = help: write with: { NAME: VALUE }
          """)
  }

  @Test func anArgumentWhoseNameIsAList() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { [a]: ball } }
          n: { use: null, in: v }
        """)
          == """
          error: a key must be a text
           --> test.yaml:3:33
            |
          3 |   v: { use: test.video, with: { [a]: ball } }
            |                                 ^ is a list
          """)
  }

  @Test func aKeyInsideAnArgumentThatIsAList() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          e: { use: gst, with: { element: videotestsrc, properties: { [a]: b }, to: video/raw } }
          n: { use: null, in: e }
        """)
          == """
          error: a key must be a text
           --> test.yaml:3:63
            |
          3 |   e: { use: gst, with: { element: videotestsrc, properties: { [a]: b }, to: video/raw } }
            |                                                               ^ is a list
          """)
  }

  @Test func unknownReference_withoutParameters() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          f: { use: file.read, with: { url: $input } }
          n: { use: null, in: f }
        """)
          == """
          error: there is no parameter 'input'
           --> test.yaml:3:37
            |
          3 |   f: { use: file.read, with: { url: $input } }
            |                                     ^^^^^^
            |
            = help: there are none here; $$input is plain text
          """)
  }

  @Test func unknownReference_meansTheNearestOne() {
    #expect(
      problems(
        """
        format: 1
        parameters: { input: { type: url } }
        nodes:
          f: { use: file.read, with: { url: "$(imput).mp4" } }
          n: { use: null, in: f }
        """)
          == """
          error: there is no parameter 'imput'
           --> test.yaml:4:37
            |
          4 |   f: { use: file.read, with: { url: "$(imput).mp4" } }
            |                                     ^^^^^^^^^^^^^^
            |
            = help: did you mean '$input'? there are: input; $$imput is plain text
          """)
  }

  @Test func aReferenceOfAnotherType() {
    #expect(
      problems(
        """
        format: 1
        parameters: { rate: { type: bitrate, default: 5Mb/s } }
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: $rate } }
          n: { use: null, in: s }
        """)
          == """
          error: height cannot be $rate
           --> test.yaml:5:49
            |
          5 |   s: { use: video.scale, in: v, with: { height: $rate } }
            |                                                 ^^^^^ is a bitrate
            |
            = note: video.scale takes an int
          """)
  }

  @Test func portsThatDependOnAReference_areNotGuessed() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          e: { use: gst, with: { element: videotestsrc, to: $t } }
          n: { use: null, in: e }
        """)
          == """
          error: there is no parameter 't'
           --> test.yaml:3:53
            |
          3 |   e: { use: gst, with: { element: videotestsrc, to: $t } }
            |                                                     ^^
            |
            = help: there are none here; $$t is plain text
          """)
  }
}
