internal import MediaSource
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MovieFile

/// Formats a probe for people: a line for the file and each track, and indented ones for details.
extension AssetProbe {
  func text(of file: String, _ view: AssetView) -> String {
    let facts = [container, duration.isNumeric ? duration.clockText : nil].compactMap { $0 }
    var lines = [facts.isEmpty ? file : "\(file): \(facts.joined(separator: ", "))"]
    for track in tracks {
      lines.append("  \(track.kind.rawValue.padded(to: 5))  \(track.text)")
      lines += (track.formatLines + track.detailLines).map { "           " + $0 }
      let seen = view.tracks.first { Int($0.trackID) == track.id } ?? (tracks.count == 1 ? view.tracks.first : nil)
      if let shown = seen?.shownText(storedAs: track.pixelSize) { lines.append("           \(shown)") }
    }
    lines.append("  asset  \(view.text.visible)")
    if !metadata.items.isEmpty { lines += ["  metadata"] + metadata.items.map { "    \($0.line)" } }
    for list in chapters.withoutCopies {
      let facts = [list.title, list.language].compactMap { $0 }
      lines.append("  chapters" + (facts.isEmpty ? "" : " (\(facts.map(\.visible).joined(separator: ", ")))"))
      lines += list.chapters.map { "    \($0.timeRange.start.clockText)  \($0.title.visible)" }
    }
    lines += problems.map { "  problem: \($0.visible)" }
    return lines.joined(separator: "\n")
  }
}

extension AssetProbe.Track {
  fileprivate var text: String {
    [
      codec ?? format ?? "unknown",
      pixelSize?.text,
      rateText,
      sampleRate.map { "\($0) Hz" },
      channels.map { $0 == 1 ? "1 channel" : "\($0) channels" },
      language,
      bitRate.map { "\(($0 + 500) / 1000) kb/s" },
      isEnabled == false ? "disabled" : nil,
    ].compactMap { $0?.visible }.joined(separator: ", ")
  }

  /// The frame rate: integers, and those of television, exactly; others in thousandths.
  var rateText: String? {
    guard let rate = frameRate else { return nil }
    if rate.denominator == 1 { return "\(rate.numerator) fps" }
    if rate.denominator == 1001 { return "\(rate.text) fps" }
    return String(format: "%.3f fps", Double(rate.numerator) / Double(rate.denominator))
  }

  fileprivate var detailLines: [String] {
    var lines: [String] = []
    // An edit list that shows all media from the beginning is omitted.
    if edits.count > 1 || edits.contains(where: { $0.source?.start != .zero || $0.rate.doubleValue != 1 }) {
      lines += edits.map(\.line)
    }
    if let gapless, gapless.priming != 0 || gapless.padding != 0 {
      lines.append("heard: \(gapless.sampleCount) samples after \(gapless.priming), \(gapless.padding) left over")
    }
    lines += characteristics.map { "tagged: \($0.visible)" }
    lines += metadata.items.filter { $0.key.description != "tagc" }.map(\.line)
    return lines
  }
}

extension TrackTimeline.Segment {
  fileprivate var line: String {
    let place = "edit: \(target.start.clockText) to \(target.end.clockText)"
    guard let source else { return "\(place) empty" }
    return "\(place) from \(source.start.clockText)" + (rate.doubleValue == 1 ? "" : " at \(rate) times the speed")
  }
}

extension MetadataItem {
  /// The key space, key and value: `itsk ©nam  Title`.
  fileprivate var line: String {
    let details =
      [language?.identifier, country] + [attributes[.role], attributes[.description]].map { $0?.description }
    let facts = details.compactMap { $0?.visible }
    let name = "\(keySpace.rawValue) \(key)".visible + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
    return name.padded(to: 24) + "  " + valueText
  }

  var valueText: String {
    if let pair = numberAndTotal { return pair.total == 0 ? "\(pair.number)" : "\(pair.number) of \(pair.total)" }
    if let location, value.text == nil { return location.iso6709 }
    switch value {
    case .text(let text, _): return text.visible
    case .integer(let number, _): return String(number)
    case .unsigned(let number, _): return String(number)
    case .float(let number, _): return String(number)
    case .image(let format, let bytes): return "\(format.rawValue), \(bytes.count) bytes"
    case .data(let bytes): return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }
  }
}

extension String {
  /// The text on one line and without control characters for a terminal; truncated after 200 characters.
  var visible: String {
    var result = ""
    for (index, character) in unicodeScalars.enumerated() {
      guard index < 200 else { return result + "…" }
      switch character.properties.generalCategory {
      case .control where character == "\n": result += "⏎"
      case .control, .lineSeparator, .paragraphSeparator,
        .format where character != "\u{200d}":
        result += "\u{fffd}"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
