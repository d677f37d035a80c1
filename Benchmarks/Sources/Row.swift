import Foundation

/// A line of the table.
struct Row {
  let name: String
  let estimate: Estimate
  let unit: String
  /// The largest acceptable value; nil for a value that is only reported.
  let target: Double?

  init(_ name: String, _ values: [Double], unit: String = "x", target: Double? = nil) {
    self.name = name
    estimate = Estimate(values)
    self.unit = unit
    self.target = target
  }

  var isMissed: Bool { target.map { estimate.median > $0 } ?? false }

  private var cells: [String] {
    [
      name, number(estimate.median),
      estimate.interval.map { "\(number($0.lowerBound)) – \(number($0.upperBound))" } ?? "",
      target.map { "<= \(number($0))" } ?? "", target == nil ? "" : isMissed ? "MISSED" : "ok",
    ]
  }

  private func number(_ value: Double) -> String { String(format: "%.2f", value) + (unit == "x" ? "x" : " \(unit)") }

  /// Returns the rows as a Markdown table.
  static func table(_ rows: [Row]) -> String {
    let head = ["measured", "median", "95 % interval", "target", ""]
    let all = [head] + rows.map(\.cells)
    let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
    return ([line(head), rule] + all.dropFirst().map(line)).joined(separator: "\n")
  }
}
