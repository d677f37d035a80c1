import Foundation
import MediaGraph
import Testing

/// Files that are no descriptions.
@Suite struct FileReadingTests {
  /// Returns the problems of a file of these bytes; `FILE` replaces its path.
  private static func problems(of bytes: [UInt8]) throws -> (text: String, exitCode: Int32) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yaml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let problems = Diagnostics(DescriptionLoader().load(path: path).problems)
    return (problems.description.replacingOccurrences(of: path, with: "FILE"), problems.exitCode)
  }

  @Test func anEmptyFile_saysNothing() throws {
    let (text, exitCode) = try Self.problems(of: [])
    #expect(text.hasPrefix("error: the file says nothing\n --> FILE:1:1\n"))
    #expect(exitCode == 65)
  }

  @Test func aBinaryFile_isNoText() throws {
    let (text, exitCode) = try Self.problems(of: [0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70, 0xFF, 0xFE])
    #expect(
      text == """
        error: cannot read 'FILE'
           = cause: it is no text in UTF-8
        """)
    #expect(exitCode == 66)
  }

  @Test func zeros_areControlCharacters() throws {
    let (text, _) = try Self.problems(of: [UInt8](repeating: 0, count: 100))
    #expect(text.hasPrefix("error: the file has a control character\n --> FILE:1:1\n"))
    #expect(text.contains("is U+0000"))
  }

  @Test func moreThanAMebibyte_isRefused() throws {
    let (text, exitCode) = try Self.problems(of: [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20 + 1))
    #expect(
      text == """
        error: cannot read 'FILE'
           = cause: it is larger than 1 MiB, which no description is
        """)
    #expect(exitCode == 66)
  }

  @Test func aFolder_isNoFile() {
    let problems = DescriptionLoader().load(path: "/").problems
    #expect(
      Diagnostics(problems).description == """
        error: cannot read '/'
           = cause: Is a directory
        """)
  }

  @Test func aMissingFile_isNoInput() {
    let problems = Diagnostics(DescriptionLoader().load(path: "/nonexistent/a.yaml").problems)
    #expect(
      problems.description == """
        error: cannot read '/nonexistent/a.yaml'
           = cause: No such file or directory
        """)
    #expect(problems.exitCode == 66)
  }

  @Test func anEndlessDevice_isRefused() {
    let problems = DescriptionLoader().load(path: "/dev/zero").problems
    #expect(Diagnostics(problems).description.contains("it is larger than 1 MiB"))
  }

  @Test(arguments: [
    ("a.yaml", "b.yaml", "b.yaml"), ("x/a.yaml", "b.yaml", "x/b.yaml"), ("x/a.yaml", "../b.yaml", "b.yaml"),
    ("./a.yaml", "../b.yaml", "../b.yaml"), ("../a.yaml", "../b.yaml", "../../b.yaml"),
    ("/a.yaml", "b.yaml", "/b.yaml"),
    ("/x/a.yaml", "./y/../b.yaml", "/x/b.yaml"), ("x/a.yaml", "/b.yaml", "/b.yaml"),
  ])
  func includes_areRelativeToTheirFile(_ file: String, _ include: String, _ expected: String) {
    let text = "format: 1\ninclude: { i: \(include) }"
    let (graph, problems) = loader([expected: "format: 1\nname: found"]).load(text: text, path: file)
    #expect(problems.isEmpty)
    #expect(graph.includes["i"]?.graph.name == "found")
  }
}
