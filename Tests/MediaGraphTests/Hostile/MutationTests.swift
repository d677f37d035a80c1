import Foundation
import MediaGraph
import TestSupport
import Testing

/// Descriptions with seeded damage: none traps or hangs.
@Suite(.timeLimit(.minutes(15))) struct MutationTests {
  static let files = [
    "extract-audio.yaml", "grade.yaml", "renditions.yaml", "test-clip.yaml", "transcode.yaml", "web.yaml",
    "presets/web.yaml",
  ]

  private static let pieces: [String] = [
    "$", "$(", "$input", "$(input)", "$$", "&a ", "*a", "!t ", "{", "}", "[", "]", ":", ": ", ",", "-", "- ", "? ", "#",
    " #", "\"", "'",
    "|", ">", "%", "@", "`", "~", "\n", "\r\n", "\t", "  ", "\0", "\u{1b}", "\u{feff}", "\u{2028}", "é", "日",
    "\u{10FFFF}", "\\", "\"\\U0010FFFF\"",
    "in: ", "use: ", "with: ", "nodes:", "templates:", "inputs:", "outputs:", "parameters:", "include:", "stop:",
    "default: ", "minimum: ",
    "null", "gst", "swift.x", "presets/web_h264", "web", "source.video.2", "9223372036854775807", "-1", "1e999", "0",
    "nan", "2147483648/1",
    "00:00:10:15", "99999999f", "30000/1001", "5Mb/s", "1x1", "---\n", "...\n", "<<", "type: rate", "required: true",
  ]

  /// Makes one to eight changes: a piece is inserted, or a run removed, doubled, or moved.
  private static func mutated(_ text: String, _ generator: inout SeededGenerator) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let start = Int.random(in: 0...scalars.count, using: &generator)
      let end = min(scalars.count, start + Int.random(in: 0...30, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: scalars.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").unicodeScalars, at: start)
      case 1: scalars.removeSubrange(start..<end)
      case 2: scalars.insert(contentsOf: scalars[start..<end], at: start)
      default:
        scalars.replaceSubrange(start..<end, with: (pieces.randomElement(using: &generator) ?? "").unicodeScalars)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test(arguments: files)
  func damagedFiles_endInAGraphOrInErrors(_ file: String) throws {
    let original = try String(contentsOfFile: "Pipelines/\(file)", encoding: .utf8)
    let preset = try String(contentsOfFile: "Pipelines/presets/web.yaml", encoding: .utf8)
    var generator = SeededGenerator(state: UInt64(original.utf8.count))
    let registry = Registry()
    let checker = GraphChecker(registry: registry)
    for _ in 0..<300 {
      let text = Self.mutated(original, &generator)
      let included = Bool.random(using: &generator) ? preset : Self.mutated(preset, &generator)
      let loader = DescriptionLoader { path in
        guard path.hasSuffix("web.yaml") else { throw DescriptionLoader.FileError(code: 2) }
        return included
      }
      let (loaded, form) = loader.load(text: text, path: file)
      let (graph, problems) = checker.check(loaded)
      let found = Diagnostics(form + problems)
      let rendered = found.description
      // Control characters, by their code points: categories are slow to look up.
      #expect(
        !rendered.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) })
      _ = try found.json()
      // Graphs with errors are bound too, as a careless caller of the engine would.
      var values: [String: String] = [:]
      for parameter in graph.parameters.values { values[parameter.name] = parameter.type.example ?? "5" }
      for partially in [false, true] {
        guard let bound = try? graph.bound(to: partially ? [:] : values, partially: partially),
          let flat = try? bound.expanded(registry: registry)
        else { continue }
        _ = Diagnostics(checker.check(flat).problems).description
      }
      // A graph without errors is the same after it was written and read.
      guard found.all.isEmpty else { continue }
      let again = checker.check(loader.load(text: try graph.yaml(registry: registry), path: file).graph).graph
      #expect(again == graph, "\(text)")
    }
  }
}
