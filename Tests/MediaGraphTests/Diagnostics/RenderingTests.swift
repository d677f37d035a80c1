import Foundation
import MediaGraph
import Testing

/// The caret's position, and escaped control characters: only text of a file reaches the terminal.
@Suite struct RenderingTests {
  @Test func tabsBeforeThePlace_areTwoSpacesAboveAndBelow() {
    #expect(
      problems("format: 1\nname:\t\t[x]") == """
        error: name must be a text
         --> test.yaml:2:8
          |
        2 | name:    [x]
          |          ^ is a list
        """)
  }

  @Test func wideCharacters_takeTwoCells() {
    #expect(
      problems("format: 1\nnodes: { 日本: { use: 動画 }, a: { use: 'é' } }") == """
        error: '日本' is no name
         --> test.yaml:2:10
          |
        2 | nodes: { 日本: { use: 動画 }, a: { use: 'é' } }
          |          ^^^^
          |
          = help: names have letters, digits, '_' and '-', and begin with a letter

        error: unknown node type 'é'
         --> test.yaml:2:37
          |
        2 | nodes: { 日本: { use: 動画 }, a: { use: 'é' } }
          |                                         ^^^
          |
          = help: 'reel nodes' lists the types

        2 errors in 1 file
        """)
  }

  @Test func combiningMarks_takeNoCell() {
    #expect(
      problems("format: 1\nname: { e\u{301}: 1 }\nstop: \"e\u{301}\"") == """
        error: name must be a text
         --> test.yaml:2:7
          |
        2 | name: { e\u{301}: 1 }
          |       ^ is a map

        error: stop must be a map
         --> test.yaml:3:7
          |
        3 | stop: "e\u{301}"
          |       ^^^ is a text
          |
          = help: it has: after, signals, failure

        2 errors in 1 file
        """)
  }

  @Test func controlCharacters_areNotEchoed() {
    let found = problems("format: 1\nnodes: { n: { use: \"\\e[31mred\\e[0m\\r\\nerror: none\\u202e\" } }")
    #expect(
      found == """
        error: unknown node type ' [31mred [0m  error: none '
         --> test.yaml:2:20
          |
        2 | nodes: { n: { use: "\\e[31mred\\e[0m\\r\\nerror: none\\u202e" } }
          |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = help: 'reel nodes' lists the types
        """)
  }

  @Test func controlCharactersInTheFile_areRefusedWithTheirPlace() {
    #expect(
      problems("format: 1\nname: \u{1b}[31mred\u{7}") == """
        error: the file has a control character
         --> test.yaml:2:7
          |
        2 | name: [31mred
          |       ^ is U+001B
          |
          = help: remove it, or write it as "\\u…" in quotes
        """)
  }

  @Test func directionMarksInTheFile_areLeftOutOfItsLines() {
    #expect(
      problems("format: 1\nname: [\u{202E}a]") == """
        error: name must be a text
         --> test.yaml:2:7
          |
        2 | name: [a]
          |       ^ is a list
        """)
  }

  @Test func controlCharactersOfAPath_areNotEchoed() {
    let found = loader([:]).load(path: "\u{1b}]0;title\u{7}.yaml").problems
    #expect(
      Diagnostics(found).description == """
        error: cannot read ' ]0;title .yaml'
           = cause: No such file or directory
        """)
  }

  @Test func aLongLine_isShownAroundThePlace() {
    let padding = String(repeating: "x", count: 400)
    #expect(
      problems("format: 1\nname: [\"\(padding)\"]\nstop: { y\(padding): 1 }") == """
        error: name must be a text
         --> test.yaml:2:7
          |
        2 | name: ["\(padding.prefix(292))…
          |       ^ is a list

        error: unknown key 'y\(padding)' of stop
         --> test.yaml:3:9
          |
        3 | stop: { y\(padding.prefix(291))…
          |         \(String(repeating: "^", count: 292))
          |
          = help: stop has: after, signals, failure

        2 errors in 1 file
        """)
    #expect(
      problems("format: 1\nname: \"\(padding)\"\nstop: { after: \"\(padding)\", y: 1 }") == """
        error: after must be a time such as 2s
         --> test.yaml:3:16
          |
        3 | stop: { after: "\(padding.prefix(284))…
          |                \(String(repeating: "^", count: 285)) is not a time

        error: unknown key 'y' of stop
         --> test.yaml:3:420
          |
        3 | …\(padding.prefix(97))", y: 1 }
          | \(String(repeating: " ", count: 101))^
          |
          = help: stop has: after, signals, failure

        2 errors in 1 file
        """)
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}"])
  func everyLineBreakOfYAML_countsAsOne(_ lineBreak: String) {
    let text = ["format: 1", "# a comment", "nodes:", "  n: { use: nul }"].joined(separator: lineBreak)
    #expect(
      problems(text) == """
        error: unknown node type 'nul'
         --> test.yaml:4:13
          |
        4 |   n: { use: nul }
          |             ^^^
          |
          = help: did you mean 'null'? 'reel nodes' lists the types
        """)
  }

  @Test func anAnchorBehindACommentInAFileOfWindows_isFound() {
    #expect(problems("# x\r\nformat: 1\r\nname: &a x\r\nsummary: *a").hasPrefix("error: anchors and aliases"))
  }

  @Test func aByteOrderMark_isNothing() {
    #expect(problems("\u{FEFF}format: 1") == "")
  }

  @Test func textThatLooksLikeAnchors_isText() {
    let text = """
      format: 1
      name: a *b* & c &d
      summary: |
        *bold* and &more
      # *comment &comment
      parameters: { p: { type: string, default: "*a &b" }, q: { type: string, default: '&a' } }
      """
    #expect(problems(text) == "")
    let graph = DescriptionLoader().load(text: text, path: "a.yaml").graph
    #expect(graph.name == "a *b* & c &d")
    #expect(graph.summary == "*bold* and &more\n")
    #expect(graph.parameters["p"]?.defaultValue == "*a &b")
    #expect(graph.parameters["q"]?.defaultValue == "&a")
  }

  @Test func diagnosticAsTheCauseOfAnother_isALine() {
    let cut = Diagnostic("cannot read 'a.mov'", kind: .input, cause: "it ends at byte 9", help: "copy it again")
    #expect(
      Diagnostic("nothing was copied", kind: .input, cause: "\(cut)").rendered() == """
        error: nothing was copied
           = cause: cannot read 'a.mov': it ends at byte 9
        """)
  }

  @Test func underlyingErrors_areRenderedAsTheCause_andNotCompared() {
    struct TestError: Error, CustomStringConvertible { let description: String }
    let refused = Diagnostic("the run failed", kind: .failure, underlying: TestError(description: "no more"))
    #expect(refused.rendered() == "error: the run failed\n   = cause: no more")
    #expect((refused.underlying as? TestError)?.description == "no more")
    let inWords = Diagnostic("the run failed", kind: .failure, cause: "no more")
    #expect(refused == inWords && refused.hashValue == inWords.hashValue)
    let full = Diagnostic("cannot write 'a'", kind: .output, underlying: POSIXError(.ENOSPC))
    #expect(full.cause == "No space left on device" && (full.underlying as? POSIXError)?.code == .ENOSPC)
    let named = Diagnostic("cannot write 'a'", cause: "the disk is full", underlying: POSIXError(.ENOSPC))
    #expect(named.cause == "the disk is full")
  }
}
