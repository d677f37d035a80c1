import Testing

/// Node types, names and keys.
@Suite struct NodeDiagnosticsTests {
  @Test func unknownType_meansTheNearestOne() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: file.writ, in: v, with: { url: x } }
          v: { use: test.video }
        """)
          == """
          error: unknown node type 'file.writ'
           --> test.yaml:3:13
            |
          3 |   s: { use: file.writ, in: v, with: { url: x } }
            |             ^^^^^^^^^
            |
            = help: did you mean 'file.write'? 'reel nodes' lists the types
          """)
  }

  @Test func unknownType_withoutANeighbour() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: hologram }
        """)
          == """
          error: unknown node type 'hologram'
           --> test.yaml:3:13
            |
          3 |   s: { use: hologram }
            |             ^^^^^^^^
            |
            = help: 'reel nodes' lists the types
          """)
  }

  @Test func aNodeWithoutType() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { with: { url: x } }
        """)
          == """
          error: 's' has no type
           --> test.yaml:3:3
            |
          3 |   s: { with: { url: x } }
            |   ^
            |
            = help: write s: { use: TYPE }; 'reel nodes' lists the types
          """)
  }

  @Test func aTypeThatIsAList() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: [asset.read] }
        """)
          == """
          error: use must be a text
           --> test.yaml:3:13
            |
          3 |   s: { use: [asset.read] }
            |             ^ is a list
          """)
  }

  @Test func aTypeThatIsNothing() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: }
        """)
          == """
          error: use must be a text
           --> test.yaml:3:13
            |
          3 |   s: { use: }
            |             ^ is nothing
          """)
  }

  @Test func aClosureThatIsNotRegistered() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          blur: { use: swift.blur, in: v }
          n: { use: null, in: blur }
        """)
          == """
          error: 'swift.blur' is not registered
           --> test.yaml:4:16
            |
          4 |   blur: { use: swift.blur, in: v }
            |                ^^^^^^^^^^ is a closure of a Swift program
            |
            = help: run the file from the program that registers it
          """)
  }

  @Test func unknownKey() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, withs: { size: 2x2 } }
          n: { use: null, in: v }
        """)
          == """
          error: unknown key 'withs' of a node
           --> test.yaml:3:25
            |
          3 |   v: { use: test.video, withs: { size: 2x2 } }
            |                         ^^^^^
            |
            = help: did you mean 'with'? a node has: use, in, with, delivery
          """)
  }

  @Test func aNodeThatIsAText() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: test.video
        """)
          == """
          error: a node must be a map
           --> test.yaml:3:6
            |
          3 |   v: test.video
            |      ^^^^^^^^^^ is a text
            |
            = help: it has: use, in, with, delivery
          """)
  }

  @Test func unknownDelivery() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: v, delivery: newest }
        """)
          == """
          error: delivery must be one of: all, latest, nothing
           --> test.yaml:4:36
            |
          4 |   n: { use: null, in: v, delivery: newest }
            |                                    ^^^^^^ is none of them
          """)
  }

  @Test func deliveryThatIsAList() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: v, delivery: [all] }
        """)
          == """
          error: delivery must be one of: all, latest, nothing
           --> test.yaml:4:36
            |
          4 |   n: { use: null, in: v, delivery: [all] }
            |                                    ^ is none of them
          """)
  }

  @Test func aNameWithABlank() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          my video: { use: test.video }
        """)
          == """
          error: 'my video' is no name
           --> test.yaml:3:3
            |
          3 |   my video: { use: test.video }
            |   ^^^^^^^^
            |
            = help: names have letters, digits, '_' and '-', and begin with a letter
          """)
  }

  @Test func aNameThatBeginsWithADash() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          -v: { use: test.video }
        """)
          == """
          error: '-v' is no name
           --> test.yaml:3:3
            |
          3 |   -v: { use: test.video }
            |   ^^
            |
            = help: names have letters, digits, '_' and '-', and begin with a letter
          """)
  }

  @Test func aNameThatIsAList() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          [v]: { use: test.video }
        """)
          == """
          error: a key must be a text
           --> test.yaml:3:3
            |
          3 |   [v]: { use: test.video }
            |   ^ is a list
          """)
  }

  @Test func aNodeThatNobodyReads() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
        """)
          == """
          error: nothing reads 'v'
           --> test.yaml:3:3
            |
          3 |   v: { use: test.video }
            |   ^
            |
            = help: link it to another node, or end it with a node of type null
          """)
  }

  @Test func nodesThatAreAList() {
    #expect(
      problems(
        """
        format: 1
        nodes: [test.video]
        """)
          == """
          error: nodes must be a map
           --> test.yaml:2:8
            |
          2 | nodes: [test.video]
            |        ^ is a list
          """)
  }
}

/// Types that other programs have.
@Suite struct FamiliarWordDiagnosticsTests {
  @Test func wordOfAnotherProgram_leadsToWhatReelHas() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: scale }
          f: { use: fade }
        """)
          == """
          error: unknown node type 'scale'
           --> test.yaml:3:13
            |
          3 |   s: { use: scale }
            |             ^^^^^
            |
            = help: use 'video.scale'; 'reel nodes' lists the types

          error: unknown node type 'fade'
           --> test.yaml:4:13
            |
          4 |   f: { use: fade }
            |             ^^^^
            |
            = help: a fade is a ramp of a clip of 'timeline': opacity: { 0s: 0, 1s: 1 }, for sound volume: { 0s: 0, 1s: 1 }; 'reel nodes' lists the types

          2 errors in 1 file
          """)
  }
}
