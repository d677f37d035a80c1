package import CoreMedia

extension CMTime {
  /// Hours, minutes, seconds and milliseconds for display: `00:01:12.480`.
  package var positionText: String {
    guard isNumber else { return "--:--:--" }
    // Wider than the value of a time: the milliseconds of the latest times have no place there.
    let total = Int128(value) * 1000 / Int128(timescale)
    func pad(_ value: Int128, _ digits: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let parts = [total / 3_600_000, total / 60000 % 60, total / 1000 % 60].map { pad(abs($0), 2) }
    return (total < 0 ? "-" : "") + parts.joined(separator: ":") + "." + pad(abs(total % 1000), 3)
  }
}
