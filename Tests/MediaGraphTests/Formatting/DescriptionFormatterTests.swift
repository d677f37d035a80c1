import Foundation
import MediaGraph
import TestSupport
import Testing

/// The canonical form of description files.
@Suite struct DescriptionFormatterTests {
  private func format(_ text: String) throws -> String {
    let formatted = try DescriptionFormatter().format(text, path: "test.yaml")
    #expect(try DescriptionFormatter().format(formatted, path: "test.yaml") == formatted, "twice is not once")
    return formatted
  }

  @Test func keys_comeInTheOrderOfTheRules_andSectionsStandApart() throws {
    #expect(
      try format(
        """
        nodes:
            v: {with: {size: 16x16}, use: test.video}
            n:
                in: v
                use: "null"
        name: 'order'
        parameters: {a: {default: 1, type: int}, long: {type: string, required: true}}
        format: 1
        stop: {failure: branch, signals: [interrupt], after: 2s}
        """) == """
          format: 1
          name: "order"

          parameters:
            a:    { type: int, default: 1 }
            long: { type: string, required: true }

          nodes:
            v: { use: test.video, with: { size: 16x16 } }
            n: { use: "null", in: v }

          stop: { after: 2s, signals: [interrupt], failure: branch }

          """)
  }

  @Test func comments_stayWhereTheyBelong() throws {
    #expect(
      try format(
        """
        # What the file is for.
        #
        #   how to run it

        name: comments # of all kinds
        format:   1


        # Of the nodes.
        nodes:        # behind a key
          # Above the first.

          v: { use: test.video }   # behind a node
          # Above the second.
          n:
            use: null          # behind a type
            in: v
            # at the end of the node
          # at the end of the nodes
        # at the end of the file
        """) == """
          # What the file is for.
          #
          #   how to run it

          format: 1
          name: comments  # of all kinds

          # Of the nodes.
          nodes:  # behind a key
            # Above the first.

            v: { use: test.video }  # behind a node
            # Above the second.
            n:
              use: null  # behind a type
              in: v
              # at the end of the node
            # at the end of the nodes
          # at the end of the file

          """)
  }

  @Test func commentsInBraces_spreadTheMap() throws {
    #expect(
      try format(
        """
        format: 1
        nodes:
          v: { use: test.video, # the picture
               with: { size: 16x16, # small
                       # smaller would be none
                     } }
          m: { use: mux.mp4, in: [a, # first
             b] }
        """) == """
          format: 1

          nodes:
            v:
              use: test.video  # the picture
              with:
                size: 16x16  # small
                # smaller would be none
            m:
              use: mux.mp4
              in:
                - a  # first
                - b

          """)
  }

  @Test func hashesInTexts_areNoComments() throws {
    let text = """
      format: 1
      name: "a # b"
      summary: a#b '# c

      nodes:
        v: { use: gst, with: { element: "x # {", properties: { a: "it's # \\" #" } } }

      """
    #expect(try format(text) == text)
  }

  @Test func singleQuotes_becomeDouble_andPlainTextsStayPlain() throws {
    #expect(
      try format("format: 1\nname: 'it''s: \"x\"'\nsummary: over\n  two lines, with a comma\n") == """
        format: 1
        name: "it's: \\"x\\""
        summary: over two lines, with a comma

        """)
  }

  @Test func textsOfSeveralLines_keepTheirLines() throws {
    #expect(
      try format(
        """
        format: 1
        summary: |   # long
          One # line.

            Another.
        nodes:
          v: { use: gst, with: { element: "a\\nb" } }
          w:
            use: x
            with:
              text: |-
                first
                # second
        """) == """
          format: 1
          summary: |  # long
            One # line.

              Another.

          nodes:
            v: { use: gst, with: { element: "a\\nb" } }
            w:
              use: x
              with:
                text: |-
                  first
                  # second

          """)
  }

  @Test func whatDoesNotFitOnALine_isSpread_andItsNeighboursStillAlign() throws {
    let long = String(repeating: "x", count: 90)
    #expect(
      try format(
        """
        format: 1
        nodes:
          source: { use: test.video }
          b: { use: test.audio }
          wide: { use: gst, in: source, with: { element: \(long) } }
          list: { use: x, with: { items: [{ a: \(long) }, { b: 2, c: [\(long)] }] } }
        """) == """
          format: 1

          nodes:
            source: { use: test.video }
            b:      { use: test.audio }
            wide:
              use: gst
              in: source
              with: { element: \(long) }
            list:
              use: x
              with:
                items:
                  - { a: \(long) }
                  - { b: 2, c: [\(long)] }

          """)
  }

  @Test func nothing_staysNothing() throws {
    #expect(
      try format("format: 1\nparameters:\nnodes: {}\nplugins: []\n") == """
        format: 1
        plugins: []
        parameters:
        nodes: {}

        """)
  }

  @Test func blankLines_areSingle_andPartTheColumns() throws {
    #expect(
      try format("format: 1\n\n\n\nnodes:\n\n\n  a: { use: x }\n\n\n  long: { use: y }\n  c: { use: z }\n\n\n") == """
        format: 1

        nodes:
          a: { use: x }

          long: { use: y }
          c:    { use: z }

        """)
  }

  @Test func linesThatEndAsOnWindows_areReadAndEndAsElsewhere() throws {
    #expect(try format("# a\r\nformat: 1\r\nname: b # c\r\n") == "# a\nformat: 1\nname: b  # c\n")
  }

  @Test(arguments: ["format: 1\nnodes: [", "nodes: {}", "format: 1\nnode: {}", "", "# only a comment\n"])
  func whatIsNoDescription_isRefused(text: String) {
    #expect(throws: Diagnostics.self) { try DescriptionFormatter().format(text, path: "test.yaml") }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func commentsAnywhere_areKept_andTwiceIsOnce(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let text = try String(contentsOfFile: "Pipelines/web.yaml", encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for number in 0..<Int.random(in: 1...6, using: &random) {
      let index = Int.random(in: 0..<lines.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: lines[index] += "  # behind \(number)"
      case 1: lines.insert("", at: index)
      case 2:
        // Lines may be broken after a comma in braces.
        guard let comma = lines[index].firstIndex(of: ","), lines[index].contains("{"), !lines[index].contains("#")
        else { continue }
        lines[index].replaceSubrange(comma...comma, with: ", # within \(number)\n          ")
      default:
        let indent = String(repeating: " ", count: Int.random(in: 0...8, using: &random))
        lines.insert("\(indent)# alone \(number)", at: index)
      }
    }
    let changed = lines.joined(separator: "\n")
    func comments(_ text: String) -> [Substring] {
      text.matches(of: /# (behind|alone|within) \d/).map(\.output.0).sorted()
    }
    let formatted = try format(changed)
    #expect(comments(formatted) == comments(changed), "\(changed)")
  }
}
