import MovieFile

extension AssetProbe.Track {
  /// True for subtitles of text, whose packets an `asset.read` node gives as such; false for pictures, and for chapters.
  package var isText: Bool { kind == .text && !isChapterList && SubtitleText(format: format) != nil }
}

/// The text in the packets of a subtitle format, without positions and colours.
package enum SubtitleText {
  /// Text with the tags of SubRip or WebVTT.
  case tagged
  /// The fields of an event of SubStation Alpha, in the order of Matroska files (Matroska subtitle specifications, SSA/ASS).
  case event

  /// - Parameter name: GStreamer's name of the format; nil if it is unknown.
  /// - Returns: Nil for formats that are no text, such as pictures.
  package init?(format name: String?) {
    switch name {
    case "text/x-raw", "application/x-subtitle-vtt", "text/vtt": self = .tagged
    case "application/x-ssa", "application/x-ass": self = .event
    default: return nil
    }
  }

  /// Packets have at most this many bytes of text: as many as a sample of a movie holds.
  private static let limit = 65_535

  /// Returns the text of a packet; empty for one that shows none.
  package func text(of packet: some Collection<UInt8>) -> StyledText {
    let packet = String(decoding: packet.prefix(Self.limit), as: UTF8.self)
    return switch self {
    case .tagged: StyledText(tagged: packet)
    case .event: Self.text(ofEvent: packet)
    }
  }

  /// Returns the last of nine fields, `{\i1}First line\NSecond line`, without other styles, and without drawings.
  private static func text(ofEvent packet: String) -> StyledText {
    let fields = packet.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9, var rest = fields.last else { return StyledText() }
    let lastBrace = rest.lastIndex(of: "}")
    var (text, faces, isDrawing) = (StyledText(), StyledText.Faces(), false)
    while let character = rest.first {
      if character == "{", let lastBrace, rest.startIndex < lastBrace {
        let styles = rest.prefix { $0 != "}" }
        // Level 0 of \p ends a drawing; \pos and \pbo are others.
        for level in styles.matches(of: #/\\p(\d)/#) { isDrawing = level.output.1 != "0" }
        faces.override(by: styles.dropFirst())
        rest = rest[styles.endIndex...].dropFirst()
        continue
      }
      rest.removeFirst()
      switch (character, rest.first) {
      case _ where isDrawing: break
      case ("\\", "N"?), ("\\", "n"?):
        rest.removeFirst()
        text.append("\n", faces)
      case ("\\", "h"?):
        rest.removeFirst()
        text.append("\u{A0}", faces)
      default: text.append(String(character), faces)
      }
    }
    return text.trimmed()
  }
}
