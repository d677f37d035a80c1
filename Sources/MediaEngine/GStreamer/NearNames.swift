/// The names in `candidates` that a person may have meant by `name`: at most three, nearest first.
func nearNames(to name: String, in candidates: some Sequence<String>) -> [String] {
  let typed = Array(name.lowercased().utf8)
  let reach = max(1, typed.count / 3)
  var scored: [(distance: Int, name: String)] = []
  for candidate in candidates {
    let distance = editDistance(typed, Array(candidate.lowercased().utf8), reach: reach)
    if distance <= reach { scored.append((distance, candidate)) }
  }
  scored.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
  return scored.prefix(3).map(\.name)
}

/// `; did you mean a, b or c?`, or nothing.
func didYouMean(_ names: [String]) -> String {
  names.isEmpty ? "" : "; did you mean \(oneOf(names.map { "'\($0)'" }))?"
}

/// `a`, `a or b`, `a, b or c`.
func oneOf(_ names: [String]) -> String {
  guard names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + names.last!
}

/// Insertions, deletions, replacements and swaps of neighbours between two texts; more than `reach` is reported as `reach + 1`.
private func editDistance(_ a: [UInt8], _ b: [UInt8], reach: Int) -> Int {
  guard abs(a.count - b.count) <= reach else { return reach + 1 }
  var before: [Int] = []
  var previous = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1] + Array(repeating: 0, count: b.count)
    for j in b.indices {
      let replaced = previous[j] + (a[i] == b[j] ? 0 : 1)
      row[j + 1] = min(replaced, previous[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = min(row[j + 1], before[j - 1] + 1) }
    }
    if row.min()! > reach { return reach + 1 }
    before = previous
    previous = row
  }
  return previous[b.count]
}
