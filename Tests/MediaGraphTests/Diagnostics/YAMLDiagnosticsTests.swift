import Testing

/// Invalid YAML, and YAML that the format does not support.
@Suite struct YAMLDiagnosticsTests {
  @Test func anOpenBrace() {
    #expect(
      problems(
        """
        format: 1
        nodes: { v: { use: test.video }
        """)
          == """
          error: the YAML is malformed
           --> test.yaml:3:1
            |
          3 | 
            | ^ did not find expected ',' or '}'
            |
            = note: while parsing a flow mapping at test.yaml:2:8
          """)
  }

  @Test func aMissingComma() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video with: { } }
        """)
          == """
          error: the YAML is malformed
           --> test.yaml:3:28
            |
          3 |   v: { use: test.video with: { } }
            |                            ^ did not find expected ',' or '}'
            |
            = note: while parsing a flow mapping at test.yaml:3:6
          """)
  }

  @Test func aTabAsIndentation() {
    #expect(
      problems(
        """
        format: 1
        nodes:
        	v: { use: test.video }
        """)
          == """
          error: the YAML is malformed
           --> test.yaml:3:1
            |
          3 |   v: { use: test.video }
            | ^^ found character that cannot start any token
            |
            = note: while scanning for the next token at test.yaml:3:1
            = help: indent with spaces: YAML has no tabs there
          """)
  }

  @Test func anOpenQuote() {
    #expect(
      problems(
        """
        format: 1
        name: "x
        """)
          == """
          error: the YAML is malformed
           --> test.yaml:2:9
            |
          2 | name: "x
            |         ^ found unexpected end of stream
            |
            = note: while scanning a quoted scalar at test.yaml:2:7
          """)
  }

  @Test func anUnknownEscape() {
    #expect(
      problems(
        #"""
        format: 1
        name: "\q"
        """#)
          == #"""
          error: the YAML is malformed
           --> test.yaml:2:8
            |
          2 | name: "\q"
            |        ^ found unknown escape character
            |
            = note: while parsing a quoted scalar at test.yaml:2:7
          """#)
  }

  @Test func anAnchor() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: &video
            use: test.video
        """)
          == """
          error: anchors and aliases are not part of the format
           --> test.yaml:3:6
            |
          3 |   v: &video
            |      ^^^^^^
            |
            = help: write a template, and use it twice
          """)
  }

  @Test func anAnchorInBraces() {
    #expect(
      problems(
        """
        format: 1
        nodes: { v: &v { use: test.video } }
        """)
          == """
          error: anchors and aliases are not part of the format
           --> test.yaml:2:13
            |
          2 | nodes: { v: &v { use: test.video } }
            |             ^^
            |
            = help: write a template, and use it twice
          """)
  }

  @Test func anAlias() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: *video
        """)
          == """
          error: anchors and aliases are not part of the format
           --> test.yaml:3:6
            |
          3 |   v: *video
            |      ^^^^^^
            |
            = help: write a template, and use it twice
          """)
  }

  @Test func anAliasAfterAQuoteThatIsNone() {
    #expect(
      problems(
        """
        format: 1
        summary: rock 'n roll
        nodes: { v: *v }
        """)
          == """
          error: anchors and aliases are not part of the format
           --> test.yaml:3:13
            |
          3 | nodes: { v: *v }
            |             ^^
            |
            = help: write a template, and use it twice
          """)
  }

  @Test func aTag() {
    #expect(
      problems(
        """
        format: 1
        name: !!int 5
        """)
          == """
          error: tags are not part of the format
           --> test.yaml:2:7
            |
          2 | name: !!int 5
            |       ^
            |
            = help: remove it: a value is what its parameter is declared to be
          """)
  }

  @Test func aDuplicateKey() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { v: 1 } }
          # v: {}
          v: { use: test.audio }
        """)
          == """
          error: duplicate key 'v'
           --> test.yaml:5:3
            |
          5 |   v: { use: test.audio }
            |   ^
            |
            = note: the first one is at test.yaml:3:3
            = help: rename or remove one of them
          """)
  }

  @Test func aDuplicateKeyInBraces() {
    #expect(
      problems(
        """
        format: 1
        nodes:
          v: { use: test.video, with: { "use": 1 }, "use" : null }
        """)
          == """
          error: duplicate key 'use'
           --> test.yaml:3:45
            |
          3 |   v: { use: test.video, with: { "use": 1 }, "use" : null }
            |                                             ^^^^^
            |
            = note: the first one is at test.yaml:3:8
            = help: rename or remove one of them
          """)
  }

  @Test func aDuplicateKeyOnTheNextLine() {
    #expect(
      problems(
        """
        format: 1
        nodes: { a: { use: null },
          a: { use: null } }
        """)
          == """
          error: duplicate key 'a'
           --> test.yaml:3:3
            |
          3 |   a: { use: null } }
            |   ^
            |
            = note: the first one is at test.yaml:2:10
            = help: rename or remove one of them
          """)
  }

  @Test func aDuplicateKeyThatYAMLTakesForABool() {
    #expect(
      problems(
        """
        format: 1
        parameters:
          on: { type: int }
          "on": { type: int }
        """)
          == """
          error: duplicate key 'on'
           --> test.yaml:4:3
            |
          4 |   "on": { type: int }
            |   ^^^^
            |
            = note: the first one is at test.yaml:3:3
            = help: rename or remove one of them
          """)
  }

  @Test func twoDocuments() {
    #expect(
      problems(
        """
        format: 1
        ---
        format: 1
        """)
          == """
          error: the YAML is malformed
           --> test.yaml:2:1
            |
          2 | ---
            | ^ but found another document
            |
            = note: expected a single document in the stream at test.yaml:1:1
          """)
  }
}
