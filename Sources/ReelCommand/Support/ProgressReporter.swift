import CoreMedia
import MediaEngine

/// Shows the progress of a run.
protocol ProgressReporter {
  mutating func show(_ progress: RunProgress)
  /// Clears the line for later output.
  mutating func clear()
}

extension ProgressReporter {
  mutating func clear() {}
}

/// A progress line on a terminal, overwritten on each update:
///
///     [████████████────────────]  50 %  00:01:12 / 00:02:24  4.2x  00:00:17 left
struct ProgressBar: ProgressReporter {
  /// Moves to the start of the line and erases it.
  static let clearLine = "\r\u{1B}[K"

  let terminal: Terminal

  func show(_ progress: RunProgress) {
    let text = progress.text
    var line = text
    if let fraction = progress.fraction {
      // Two brackets, a space and the cursor's column.
      let cells = min(40, terminal.width - text.count - 4)
      if cells >= 8 {
        let full = Int((fraction * Double(cells)).rounded(.down))
        line = "[\(String(repeating: "█", count: full))\(String(repeating: "─", count: cells - full))] \(text)"
      }
    }
    terminal.write(raw: Self.clearLine + line.prefix(max(1, terminal.width - 1)))
  }

  func clear() { terminal.write(raw: Self.clearLine) }
}

/// Writes a line about every second, for logs.
struct PlainProgress: ProgressReporter {
  let terminal: Terminal
  private var next = Duration.seconds(1)

  init(terminal: Terminal) { self.terminal = terminal }

  mutating func show(_ progress: RunProgress) {
    guard progress.elapsed >= next else { return }
    next = progress.elapsed + .seconds(1)
    terminal.write(progress.text)
  }
}

/// Writes a JSON object per line, for programs.
struct JSONProgress: ProgressReporter {
  let terminal: Terminal

  func show(_ progress: RunProgress) { terminal.write(RunEvent(progress).line) }
}

extension RunProgress {
  /// The remaining time at this speed; nil if unknown.
  var remaining: Duration? {
    guard duration.isNumeric, position.isNumeric, speed > 0 else { return nil }
    // A damaged file may claim any duration: a value that overflows is unknown.
    return Int64(exactly: (max(0, (duration - position).seconds / speed) * 1000).rounded()).map { .milliseconds($0) }
  }

  /// ` 50 %  00:01:12 / 00:02:24  4.2x  00:00:17 left`
  var text: String {
    var parts: [String] = []
    if let fraction {
      let percent = String(Int(fraction * 100))
      parts.append(String(repeating: " ", count: 3 - percent.count) + percent + " %")
    }
    parts.append(position.shortClockText + (duration.isNumeric ? " / \(duration.shortClockText)" : ""))
    parts.append(speed.factorText)
    if let remaining {
      parts.append("\(CMTime(seconds: remaining.seconds, preferredTimescale: 1000).shortClockText) left")
    }
    return parts.joined(separator: "  ")
  }
}

extension CMTime {
  /// The hours, minutes and seconds.
  fileprivate var shortClockText: String { String(clockText.prefix { $0 != "." }) }
}

extension Double {
  /// Returns the number with this many digits after the point.
  func text(digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let value = (self * scale).rounded() / scale
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let parts = "\(abs(value))".split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1].prefix(digits)) : ""
    let text = digits == 0 ? String(parts[0]) : "\(parts[0]).\(fraction.padding(to: digits))"
    return (value < 0 ? "-" : "") + text
  }

  /// The number as a speed: `4.2x`.
  var factorText: String { text(digits: self < 10 ? 1 : 0) + "x" }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: "0", count: max(0, width - count)) }
}
