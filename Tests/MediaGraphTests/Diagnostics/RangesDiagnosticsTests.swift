import Testing

/// Sizes, rates and gains, and values out of their range.
@Suite struct RangesDiagnosticsTests {
  @Test func valueAboveTheRange() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: 100000 } }
          n: { use: null, in: s }
        """)
          == """
          error: height must be from 2 to 16384
           --> test.yaml:4:49
            |
          4 |   s: { use: video.scale, in: v, with: { height: 100000 } }
            |                                                 ^^^^^^ is out of range
          """)
  }

  @Test func valueBelowTheRange() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          t: { use: test.audio, with: { volume: -0.1 } }
          n: { use: null, in: t }
        """)
          == """
          error: volume must be from 0 to 1
           --> test.yaml:3:41
            |
          3 |   t: { use: test.audio, with: { volume: -0.1 } }
            |                                         ^^^^ is out of range
          """)
  }

  @Test func anIntTooLargeForTheMachine() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          s: { use: video.scale, in: v, with: { height: 99999999999999999999 } }
          n: { use: null, in: s }
        """)
          == """
          error: height must be an int
           --> test.yaml:4:49
            |
          4 |   s: { use: video.scale, in: v, with: { height: 99999999999999999999 } }
            |                                                 ^^^^^^^^^^^^^^^^^^^^ is not an int
          """)
  }

  @Test func aNumberThatIsInfinite() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          t: { use: test.audio, with: { frequency: 1e999 } }
          n: { use: null, in: t }
        """)
          == """
          error: frequency must be a number
           --> test.yaml:3:44
            |
          3 |   t: { use: test.audio, with: { frequency: 1e999 } }
            |                                            ^^^^^ is not a number
          """)
  }

  @Test func aBitrateOutOfRange() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          e: { use: video.encode.h264, in: v, with: { bitrate: 1b/s } }
          n: { use: null, in: e }
        """)
          == """
          error: bitrate must be from 16kb/s to 800Mb/s
           --> test.yaml:4:56
            |
          4 |   e: { use: video.encode.h264, in: v, with: { bitrate: 1b/s } }
            |                                                        ^^^^ is out of range
          """)
  }

  @Test func aTimeBelowZero() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { duration: -2s } }
          n: { use: null, in: v }
        """)
          == """
          error: duration must not be negative
           --> test.yaml:3:43
            |
          3 |   v: { use: test.video, with: { duration: -2s } }
            |                                           ^^^ is below zero
          """)
  }

  @Test func aSizeThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { size: 1280 } }
          n: { use: null, in: v }
        """)
          == """
          error: size must be a size such as 1920x1080
           --> test.yaml:3:39
            |
          3 |   v: { use: test.video, with: { size: 1280 } }
            |                                       ^^^^ is not a size
          """)
  }

  @Test func aSizeOutOfRange() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { size: 0x720 } }
          n: { use: null, in: v }
        """)
          == """
          error: size must be from 1x1 to 32768x32768
           --> test.yaml:3:39
            |
          3 |   v: { use: test.video, with: { size: 0x720 } }
            |                                       ^^^^^ is out of range
          """)
  }

  @Test func aRateInDecimals_hasAFixIt() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { frame_rate: 29.97 } }
          n: { use: null, in: v }
        """)
          == """
          error: frame_rate must be exact
           --> test.yaml:3:45
            |
          3 |   v: { use: test.video, with: { frame_rate: 29.97 } }
            |                                             ^^^^^ is not a rational
            |
            = help: write 30000/1001
          """)
  }

  @Test func aRateOfFilm_hasAFixIt() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { frame_rate: 23.976 } }
          n: { use: null, in: v }
        """)
          == """
          error: frame_rate must be exact
           --> test.yaml:3:45
            |
          3 |   v: { use: test.video, with: { frame_rate: 23.976 } }
            |                                             ^^^^^^ is not a rational
            |
            = help: write 24000/1001
          """)
  }

  @Test func aRateOfHalves_hasAFixIt() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { frame_rate: 12.5 } }
          n: { use: null, in: v }
        """)
          == """
          error: frame_rate must be exact
           --> test.yaml:3:45
            |
          3 |   v: { use: test.video, with: { frame_rate: 12.5 } }
            |                                             ^^^^ is not a rational
            |
            = help: write 25/2
          """)
  }

  @Test func aRateThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { frame_rate: fast } }
          n: { use: null, in: v }
        """)
          == """
          error: frame_rate must be exact
           --> test.yaml:3:45
            |
          3 |   v: { use: test.video, with: { frame_rate: fast } }
            |                                             ^^^^ is not a rational
          """)
  }

  @Test func aRateOfZero() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { frame_rate: 30/0 } }
          n: { use: null, in: v }
        """)
          == """
          error: frame_rate must be above zero
           --> test.yaml:3:45
            |
          3 |   v: { use: test.video, with: { frame_rate: 30/0 } }
            |                                             ^^^^ is not
          """)
  }

  @Test func aGainThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          t: { use: test.audio }
          g: { use: audio.volume, in: t, with: { gain: +3db } }
          n: { use: null, in: g }
        """)
          == """
          error: gain must be a gain such as -6dB
           --> test.yaml:4:48
            |
          4 |   g: { use: audio.volume, in: t, with: { gain: +3db } }
            |                                                ^^^^ is not a gain
          """)
  }

  @Test func aGainBelowZero() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          t: { use: test.audio }
          g: { use: audio.volume, in: t, with: { gain: -3 } }
          n: { use: null, in: g }
        """)
          == """
          error: gain must not be negative
           --> test.yaml:4:48
            |
          4 |   g: { use: audio.volume, in: t, with: { gain: -3 } }
            |                                                ^^ is below zero
          """)
  }

  @Test func aGainThatIsTooMuch() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          t: { use: test.audio }
          g: { use: audio.volume, in: t, with: { gain: 1000dB } }
          n: { use: null, in: g }
        """)
          == """
          error: gain must be at most 1000 or 60dB
           --> test.yaml:4:48
            |
          4 |   g: { use: audio.volume, in: t, with: { gain: 1000dB } }
            |                                                ^^^^^^ is out of range
          """)
  }
}
