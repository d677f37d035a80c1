import Foundation

extension CMTime {
  /// The text that `CMTimeShow` prints: `{1/30 = 0.033}`, `{1/3 = 0.333, rounded}`, `{INVALID}`.
  ///
  /// Not a conformance to `CustomStringConvertible`: Apple has none, and ported code adds its own.
  package var text: String {
    switch kind {
    case .invalid: return "{INVALID}"
    case .indefinite: return "{INDEFINITE}"
    case .positiveInfinity: return "{+INFINITY}"
    case .negativeInfinity: return "{-INFINITY}"
    case .numeric: break
    }
    var text = "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))"
    if hasBeenRounded { text += ", rounded" }
    if epoch != 0 { text += ", epoch \(epoch)" }
    return text + "}"
  }
}

extension CMTimeRange {
  /// The text that `CMTimeRangeShow` prints: `{{0/1 = 0.000}, {5/1 = 5.000}}`, start and duration.
  package var text: String { "{\(start.text), \(duration.text)}" }
}

extension CMTimeMapping {
  /// The text that `CMTimeMappingShow` prints, source and target; the source of an empty mapping is `{EMPTY}`.
  package var text: String { "{\(isEmpty ? "{EMPTY}" : source.text), \(target.text)}" }
}

/// Writes a line to standard error, where Core Media shows its values.
func show(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
