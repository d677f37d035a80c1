package import CoreMedia
import Foundation
import MovieFile

/// The cues of a SubRip or WebVTT file.
///
/// WebVTT: W3C, "WebVTT: The Web Video Text Tracks Format". SubRip has no standard; the parser accepts what players
/// accept. Positions and colours of cues are ignored; bold, italic and underlined text is kept.
package struct SubtitleFile: Sendable {
  package struct Cue: Equatable, Sendable {
    package var start: CMTime
    package var end: CMTime
    package var text: StyledText

    package init(start: CMTime, end: CMTime, text: StyledText) {
      (self.start, self.end, self.text) = (start, end, text)
    }
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
      let text = StyledText(tagged: body.joined(separator: "\n"))
      cues.append(Cue(start: times.start, end: times.end, text: text))
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
