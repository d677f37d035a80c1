/// Shows the progress of a run.
protocol ProgressReporter {
  mutating func show(_ progress: ShownProgress)
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

  func show(_ progress: ShownProgress) {
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

  mutating func show(_ progress: ShownProgress) {
    guard progress.elapsed >= next else { return }
    next = progress.elapsed + .seconds(1)
    terminal.write(progress.text)
  }
}

/// Writes a JSON object per line, for programs.
struct JSONProgress: ProgressReporter {
  let terminal: Terminal

  func show(_ progress: ShownProgress) { terminal.write(RunEvent(progress).line) }
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
