import Testing

/// Invalid link syntax, and cyclic links.
@Suite struct LinkFormDiagnosticsTests {
  @Test func anInputThatNothingIsLinkedTo() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: video.scale }
          n: { use: null, in: s }
        """)
          == """
          error: nothing is linked to 's.in'
           --> test.yaml:3:13
            |
          3 |   s: { use: video.scale }
            |             ^^^^^^^^^^^ takes video/raw
            |
            = help: write in: NODE
          """)
  }

  @Test func anInputThatIsAMap() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: { in: { v: out } } }
          m: { use: null, in: v }
        """)
          == """
          error: an input must name an output of a node
           --> test.yaml:4:29
            |
          4 |   n: { use: null, in: { in: { v: out } } }
            |                             ^ is a map
            |
            = help: write NODE, NODE.PORT, NODE.PORT.2 for the second stream, or $INPUT in a template
          """)
  }

  @Test func anInputThatIsNoName() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: "v and w" }
          m: { use: null, in: v }
        """)
          == """
          error: an input must name an output of a node
           --> test.yaml:4:23
            |
          4 |   n: { use: null, in: "v and w" }
            |                       ^^^^^^^^^
            |
            = help: write NODE, NODE.PORT, NODE.PORT.2 for the second stream, or $INPUT in a template
          """)
  }

  @Test func aStreamThatIsNoNumber() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          s: { use: asset.read, with: { url: a.mp4 } }
          n: { use: null, in: s.audio.last }
          m: { use: null, in: s.video }
        """)
          == """
          error: an input must name an output of a node
           --> test.yaml:4:23
            |
          4 |   n: { use: null, in: s.audio.last }
            |                       ^^^^^^^^^^^^
            |
            = help: write NODE, NODE.PORT, NODE.PORT.2 for the second stream, or $INPUT in a template
          """)
  }

  @Test func aPortNameThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video }
          n: { use: null, in: { "1": v } }
          m: { use: null, in: v }
        """)
          == """
          error: '1' is no name
           --> test.yaml:4:25
            |
          4 |   n: { use: null, in: { "1": v } }
            |                         ^^^
            |
            = help: names have letters, digits, '_' and '-', and begin with a letter
          """)
  }

  @Test func aBoundaryInputOutsideOfATemplate() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          n: { use: null, in: $video }
        """)
          == """
          error: there is no input '$video'
           --> test.yaml:3:23
            |
          3 |   n: { use: null, in: $video }
            |                       ^^^^^^
            |
            = help: only the nodes of a template read $INPUT
          """)
  }

  @Test func aCycleOfTwo() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          a: { use: video.scale, in: b }
          b: { use: video.crop, in: a }
        """)
          == """
          error: the links form a cycle
           --> test.yaml:4:29
            |
          4 |   b: { use: video.crop, in: a }
            |                             ^ leads back
            |
            = note: a → b → a
          """)
  }

  @Test func aNodeThatReadsItself() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          a: { use: video.scale, in: a }
        """)
          == """
          error: the links form a cycle
           --> test.yaml:3:30
            |
          3 |   a: { use: video.scale, in: a }
            |                              ^ leads back
            |
            = note: a → a
          """)
  }

  @Test func aCycleOfManyNodes_isCutShort() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          n0: { use: video.scale, in: n29 }
          n1: { use: video.scale, in: n0 }
          n2: { use: video.scale, in: n1 }
          n3: { use: video.scale, in: n2 }
          n4: { use: video.scale, in: n3 }
          n5: { use: video.scale, in: n4 }
          n6: { use: video.scale, in: n5 }
          n7: { use: video.scale, in: n6 }
          n8: { use: video.scale, in: n7 }
          n9: { use: video.scale, in: n8 }
          n10: { use: video.scale, in: n9 }
          n11: { use: video.scale, in: n10 }
          n12: { use: video.scale, in: n11 }
          n13: { use: video.scale, in: n12 }
          n14: { use: video.scale, in: n13 }
          n15: { use: video.scale, in: n14 }
          n16: { use: video.scale, in: n15 }
          n17: { use: video.scale, in: n16 }
          n18: { use: video.scale, in: n17 }
          n19: { use: video.scale, in: n18 }
          n20: { use: video.scale, in: n19 }
          n21: { use: video.scale, in: n20 }
          n22: { use: video.scale, in: n21 }
          n23: { use: video.scale, in: n22 }
          n24: { use: video.scale, in: n23 }
          n25: { use: video.scale, in: n24 }
          n26: { use: video.scale, in: n25 }
          n27: { use: video.scale, in: n26 }
          n28: { use: video.scale, in: n27 }
          n29: { use: video.scale, in: n28 }
        """)
          == """
          error: the links form a cycle
           --> test.yaml:4:31
            |
          4 |   n1: { use: video.scale, in: n0 }
            |                               ^^ leads back
            |
            = note: n0 → n1 → n2 → n3 → n4 → n5 → n6 → n7 → n8 → n9 → … → n21 → n22 → n23 → n24 → n25 → n26 → n27 → n28 → n29 → n0
          """)
  }
}
