import Testing

/// Parameters that a description declares.
@Suite struct DeclarationDiagnosticsTests {
  @Test func noType() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { default: 5 }
        """)
          == """
          error: 'p' has no type
           --> test.yaml:3:3
            |
          3 |   p: { default: 5 }
            |   ^
            |
            = help: types are: bitrate, bool, color, device, gain, int, number, rate, size, string, time, tracks, url
          """)
  }

  @Test func unknownType_meansTheNearestOne() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: bitrat }
        """)
          == """
          error: unknown type 'bitrat' of parameter 'p'
           --> test.yaml:3:14
            |
          3 |   p: { type: bitrat }
            |              ^^^^^^
            |
            = help: did you mean 'bitrate'? types are: bitrate, bool, color, device, gain, int, number, rate, size, string, time, tracks, url
          """)
  }

  @Test func unknownType_withoutANeighbour() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: [int] }
        """)
          == """
          error: unknown type '?' of parameter 'p'
           --> test.yaml:3:14
            |
          3 |   p: { type: [int] }
            |              ^
            |
            = help: types are: bitrate, bool, color, device, gain, int, number, rate, size, string, time, tracks, url
          """)
  }

  @Test func requiredThatIsNoBool() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: int, required: yes }
        """)
          == """
          error: required must be true or false
           --> test.yaml:3:29
            |
          3 |   p: { type: int, required: yes }
            |                             ^^^ is neither
            |
            = help: write true
          """)
  }

  @Test func requiredWithADefault() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: int, required: true, default: 5 }
        """)
          == """
          error: 'p' is required and has a default
           --> test.yaml:3:44
            |
          3 |   p: { type: int, required: true, default: 5 }
            |                                            ^
            |
            = help: remove one of them
          """)
  }

  @Test func aDefaultOfAnotherType() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: int, default: five }
        """)
          == """
          error: 'p' must be an int
           --> test.yaml:3:28
            |
          3 |   p: { type: int, default: five }
            |                            ^^^^ is not an int
          """)
  }

  @Test func aDefaultOutOfRange() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: int, default: 5, minimum: 6 }
        """)
          == """
          error: 'p' must be at least 6
           --> test.yaml:3:28
            |
          3 |   p: { type: int, default: 5, minimum: 6 }
            |                            ^ is out of range
          """)
  }

  @Test func aDefaultAboveTheMaximum() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: bitrate, default: 5Mb/s, maximum: 4999kb/s }
        """)
          == """
          error: 'p' must be at most 4999kb/s
           --> test.yaml:3:32
            |
          3 |   p: { type: bitrate, default: 5Mb/s, maximum: 4999kb/s }
            |                                ^^^^^ is out of range
          """)
  }

  @Test func aDefaultThatIsAReference() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: url, default: $q }
        """)
          == """
          error: 'p' must be a url such as movie.mp4
           --> test.yaml:3:28
            |
          3 |   p: { type: url, default: $q }
            |                            ^^ is not a url
          """)
  }

  @Test func aMinimumOfAnotherType() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: int, default: 5, minimum: low }
        """)
          == """
          error: 'p' must be an int
           --> test.yaml:3:40
            |
          3 |   p: { type: int, default: 5, minimum: low }
            |                                        ^^^ is not an int
          """)
  }

  @Test func aMaximumOfAnotherType() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: int, minimum: 1, maximum: high }
        """)
          == """
          error: 'p' must be an int
           --> test.yaml:3:40
            |
          3 |   p: { type: int, minimum: 1, maximum: high }
            |                                        ^^^^ is not an int
          """)
  }

  @Test func aMinimumAboveTheMaximum() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: int, minimum: 5, maximum: 4 }
        """)
          == """
          error: 'p' has a minimum above its maximum
           --> test.yaml:3:40
            |
          3 |   p: { type: int, minimum: 5, maximum: 4 }
            |                                        ^ is below the minimum
          """)
  }

  @Test func aTypeWithoutOrder() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: size, maximum: 1920x1080 }
        """)
          == """
          error: 'p' has no order
           --> test.yaml:3:29
            |
          3 |   p: { type: size, maximum: 1920x1080 }
            |                             ^^^^^^^^^ a size has no minimum and maximum
          """)
  }

  @Test func unknownKey() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: { type: int, min: 5 }
        """)
          == """
          error: unknown key 'min' of a parameter
           --> test.yaml:3:19
            |
          3 |   p: { type: int, min: 5 }
            |                   ^^^
            |
            = help: a parameter has: type, required, default, minimum, maximum
          """)
  }

  @Test func aParameterThatIsAText() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          p: int
        """)
          == """
          error: a parameter must be a map
           --> test.yaml:3:6
            |
          3 |   p: int
            |      ^^^ is a text
            |
            = help: it has: type, required, default, minimum, maximum
          """)
  }

  @Test func aNameThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          "1p": { type: int }
        """)
          == """
          error: '1p' is no name
           --> test.yaml:3:3
            |
          3 |   "1p": { type: int }
            |   ^^^^
            |
            = help: names have letters, digits, '_' and '-', and begin with a letter
          """)
  }

  /// `$my-name` would be `$my`, and text behind it.
  @Test func nameThatNothingCanReferTo() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          my-name: { type: int }
        templates:
          small-one:
            inputs: { a-b: video/raw }
        """)
          == """
          error: 'my-name' cannot be referred to
           --> test.yaml:3:3
            |
          3 |   my-name: { type: int }
            |   ^^^^^^^ has a '-'
            |
            = note: the name after '$' ends before it
            = help: write my_name

          error: 'a-b' cannot be referred to
           --> test.yaml:6:15
            |
          6 |     inputs: { a-b: video/raw }
            |               ^^^ has a '-'
            |
            = note: the name after '$' ends before it
            = help: write a_b

          2 errors in 1 file
          """)
  }
}
