internal import MediaSource
import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// The names of files with a number each.
package struct NumberedNames: Sendable {
  /// The name with `%d`, or `%03d` for three digits, in place of the number; `%%` stands for a percent sign.
  let pattern: Location

  /// The parts of the name around the number; nil unless the pattern has one place for it, and no other percent signs.
  private let parts: (before: String, after: String)?
  /// The least number of digits.
  private let width: Int

  package init(pattern: Location) {
    self.pattern = pattern
    var texts = [""]
    var width = 1
    var isPattern = pattern.path != nil
    var rest = Substring(pattern.path ?? "")
    while let percent = rest.firstIndex(of: "%") {
      texts[texts.count - 1] += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        texts[texts.count - 1] += "%"
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0 != "d" }
      isPattern = isPattern && digits.count < rest.count && Self.isWidth(digits)
      width = Int(digits) ?? 1
      rest = rest.dropFirst(digits.count + 1)
      texts.append("")
    }
    texts[texts.count - 1] += rest
    parts = isPattern && texts.count == 2 ? (texts[0], texts[1]) : nil
    self.width = width
  }

  /// Returns true for nothing, and for zero and a digit.
  private static func isWidth(_ text: Substring) -> Bool {
    text.isEmpty || text.count == 2 && text.first == "0" && text.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// True if the pattern has one place for the number.
  package var isValid: Bool { parts != nil }

  /// The path of a file by its number, from 1.
  package func path(_ number: Int) -> String {
    guard let parts else { return pattern.path ?? pattern.text }
    let digits = String(number)
    return parts.before + String(repeating: "0", count: max(0, width - digits.count)) + digits + parts.after
  }

  /// The path of the first file that has one of the names; nil if there is none, or the number is part of a folder's name.
  var existingPath: String? {
    guard let parts, !parts.after.contains("/") else { return nil }
    let folder = parts.before.lastIndex(of: "/").map { String(parts.before[...$0]) } ?? ""
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder) else {
      return nil
    }
    let start = parts.before.dropFirst(folder.count)
    let numbers = entries.compactMap { entry -> Int? in
      guard entry.hasPrefix(start), let number = Int(entry.dropFirst(start.count).prefix { $0.isASCII && $0.isNumber }),
        number > 0, path(number) == folder + entry
      else { return nil }
      return number
    }
    return numbers.min().map(path)
  }
}

/// An output of numbered files, each of which appears complete when it is written.
///
/// Files that they may replace are kept under hidden names until the run has ended well, and are back if it has not.
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

  func keepWhole() -> [String] {
    var count = 0
    for (file, placement) in state.withLock({ $0.end() }).reversed() {
      switch placement {
      case .created, .linked, .renamed:
        _ = file.finish(placement)
        count += 1
      case .asItIs, .exchanged, .replaced: file.discard()
      }
    }
    return count > 0 ? ["\(count) files '\(names.pattern.text)' are complete, and stay"] : []
  }
}
