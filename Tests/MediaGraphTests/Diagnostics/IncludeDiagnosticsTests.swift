import Testing

/// Includes: files that are missing, cycles, errors in them.
@Suite struct IncludeDiagnosticsTests {
  @Test func anIncludeThatIsNotThere() {
    #expect(
      problems(
        """
        format: 1
        include: { presets: presets/none.yaml }
        """)
          == """
          error: cannot read the include 'presets/none.yaml'
           --> test.yaml:2:21
            |
          2 | include: { presets: presets/none.yaml }
            |                     ^^^^^^^^^^^^^^^^^
            |
            = cause: No such file or directory
            = help: the path is relative to the file that includes it
          """)
  }

  @Test func anIncludeThatIsAList() {
    #expect(
      problems(
        """
        format: 1
        include: { presets: [a.yaml] }
        """)
          == """
          error: an include must be a text
           --> test.yaml:2:21
            |
          2 | include: { presets: [a.yaml] }
            |                     ^ is a list
          """)
  }

  @Test func includesThatAreAText() {
    #expect(
      problems(
        """
        format: 1
        include: a.yaml
        """)
          == """
          error: include must be a map
           --> test.yaml:2:10
            |
          2 | include: a.yaml
            |          ^^^^^^ is a text
          """)
  }

  @Test func aFileThatIncludesItself() {
    #expect(
      problems(
        """
        format: 1
        include: { me: test.yaml }
        """)
          == """
          error: the includes form a cycle
           --> test.yaml:2:16
            |
          2 | include: { me: test.yaml }
            |                ^^^^^^^^^
            |
            = note: test.yaml → test.yaml
          """)
  }

  @Test func aCycleOfThreeFiles_showsTheChain() {
    #expect(
      problems(
        """
        format: 1
        include: { a: sub/a.yaml }
        """,
        files: [
          "sub/a.yaml": """
          format: 1
          include: { b: b.yaml }
          """,
          "sub/b.yaml": """
          format: 1
          include:
            top: ../test.yaml
          """,
        ])
          == """
          error: the includes form a cycle
           --> sub/b.yaml:3:8
            |
          3 |   top: ../test.yaml
            |        ^^^^^^^^^^^^
            |
            = note: test.yaml → sub/a.yaml → sub/b.yaml → test.yaml
          """)
  }

  @Test func errorsInsideAnInclude_namesItsFile() {
    #expect(
      problems(
        """
        format: 1
        include: { a: a.yaml }
        nodes: { n: { use: nul } }
        """,
        files: [
          "a.yaml": """
          format: 1
          templates:
            t:
              inputs: { v: video/raw }
              nodes: { n: { use: nul, in: $v } }
          """
        ])
          == """
          error: unknown node type 'nul'
           --> a.yaml:5:24
            |
          5 |     nodes: { n: { use: nul, in: $v } }
            |                        ^^^
            |
            = help: did you mean 'null'? 'reel nodes' lists the types

          error: unknown node type 'nul'
           --> test.yaml:3:20
            |
          3 | nodes: { n: { use: nul } }
            |                    ^^^
            |
            = help: did you mean 'null'? 'reel nodes' lists the types

          2 errors in 2 files
          """)
  }

  @Test func aFileThatIsIncludedTwice_isReportedOnce() {
    #expect(
      problems(
        """
        format: 1
        include: { a: a.yaml, b: b.yaml }
        """,
        files: [
          "b.yaml": """
          format: 1
          include: { c: c.yaml }
          """,
          "c.yaml": """
          format: 1
          templates: 5
          """,
          "a.yaml": """
          format: 1
          include: { c: c.yaml }
          """,
        ])
          == """
          error: templates must be a map
           --> c.yaml:2:12
            |
          2 | templates: 5
            |            ^ is a text
          """)
  }
}
