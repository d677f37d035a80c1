import Testing

/// The keys of a description.
@Suite struct FileDiagnosticsTests {
  @Test func anEmptyFile() {
    #expect(
      problems(
        "")
          == """
          error: the file says nothing
           --> test.yaml:1:1
            |
          1 | 
            | ^
            |
            = help: a description begins with format: 1
          """)
  }

  @Test func aFileOfComments() {
    #expect(
      problems(
        """
        # nothing here
        """)
          == """
          error: the file says nothing
           --> test.yaml:1:1
            |
          1 | # nothing here
            | ^
            |
            = help: a description begins with format: 1
          """)
  }

  @Test func aFileThatIsAText() {
    #expect(
      problems(
        """
        hello
        """)
          == """
          error: a description must be a map
           --> test.yaml:1:1
            |
          1 | hello
            | ^^^^^ is a text
            |
            = help: it has: format, name, summary, include, plugins, parameters, templates, nodes, stop
          """)
  }

  @Test func aFileThatIsAList() {
    #expect(
      problems(
        """
        - format: 1
        """)
          == """
          error: a description must be a map
           --> test.yaml:1:1
            |
          1 | - format: 1
            | ^ is a list
            |
            = help: it has: format, name, summary, include, plugins, parameters, templates, nodes, stop
          """)
  }

  @Test func aFileWithoutFormat() {
    #expect(
      problems(
        """
        name: x
        """)
          == """
          error: 'format' is missing
           --> test.yaml:1:1
            |
          1 | name: x
            | ^
            |
            = help: a description begins with format: 1
          """)
  }

  @Test func aFormatOfTheFuture() {
    #expect(
      problems(
        """
        format: 2
        """)
          == """
          error: this format is not known
           --> test.yaml:1:9
            |
          1 | format: 2
            |         ^ is not 1
            |
            = help: this version of reel reads format: 1
          """)
  }

  @Test func unknownKey_meansTheNearestOne() {
    #expect(
      problems(
        """
        format: 1
        nods: {}
        """)
          == """
          error: unknown key 'nods' of a description
           --> test.yaml:2:1
            |
          2 | nods: {}
            | ^^^^
            |
            = help: did you mean 'nodes'? a description has: format, name, summary, include, plugins, parameters, templates, nodes, stop
          """)
  }

  @Test func aNameThatIsAMap() {
    #expect(
      problems(
        """
        format: 1
        name: { a: b }
        """)
          == """
          error: name must be a text
           --> test.yaml:2:7
            |
          2 | name: { a: b }
            |       ^ is a map
          """)
  }

  @Test func aSummaryThatIsNothing() {
    #expect(
      problems(
        """
        format: 1
        summary:
        """)
          == """
          error: summary must be a text
           --> test.yaml:2:9
            |
          2 | summary:
            |         ^ is nothing
          """)
  }

  @Test func pluginsThatAreAText() {
    #expect(
      problems(
        """
        format: 1
        plugins: Watermark
        """)
          == """
          error: plugins must be a list
           --> test.yaml:2:10
            |
          2 | plugins: Watermark
            |          ^^^^^^^^^ is a text
            |
            = help: write plugins: [NAME]
          """)
  }

  @Test func aPluginThatIsAMap() {
    #expect(
      problems(
        """
        format: 1
        plugins: [{ a: b }]
        """)
          == """
          error: a plugin must be a text
           --> test.yaml:2:11
            |
          2 | plugins: [{ a: b }]
            |           ^ is a map
          """)
  }

  @Test func aStopThatIsAText() {
    #expect(
      problems(
        """
        format: 1
        stop: 60s
        """)
          == """
          error: stop must be a map
           --> test.yaml:2:7
            |
          2 | stop: 60s
            |       ^^^ is a text
            |
            = help: it has: after, signals, failure
          """)
  }

  @Test func aFailureOfNoExtent() {
    #expect(
      problems(
        """
        format: 1
        stop: { failure: branches }
        """)
          == """
          error: failure must be one of: run, branch
           --> test.yaml:2:18
            |
          2 | stop: { failure: branches }
            |                  ^^^^^^^^ is none of them
            |
            = help: did you mean 'branch'?
          """)
  }

  @Test func aStopAfterNoTime() {
    #expect(
      problems(
        """
        format: 1
        stop: { after: 60x }
        """)
          == """
          error: after must be a time such as 2s
           --> test.yaml:2:16
            |
          2 | stop: { after: 60x }
            |                ^^^ is not a time
          """)
  }

  @Test func aStopAtAnUnknownSignal() {
    #expect(
      problems(
        """
        format: 1
        stop: { signals: [interupt] }
        """)
          == """
          error: a signal must be one of: interrupt, terminate, hangup
           --> test.yaml:2:19
            |
          2 | stop: { signals: [interupt] }
            |                   ^^^^^^^^ is none of them
            |
            = help: did you mean 'interrupt'?
          """)
  }

  @Test func aStopAfterAnUnknownParameter() {
    #expect(
      problems(
        """
        format: 1
        stop: { after: $long }
        """)
          == """
          error: there is no parameter 'long'
           --> test.yaml:2:16
            |
          2 | stop: { after: $long }
            |                ^^^^^
            |
            = help: there are none here; $$long is plain text
          """)
  }

  @Test func aStopAfterAParameterOfAnotherType() {
    #expect(
      problems(
        """
        format: 1
        parameters: { n: { type: int, default: 5 } }
        stop: { after: $n }
        """)
          == """
          error: after cannot be $n
           --> test.yaml:3:16
            |
          3 | stop: { after: $n }
            |                ^^ is an int
            |
            = note: stop takes a time such as 2s
          """)
  }
}
