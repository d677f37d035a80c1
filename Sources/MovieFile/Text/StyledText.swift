/// The text of a caption with its bold, italic and underlined parts: the form between those of the files.
///
///     SubRip, WebVTT, SubStation Alpha ─▶            ─▶ tags in Matroska
///     Pango's markup within graphs     ─▶ StyledText ─▶ Pango's markup, WebVTT
///     timed text                       ─▶            ─▶ timed text
package struct StyledText: Equatable, Sendable {
  /// The faces of letters, with the bits of timed text (3GPP TS 26.245, clause 5.17.1.1).
  package struct Faces: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Faces(rawValue: 1)
    package static let italic = Faces(rawValue: 2)
    package static let underline = Faces(rawValue: 4)
  }

  /// A part whose letters have the same faces.
  package struct Part: Equatable, Sendable {
    package fileprivate(set) var text: String
    package let faces: Faces
  }

  /// The parts in their order: none of them is empty, and neighbours differ.
  package private(set) var parts: [Part] = []

  package init() {}
  package init(_ text: String) { append(text) }

  package var isEmpty: Bool { parts.isEmpty }
  /// The text alone.
  package var plain: String { parts.map(\.text).joined() }

  package mutating func append(_ text: String, _ faces: Faces = []) {
    if text.isEmpty { return }
    if parts.last?.faces == faces {
      parts[parts.count - 1].text += text
    } else {
      parts.append(Part(text: text, faces: faces))
    }
  }

  package mutating func append(_ other: StyledText) {
    for part in other.parts { append(part.text, part.faces) }
  }

  /// Returns the text without spaces and line breaks at its ends.
  package func trimmed() -> StyledText {
    var result = StyledText()
    result.parts = Array(parts.drop { $0.text.allSatisfy(\.isWhitespace) })
    while let last = result.parts.last, last.text.allSatisfy(\.isWhitespace) { result.parts.removeLast() }
    if let first = result.parts.first { result.parts[0].text = String(first.text.drop(while: \.isWhitespace)) }
    if let last = result.parts.last, let end = last.text.lastIndex(where: { !$0.isWhitespace }) {
      result.parts[result.parts.count - 1].text = String(last.text[...end])
    }
    return result
  }
}

// MARK: - Tags

extension StyledText {
  /// The tags of faces, which SubRip, WebVTT and Pango share.
  package static let tags: [(name: String, face: Faces)] = [("b", .bold), ("i", .italic), ("u", .underline)]

  /// The text with the tags of SubRip, which has no other syntax: all else is as it is.
  package var tagged: String { tagged { $0 } }

  /// The text as Pango's markup, which is that of WebVTT too, with references instead of the marks of the syntax (W3C WebVTT, 4.2.2).
  package var markup: String {
    tagged { text in
      var result = String.UnicodeScalarView()
      // A mark with an accent is a letter of its own to Swift, but not to the reader.
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result.append(contentsOf: "&amp;".unicodeScalars)
        case "<": result.append(contentsOf: "&lt;".unicodeScalars)
        case ">": result.append(contentsOf: "&gt;".unicodeScalars)
        default: result.append(scalar)
        }
      }
      return String(result)
    }
  }

  private func tagged(_ escape: (String) -> String) -> String {
    var (result, open) = ("", [(name: String, face: Faces)]())
    func close(from index: Int) {
      result += open[index...].reversed().map { "</\($0.name)>" }.joined()
      open.removeSubrange(index...)
    }
    for part in parts {
      // Tags are nested: what was opened after one that ends, ends with it, and begins again.
      if let first = open.firstIndex(where: { !part.faces.contains($0.face) }) { close(from: first) }
      // A tag stands in the line of its text: a line that has nothing else would be an empty one.
      let breaks = part.text.prefix(while: \.isNewline)
      result += breaks
      guard breaks.endIndex < part.text.endIndex else { continue }
      for tag in Self.tags where part.faces.contains(tag.face) && !open.contains(where: { $0.face == tag.face }) {
        open.append(tag)
        result += "<\(tag.name)>"
      }
      result += escape(String(part.text[breaks.endIndex...]))
    }
    close(from: 0)
    return result
  }
}
