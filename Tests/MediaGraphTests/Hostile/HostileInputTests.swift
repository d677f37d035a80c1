import Foundation
import MediaGraph
import Testing

/// Small files whose expansion exceeds any machine's memory, and files that would exhaust a stack: all end quickly.
@Suite(.timeLimit(.minutes(10))) struct HostileInputTests {
  @Test(arguments: [
    ("[", "]"), ("{a: ", "}"), ("[[a]: ", "]"), ("- ", ""), ("? ", ""), ("[", ""), ("{", ""), ("!t ", ""),
  ])
  func nesting_hundredThousandDeep(_ open: String, _ close: String) {
    let text = "name:\n  " + String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000)
    #expect(problems("format: 1\n" + text).hasPrefix("error: "))
  }

  @Test func nestingTooDeep_isReported() {
    let text = "format: 1\nname: " + String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
    #expect(problems(text).hasPrefix("error: the YAML is nested too deeply\n --> test.yaml:2:"))
  }

  @Test func blocksNestedAThousandDeep_areReadOrRefused() {
    let lines = (0..<1_000).map { String(repeating: " ", count: $0) + "a:" }
    #expect(problems("format: 1\nnodes:\n" + lines.map { " " + $0 }.joined(separator: "\n")).hasPrefix("error: "))
  }

  /// Looking for near names takes long, and people do not read a thousand errors.
  @Test func thousandUnknownNodes_areReported_theFirstHundredWithSuggestions() {
    let nodes = (0..<1_000).map { "  n\($0): { use: 'null', in: sorce\($0) }" }.joined(separator: "\n")
    let text = problems("format: 1\nnodes:\n  sorce: { use: test.video }\n\(nodes)\n")
    #expect(text.components(separatedBy: "there is no node 'sorce").count == 1_001)
    #expect(text.components(separatedBy: "did you mean 'sorce'?").count == 101)
  }

  @Test func aliasesOfAliases_areNotFollowed() {
    let levels = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
    let bomb = (["a0: &a0 [x]"] + levels + ["? *a40", ": 1"]).joined(separator: "\n")
    #expect(problems(bomb).hasPrefix("error: anchors and aliases are not part of the format\n --> test.yaml:1:5"))
  }

  @Test func aliasesBehindEscapesOfEveryCharacterThatCouldHideThem() {
    let escapes = (0..<60_000).map { "\\U00" + String(0x10FFFF - $0, radix: 16, uppercase: true) }.joined()
    #expect(problems("format: 1\nsummary: \"\(escapes)\"\nname: &a x").hasPrefix("error: anchors and aliases"))
  }

  @Test func templatesOfTemplates_areLimited() {
    var text = "format: 1\ntemplates:\n"
    for level in 0..<40 {
      let use = level == 39 ? "null" : "t\(level + 1)"
      text += "  t\(level):\n    inputs: { v: video/raw }\n    nodes:\n"
      text += "      a: { use: \(use), in: $v }\n      b: { use: \(use), in: $v }\n"
    }
    text += "nodes:\n  v: { use: test.video }\n  t: { use: t0, in: v }\n"
    #expect(
      problems(text, set: [:]).hasPrefix("error: the templates stand for more than 10000 nodes\n   --> test.yaml:"))
  }

  @Test func aChainOfFiveThousandTemplates_isTooDeep() {
    var text = "format: 1\ntemplates:\n"
    for level in 0..<5_000 {
      text += "  t\(level): { inputs: { v: video/raw }, nodes: { a: { use: t\(level + 1), in: $v } } }\n"
    }
    text += "  t5000: { inputs: { v: video/raw }, nodes: { a: { use: null, in: $v } } }\n"
    text += "nodes:\n  v: { use: test.video }\n  t: { use: t0, in: v }\n"
    #expect(problems(text, set: [:]).contains("= note: more than 64 deep"))
  }

  @Test func includesWithoutEnd_areTooDeep() {
    let loader = DescriptionLoader { path in
      let number = Int(path.prefix { $0.isNumber }) ?? 0
      return "format: 1\ninclude: { next: \(number + 1).yaml }\n"
    }
    let problems = loader.load(path: "0.yaml").problems
    #expect(problems.map(\.message) == ["the includes are nested too deeply"])
    #expect(problems.first?.notes == ["more than 64 deep"])
  }

  @Test func textsOfTexts_areLimited() {
    let text = """
      format: 1
      parameters: { t: { type: string, default: "\(String(repeating: "x", count: 10_000))" } }
      nodes:
        f: { use: file.read, with: { url: "\(String(repeating: "$(t)", count: 2_000))" } }
        n: { use: null, in: f }
      """
    #expect(problems(text, set: [:]).hasPrefix("error: url is longer than 1 MiB\n --> test.yaml:4:37\n"))
  }

  @Test func filesThatIncludeTheNextOneTwice_areReadOnce() {
    var files: [String: String] = [:]
    for level in 0..<40 {
      files["\(level).yaml"] = "format: 1\ninclude: { a: \(level + 1).yaml, b: \(level + 1).yaml }"
    }
    files["40.yaml"] = "format: 1\nnodse: {}"
    #expect(
      problems("format: 1\ninclude: { a: 0.yaml, b: 0.yaml }", files: files).hasPrefix("error: unknown key 'nodse'"))
  }

  @Test func aLineOfAHundredThousandValues() {
    let items = String(repeating: "$p, ", count: 100_000)
    #expect(problems("format: 1\nplugins: [\(items)x]") == "")
  }

  @Test func twoThousandErrorsInOneLine() {
    let nodes = (0..<2_000).map { "n\($0): { use: nul }" }.joined(separator: ", ")
    #expect(problems("format: 1\nnodes: { \(nodes) }").hasSuffix("\n\n2000 errors in 1 file"))
  }

  @Test func aChainOfTwoThousandNodes() {
    let nodes = (1..<2_000).map { "  n\($0): { use: video.scale, in: n\($0 - 1) }" }.joined(separator: "\n")
    let text = "format: 1\nnodes:\n  n0: { use: test.video }\n\(nodes)\n  end: { use: null, in: n1999 }"
    #expect(problems(text) == "")
  }

  @Test func aCycleOfTwoThousandNodes() {
    let nodes = (0..<2_000).map { "  n\($0): { use: video.scale, in: n\(($0 + 1_999) % 2_000) }" }.joined(
      separator: "\n")
    #expect(problems("format: 1\nnodes:\n\(nodes)").contains("n1998 → n1999 → n0"))
  }
}
