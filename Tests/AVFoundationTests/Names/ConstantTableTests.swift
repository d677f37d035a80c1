import Foundation
import TestSupport
import Testing

/// The table of constants.txt: each public string and number constant, its value, and where that is known from.
@Suite struct ConstantTableTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let origins: Set<String> = ["header", "dump", "open", "3GPP", "name", "ours"]

  @Test func everyConstant_isInTheTableWithItsValueAndItsOrigin() throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent("constants.txt"), encoding: .utf8)
    var known: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: " ")
      let origin = try #require(fields.last.map(String.init))
      #expect(fields.count >= 4 && Self.origins.contains(origin), "\(line)")
      known[fields.prefix(2).joined(separator: " ")] = fields.dropFirst(2).dropLast().joined(separator: " ")
    }
    // Found in the sources, so that none that comes is left out.
    let script = Self.folder.appendingPathComponent("constants.py").path
    var found: Set<String> = []
    for line in try Oracle.text("python3", [script]).split(separator: "\n") {
      let fields = line.split(separator: " ")
      let name = fields.prefix(2).joined(separator: " ")
      found.insert(name)
      #expect(
        known[name] == fields.dropFirst(2).joined(separator: " "), "\(line): say in constants.txt where it is from")
    }
    #expect(found.count > 1700)
    #expect(Set(known.keys).subtracting(found).isEmpty, "constants that are gone")
  }
}
