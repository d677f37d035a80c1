import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// A text file with chapters: a line for each, of a time, a blank and a name.
///
///     # a comment
///     00:00:00 Opening
///     picture: opening.jpg
///     00:01:30.500 The door
///     [fr]
///     00:00:00 Ouverture
///
/// Times are those of descriptions: hours, minutes and seconds, as in the output of `reel tags`, minutes and seconds, `90s`,
/// `1m30s`, `1001/30000s`. Pictures are relative to the file.
struct ChapterFile {
  private(set) var lists: [ChapterList] = []

  init(path: String) throws(Diagnostic) {
    let bytes = try InputBytes.read(path, limit: 4 << 20)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic("cannot read '\(path)'", kind: .input, cause: "it is not in UTF-8")
    }
    try self.init(text, path: path)
  }

  init(_ text: String, path: String) throws(Diagnostic) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, text) in lines.enumerated() {
      let text = text.trimmingCharacters(in: .whitespaces.union(["\r", "\u{feff}"]))
      try read(Line(text: text, number: index + 1, path: path))
    }
    lists.removeAll { $0.chapters.isEmpty }
    guard !lists.isEmpty else {
      throw Diagnostic(
        "cannot read '\(path)'", kind: .input, cause: "there are no chapters in it",
        help: "write lines such as '00:01:30.500 The name'; '--chapters none' removes a movie's chapters")
    }
  }

  private struct Line {
    let text: String
    /// Counts from 1.
    let number: Int
    let path: String

    func problem(_ cause: String, help: String) -> Diagnostic {
      Diagnostic(
        "cannot read '\(path)'", kind: .input, notes: ["in line \(number): \(text.visible)"], cause: cause, help: help)
    }
  }

  private mutating func read(_ line: Line) throws(Diagnostic) {
    if line.text.isEmpty || line.text.hasPrefix("#") { return }
    if line.text.hasPrefix("["), line.text.hasSuffix("]") {
      try beginList(line)
    } else if line.text.hasPrefix("picture:") {
      try setPicture(line)
    } else {
      try addChapter(line)
    }
  }

  private mutating func beginList(_ line: Line) throws(Diagnostic) {
    let language = String(line.text.dropFirst().dropLast())
    guard MediaLanguage(tag: language) != nil else {
      throw line.problem("'\(language.visible)' is no language", help: "write a tag such as [fr] or [zh-Hant]")
    }
    lists.append(ChapterList(source: .nero, language: language, chapters: []))
  }

  private mutating func setPicture(_ line: Line) throws(Diagnostic) {
    guard let list = lists.indices.last, let chapter = lists[list].chapters.indices.last else {
      throw line.problem("a picture belongs to the chapter before it", help: "put the line behind the chapter's")
    }
    let name = line.text.dropFirst("picture:".count).trimmingCharacters(in: .whitespaces)
    let folder = (line.path as NSString).deletingLastPathComponent
    let bytes = try InputBytes.read(
      name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)", limit: 16 << 20)
    guard let format = MetadataImageFormat(signatureOf: bytes), format == .jpeg || format == .png else {
      throw line.problem("'\(name.visible)' is neither JPEG nor PNG", help: "convert it first")
    }
    lists[list].chapters[chapter].items = [
      MetadataItem(keySpace: .iTunes, key: .name("artwork"), value: .image(format, bytes))
    ]
  }

  private mutating func addChapter(_ line: Line) throws(Diagnostic) {
    let word = line.text.prefix { !$0.isWhitespace }
    guard let time = try? MediaTime(parsing: String(word)).time(), time.isNumeric, time >= .zero else {
      throw line.problem("it does not begin with a time", help: "write a line such as '00:01:30.500 The name'")
    }
    if lists.isEmpty { lists.append(ChapterList(source: .nero, chapters: [])) }
    let title = line.text.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
    lists[lists.count - 1].chapters.append(
      Chapter(timeRange: CMTimeRange(start: time, duration: .invalid), title: title))
  }
}
