package import CoreMedia
import Foundation

/// The cues of a SubRip or WebVTT file.
///
/// WebVTT: W3C, "WebVTT: The Web Video Text Tracks Format". SubRip has no standard; the parser accepts what players
/// accept. Positions and colours of cues are ignored; bold, italic and underlined text is kept.
package struct SubtitleFile: Sendable {
  package struct Cue: Equatable, Sendable {
    package var start: CMTime
    package var end: CMTime
    /// The text as Pango markup.
    package var markup: String

    package init(start: CMTime, end: CMTime, markup: String) {
      (self.start, self.end, self.markup) = (start, end, markup)
    }

    /// The text without any markup.
    package var plain: String {
      Markup.strip(markup).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
  }

  /// Returns the text of a cue without tags.
  package static func plain(_ text: String) -> String {
    Cue(start: .zero, end: .zero, markup: Markup.pango(of: text)).plain
  }

  /// The reason why a file's cues could not be read.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The cues, sorted by start time.
  package let cues: [Cue]

  private static let sizeLimit = 64 << 20

  package init(path: String) throws(Failure) {
    let data: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      // One byte more than the limit shows that there is more; an empty file gives nothing.
      data = try file.read(upToCount: Self.sizeLimit + 1) ?? Data()
    } catch {
      throw Failure(description: "it cannot be read: \(error.localizedDescription)")
    }
    guard data.count <= Self.sizeLimit else { throw Failure(description: "it is larger than 64 MB") }
    try self.init(Self.text(of: data))
  }

  package init(_ text: String) throws(Failure) {
    var cues: [Cue] = []
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    var index = 0
    while index < lines.count {
      guard let times = Self.times(of: lines[index]) else {
        index += 1
        continue
      }
      index += 1
      var body: [Substring] = []
      while index < lines.count, !lines[index].allSatisfy(\.isWhitespace) {
        body.append(lines[index])
        index += 1
      }
      guard times.start < times.end, !body.isEmpty else { continue }
      cues.append(Cue(start: times.start, end: times.end, markup: Markup.pango(of: body.joined(separator: "\n"))))
    }
    guard !cues.isEmpty else {
      throw Failure(description: "it has no line such as 00:00:01,000 --> 00:00:02,000")
    }
    self.cues = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// Decodes UTF-8, UTF-16 with a byte order mark, or the Latin encoding of old files.
  private static func text(of data: Data) -> String {
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      return String(data: data, encoding: .utf16) ?? ""
    }
    let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data[...]
    return String(validating: bytes, as: UTF8.self) ?? String(data: bytes, encoding: .windowsCP1252)
      ?? String(decoding: bytes, as: UTF8.self)
  }

  /// Parses `00:00:01,000 --> 00:00:02,500`, with or without hours, and any settings behind it.
  private static func times(of line: Substring) -> (start: CMTime, end: CMTime)? {
    guard let arrow = line.firstRange(of: "-->") else { return nil }
    let end = line[arrow.upperBound...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    guard let start = time(line[..<arrow.lowerBound].trimmingCharacters(in: .whitespaces)), let end = time(String(end))
    else { return nil }
    return (start, end)
  }

  private static func time(_ text: String) -> CMTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let seconds = last.split(whereSeparator: { $0 == "," || $0 == "." })
    guard (1...2).contains(seconds.count) else { return nil }
    let fraction = seconds.count == 2 ? seconds[1].prefix(3) : "0"
    let wholes = parts.dropLast() + [seconds[0]]
    guard fraction.allSatisfy(\.isASCII), var milliseconds = Int64(fraction), milliseconds >= 0 else { return nil }
    for _ in fraction.count..<3 { milliseconds *= 10 }
    var total: Int64 = 0
    for part in wholes {
      // Six digits of hours are a century: nothing overflows.
      guard part.count <= 6, let value = Int64(part), value >= 0 else { return nil }
      total = total * 60 + value
    }
    return CMTime(value: total * 1000 + milliseconds, timescale: 1000)
  }
}

/// Converts the tags of subtitles to Pango markup.
private enum Markup {
  private static let kept: Set<String> = ["b", "i", "u"]

  /// Keeps bold, italic and underlined text, closes open tags, and removes all others.
  static func pango(of text: String) -> String {
    var result = ""
    var open: [String] = []
    var rest = Substring(text)
    while let character = rest.first {
      if character == "<", let tag = tag(&rest) {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
        guard kept.contains(name) else { continue }
        if !tag.hasPrefix("/") {
          open.append(name)
          result += "<\(name)>"
        } else if let index = open.lastIndex(of: name) {
          for name in open[index...].reversed() { result += "</\(name)>" }
          open.removeSubrange(index...)
        }
        continue
      }
      rest.removeFirst()
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "{" where rest.first == "\\":
        // Many SubRip files have positions and styles of SubStation Alpha, such as {\an8}.
        if let end = rest.firstIndex(where: { $0 == "}" || $0.isNewline }), rest[end] == "}" {
          rest = rest[rest.index(after: end)...]
        } else {
          result.append(character)
        }
      case "&":
        let entity = rest.prefix(8).firstIndex(of: ";").map { rest[..<$0] }
        switch entity {
        case "amp", "lt", "gt":
          result += "&\(entity!);"
          rest = rest.dropFirst(entity!.count + 1)
        case "nbsp", "lrm", "rlm":
          result += entity == "nbsp" ? "\u{A0}" : entity == "lrm" ? "\u{200E}" : "\u{200F}"
          rest = rest.dropFirst(entity!.count + 1)
        default: result += "&amp;"
        }
      default: result.append(character)
      }
    }
    for name in open.reversed() { result += "</\(name)>" }
    return result
  }

  /// Removes and returns the contents of the tag at the beginning of the text; nil if there is no tag.
  private static func tag(_ rest: inout Substring) -> Substring? {
    let inside = rest.dropFirst()
    guard let first = inside.first, first.isLetter || first == "/" || first.isNumber,
      let end = inside.firstIndex(where: { $0 == ">" || $0 == "<" }), inside[end] == ">"
    else { return nil }
    rest = inside[inside.index(after: end)...]
    return inside[..<end]
  }

  static func strip(_ markup: String) -> String {
    var result = ""
    var isInside = false
    for character in markup {
      switch character {
      case "<": isInside = true
      case ">": isInside = false
      default: if !isInside { result.append(character) }
      }
    }
    return result
  }
}
