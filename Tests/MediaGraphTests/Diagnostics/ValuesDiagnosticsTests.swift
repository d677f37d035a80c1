import Testing

/// Values that are not of their parameter's type.
@Suite struct ValuesDiagnosticsTests {
  @Test func anIntThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: 7.5 } }
          n: { use: null, in: s }
        """)
          == """
          error: height must be an int
           --> test.yaml:4:49
            |
          4 |   s: { use: video.scale, in: v, with: { height: 7.5 } }
            |                                                 ^^^ is not an int
          """)
  }

  @Test func aNumberThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          t: { use: test.audio, with: { volume: loud } }
          n: { use: null, in: t }
        """)
          == """
          error: volume must be a number
           --> test.yaml:3:41
            |
          3 |   t: { use: test.audio, with: { volume: loud } }
            |                                         ^^^^ is not a number
          """)
  }

  @Test func aBoolAsYAMLWouldGuess() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { timestamp: on } }
          n: { use: null, in: v }
        """)
          == """
          error: timestamp must be true or false
           --> test.yaml:3:44
            |
          3 |   v: { use: test.video, with: { timestamp: on } }
            |                                            ^^ is neither
            |
            = help: write true
          """)
  }

  @Test func aBoolThatIsOff() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { timestamp: 0 } }
          n: { use: null, in: v }
        """)
          == """
          error: timestamp must be true or false
           --> test.yaml:3:44
            |
          3 |   v: { use: test.video, with: { timestamp: 0 } }
            |                                            ^ is neither
            |
            = help: write false
          """)
  }

  @Test func aBoolThatIsNeither() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { timestamp: maybe } }
          n: { use: null, in: v }
        """)
          == """
          error: timestamp must be true or false
           --> test.yaml:3:44
            |
          3 |   v: { use: test.video, with: { timestamp: maybe } }
            |                                            ^^^^^ is neither
          """)
  }

  @Test func aChoiceThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { pattern: bal } }
          n: { use: null, in: v }
        """)
          == """
          error: pattern must be one of: smpte, ball, snow, black, white, gradient, checkers, zone_plate
           --> test.yaml:3:42
            |
          3 |   v: { use: test.video, with: { pattern: bal } }
            |                                          ^^^ is none of them
            |
            = help: did you mean 'ball'?
          """)
  }

  @Test func aBitrateWithoutUnit() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          e: { use: video.encode.h264, in: v, with: { bitrate: 5000000 } }
          n: { use: null, in: e }
        """)
          == """
          error: bitrate must be a bitrate such as 5Mb/s
           --> test.yaml:4:56
            |
          4 |   e: { use: video.encode.h264, in: v, with: { bitrate: 5000000 } }
            |                                                        ^^^^^^^ is not a bitrate
            |
            = help: write 5Mb/s, if bits a second are meant
          """)
  }

  @Test func aBitrateWithAnUnknownUnit() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          e: { use: video.encode.h264, in: v, with: { bitrate: 5MB/s } }
          n: { use: null, in: e }
        """)
          == """
          error: bitrate must be a bitrate such as 5Mb/s
           --> test.yaml:4:56
            |
          4 |   e: { use: video.encode.h264, in: v, with: { bitrate: 5MB/s } }
            |                                                        ^^^^^ is not a bitrate
            |
            = help: write 40Mb/s, if bytes are meant
          """)
  }

  @Test func aBitrateAsFfmpegWritesIt() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          e: { use: video.encode.h264, in: v, with: { bitrate: 3M } }
          n: { use: null, in: e }
        """)
          == """
          error: bitrate must be a bitrate such as 5Mb/s
           --> test.yaml:4:56
            |
          4 |   e: { use: video.encode.h264, in: v, with: { bitrate: 3M } }
            |                                                        ^^ is not a bitrate
            |
            = help: write 3Mb/s
          """)
  }

  /// YAML's own numbers and its base of 60 play no part.
  @Test(arguments: ["2.5", "90", "1m30s", "00:01:30.000", "1:30"]) func aTimeInAnyOfItsForms(text: String) {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { duration: \(text) } }
          n: { use: null, in: v }
        stop: { after: \(text) }
        """) == "")
  }

  @Test func aTimeWithAnUnknownUnit() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { duration: 2min } }
          n: { use: null, in: v }
        """)
          == """
          error: duration must be a time such as 2s
           --> test.yaml:3:43
            |
          3 |   v: { use: test.video, with: { duration: 2min } }
            |                                           ^^^^ is not a time
          """)
  }

  @Test func aTrackByItsNumberAlone() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: asset.read, with: { url: a.mp4, audio_tracks: 2 } }
          n: { use: null, in: s.audio }
        """)
          == """
          error: audio_tracks must be first, all, none, id:NUMBER, language:TAG or characteristic:NAME
           --> test.yaml:3:59
            |
          3 |   s: { use: asset.read, with: { url: a.mp4, audio_tracks: 2 } }
            |                                                           ^ chooses no track
            |
            = help: write id:2
          """)
  }

  @Test func aTrackByAnUnknownRule() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: asset.read, with: { url: a.mp4, audio_tracks: "language:" } }
          n: { use: null, in: s.audio }
        """)
          == """
          error: audio_tracks must be first, all, none, id:NUMBER, language:TAG or characteristic:NAME
           --> test.yaml:3:59
            |
          3 |   s: { use: asset.read, with: { url: a.mp4, audio_tracks: "language:" } }
            |                                                           ^^^^^^^^^^^ chooses no track
          """)
  }

  @Test func anEmptyLocation() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          f: { use: file.read, with: { url: "" } }
          n: { use: null, in: f }
        """)
          == """
          error: url must not be empty
           --> test.yaml:3:37
            |
          3 |   f: { use: file.read, with: { url: "" } }
            |                                     ^^ names nothing
          """)
  }

  @Test func aLocationWithANUL() {
    #expect(
      problems(
        #"""
        format: 1
        nodes:
          f: { use: file.read, with: { url: "a\0b" } }
          n: { use: null, in: f }
        """#)
          == #"""
          error: url must not hold a NUL byte
           --> test.yaml:3:37
            |
          3 |   f: { use: file.read, with: { url: "a\0b" } }
            |                                     ^^^^^^ is no path
          """#)
  }

  @Test func aListForAText() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          f: { use: file.read, with: { url: [a, b] } }
          n: { use: null, in: f }
        """)
          == """
          error: url must be a url such as movie.mp4
           --> test.yaml:3:37
            |
          3 |   f: { use: file.read, with: { url: [a, b] } }
            |                                     ^ is not a url
          """)
  }

  @Test func aTextForAMap() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          e: { use: gst, with: { element: videotestsrc, properties: red, to: video/raw } }
          n: { use: null, in: e }
        """)
          == """
          error: properties must be a map such as { name: value }
           --> test.yaml:3:61
            |
          3 |   e: { use: gst, with: { element: videotestsrc, properties: red, to: video/raw } }
            |                                                             ^^^ is not a map
          """)
  }

  @Test func aMapOfLists() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          e: { use: gst, with: { element: videotestsrc, properties: { a: [1] }, to: video/raw } }
          n: { use: null, in: e }
        """)
          == """
          error: properties must be a map such as { name: value }
           --> test.yaml:3:61
            |
          3 |   e: { use: gst, with: { element: videotestsrc, properties: { a: [1] }, to: video/raw } }
            |                                                             ^ is not a map
          """)
  }

  @Test func anUnknownPortType() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          e: { use: gst, with: { element: videotestsrc, to: video/row } }
          n: { use: null, in: e }
        """)
          == """
          error: to must be one of: video/raw, audio/raw, video/coded, audio/coded, text, metadata, container, bytes
           --> test.yaml:3:53
            |
          3 |   e: { use: gst, with: { element: videotestsrc, to: video/row } }
            |                                                     ^^^^^^^^^ is none of them
            |
            = help: did you mean 'video/raw'?
          """)
  }
}
