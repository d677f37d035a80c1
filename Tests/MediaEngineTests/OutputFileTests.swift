import Foundation
import MediaGraph
import TestSupport
import Testing

@testable import MediaEngine

/// The names of files while they are written, and the files they replace.
@Suite struct OutputFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    let path = URL(fileURLWithPath: folder.file("a")).deletingLastPathComponent().path
    return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  private func file(overwrite: Bool = false) -> OutputFile {
    OutputFile(folder.location("a.mp4"), overwrite: overwrite, grows: true)
  }

  private func write(_ text: String, to name: String = "a.mp4") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func text(_ name: String = "a.mp4") throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  @Test func newFile_hasItsNameAtOnce() throws {
    let file = file()
    try file.create(at: nil)
    #expect(names == ["a.mp4"])
    try Data("x".utf8).write(to: URL(fileURLWithPath: file.temporaryPath))
    #expect(try text() == "x")
    #expect(file.finish(try file.place(at: nil)) == 1)
    #expect(names == ["a.mp4"])
  }

  /// The file was created after the check of the run.
  @Test func existingFile_isNeverOpened() throws {
    let file = file()
    #expect(file.problem(at: nil) == nil)
    try write("theirs")
    let problem = #expect(throws: Diagnostic.self) { try file.create(at: nil) }
    #expect(problem?.message.hasSuffix("a.mp4' exists") == true && problem?.help == "it came into being during the run")
    file.discard()
    #expect(try text() == "theirs")
  }

  @Test func linkToNothing_isNotFollowed() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("a.mp4"), withDestinationPath: folder.file("elsewhere"))
    #expect(throws: Diagnostic.self) { try file().create(at: nil) }
    #expect(names == ["a.mp4"])
  }

  @Test func cancelledFile_isRemoved() throws {
    let file = file()
    try file.create(at: nil)
    file.discard()
    #expect(names == [])
  }

  @Test func failedFileWithoutAFragment_isRemoved() throws {
    let file = file()
    try file.create(at: nil)
    try Data("no movie".utf8).write(to: URL(fileURLWithPath: file.temporaryPath))
    #expect(file.keepWhole() == [] && names == [])
  }

  /// Another program has moved the file away and put another one in its place.
  @Test func whatIsInItsPlace_isNotRemoved() throws {
    let file = file()
    try file.create(at: nil)
    try FileManager.default.moveItem(atPath: folder.file("a.mp4"), toPath: folder.file("b.mp4"))
    try write("theirs")
    // Writes go to the file, wherever it is.
    try Data("x".utf8).write(to: URL(fileURLWithPath: file.temporaryPath))
    #expect(try text() == "theirs" && text("b.mp4") == "x")
    file.discard()
    #expect(try text() == "theirs")
  }

  @Test func replacedFile_keepsItsNameUntilThereIsSomethingInItsPlace() throws {
    try write("old")
    let file = file(overwrite: true)
    try file.create(at: nil)
    try Data("new".utf8).write(to: URL(fileURLWithPath: file.temporaryPath))
    #expect(try text() == "old")
    try file.place(at: nil)
    #expect(try text() == "new")
    file.discard()
    #expect(try text() == "old" && names == ["a.mp4"])
  }

  @Test func overwriting_isNoReasonToHide_whereThereIsNothing() throws {
    let file = file(overwrite: true)
    try file.create(at: nil)
    #expect(names == ["a.mp4"])
    file.discard()
    #expect(names == [])
  }
}
