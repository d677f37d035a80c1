import Foundation
import TestSupport
import Testing

/// The table of constants.txt: each public string and number constant, its value, and where that is known from.
@Suite struct ConstantTableTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let origins: Set<String> = ["header", "dump", "open", "3GPP", "name", "ours"]

  private let values = ConstantValues()

  @Test func everyConstant_isInTheTableWithItsValueAndItsOrigin() throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent("constants.txt"), encoding: .utf8)
    var rows: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: false)
      let origin = try #require(fields.last.map(String.init))
      #expect(fields.count >= 4 && Self.origins.contains(origin), "\(line)")
      rows[fields.prefix(2).joined(separator: " ")] = fields.dropFirst(2).dropLast().joined(separator: " ")
    }
    for (name, value) in values.texts.sorted(by: { $0.key < $1.key }) {
      #expect(rows[name] == value, "\(name) \(value): say in constants.txt where it is from")
    }
    #expect(Set(rows.keys).subtracting(values.texts.keys).isEmpty, "constants that are gone")
  }

  @Test func everyConstantThatTheCompilerKnows_isRead() throws {
    let build = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    let script = Self.folder.appendingPathComponent("constants.py").path
    let known = Set(try Oracle.text("python3", [script, build.path]).split(separator: "\n").map(String.init))
    #expect(known.count > 2500)
    let read = Set(values.texts.keys).union(values.others)
    #expect(known.subtracting(read).sorted() == [], "run constants.py \(build.path) --write")
    #expect(read.subtracting(known).sorted() == [], "run constants.py \(build.path) --write")
  }
}
