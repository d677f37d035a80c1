internal import MediaSource
import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// The names of files with a number each.
struct NumberedNames: Sendable {
  /// The name with `%d`, or `%03d` for three digits, in place of the number.
  let pattern: Location

  private var text: String { pattern.path ?? pattern.text }

  /// True if the pattern has one place for the number.
  var isValid: Bool {
    let path = pattern.path ?? ""
    guard let percent = path.firstIndex(of: "%"), path.filter({ $0 == "%" }).count == 1 else { return false }
    let rest = path[path.index(after: percent)...]
    guard let end = rest.firstIndex(of: "d") else { return false }
    let digits = rest[..<end]
    return digits.isEmpty || (digits.hasPrefix("0") && digits.count == 2 && digits.dropFirst().allSatisfy(\.isNumber))
  }

  /// The path of a file by its number, from 1.
  func path(_ number: Int) -> String {
    guard let percent = text.firstIndex(of: "%"), let end = text[percent...].firstIndex(of: "d") else { return text }
    let width = Int(text[percent...].dropFirst().prefix { $0 != "d" }) ?? 1
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, width - digits.count)) + digits
    return text[..<percent] + padded + text[text.index(after: end)...]
  }

  /// The path of the first file that has one of the names; nil if there is none, or the number is part of a folder's name.
  var existingPath: String? {
    let folder = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    guard let percent = text.firstIndex(of: "%"), folder.endIndex <= percent,
      let entries = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    else { return nil }
    let start = text[..<percent].dropFirst(folder.count)
    let numbers = entries.compactMap { entry -> Int? in
      guard entry.hasPrefix(start), let number = Int(entry.dropFirst(start.count).prefix { $0.isASCII && $0.isNumber }),
        number > 0, path(number) == folder + entry
      else { return nil }
      return number
    }
    return numbers.min().map(path)
  }
}

/// An output of numbered files, each of which appears complete when it is written: all of them stay, or none.
///
/// Files that they may replace are kept under hidden names until the run has ended well.
final class NumberedFiles: RunOutput {
  private let names: NumberedNames
  private let overwrite: Bool
  private let state = Mutex(State())

  private struct State {
    var files: [(file: OutputFile, placement: OutputPlacement)] = []
    var count = 0
    /// True once the files are those of a run that has ended.
    var isOver = false

    /// Ends the writing.
    mutating func end() -> [(file: OutputFile, placement: OutputPlacement)] {
      defer { (files, isOver) = ([], true) }
      return files
    }
  }

  init(_ names: NumberedNames, overwrite: Bool) { (self.names, self.overwrite) = (names, overwrite) }

  var location: Location { names.pattern }
  var grows: Bool { false }
  var fileCount: Int { state.withLock { $0.count } }

  /// Writes a file.
  ///
  /// - Throws: `MediaError`.
  func write(_ bytes: UnsafeRawBufferPointer, as number: Int) throws {
    let path = names.path(number)
    let file = OutputFile(Location(path), overwrite: overwrite)
    do {
      try file.create(at: nil)
      let sink = FileByteSink(descriptor: file.descriptor, name: path)
      try sink.append(bytes)
      try sink.flush()
      let placement = try file.place(at: nil)
      // As many files as there are frames cannot be open at once.
      file.closePlaced()
      try state.withLock { state in
        // A thread that its run has not waited for.
        if state.isOver { throw CancellationError() }
        state.files.append((file, placement))
        state.count += 1
      }
    } catch {
      file.discard()
      throw MediaError((error as? Diagnostic)?.underlying ?? error, during: .writing)
    }
  }

  // MARK: - The run

  func create(at range: SourceRange?) {}

  func place(at range: SourceRange?) -> OutputPlacement { .asItIs }

  func undoPlacement(_ placement: OutputPlacement) -> Bool {
    let files = state.withLock { $0.end() }
    // A number may have been written twice.
    for (file, _) in files.reversed() { file.discard() }
    return !files.contains { $0.placement == .replaced }
  }

  func finish(_ placement: OutputPlacement) -> Int {
    state.withLock { $0.end() }.reduce(0) { $0 + $1.file.finish($1.placement) }
  }

  func discard() { _ = undoPlacement(.asItIs) }

  /// A part of the files is of no use: the next run would find their names taken.
  func keepWhole() -> [String] {
    discard()
    return []
  }
}
