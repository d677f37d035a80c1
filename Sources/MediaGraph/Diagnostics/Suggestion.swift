/// Finds the name that was probably meant in place of an unknown one.
public enum Suggestion {
  /// Returns the candidate that is nearest in letters, if any is near.
  public static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    // Long lists of candidates are a hostile file's, and must not cost quadratic time.
    near(to: name, in: candidates.prefix(500)).first
  }

  /// Returns at most three candidates that are near in letters, the nearest first.
  public static func near(to name: String, in candidates: some Sequence<String>) -> [String] {
    let limit = max(1, name.count / 3)
    let distances = candidates.filter { abs($0.count - name.count) <= limit }.map { ($0, distance(name, $0)) }
    let near = distances.filter { $0.1 <= limit && $0.1 < $0.0.count }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    return near.prefix(3).map(\.0)
  }

  /// The number of letters to insert, delete, replace or swap with a neighbour (optimal string alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left.prefix(64)), Array(right.prefix(64)))
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var rows = [Array(0...b.count)]
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

/// The suggestions for unknown names: a hostile file repeats one, or has thousands.
struct SuggestionMemory {
  /// As many as people read.
  private static let limit = 100
  private var known: [String: String?] = [:]

  /// Returns what is suggested for a name; nil if nothing is near, and beyond the first hundred names.
  mutating func of(_ name: String, _ find: () -> String?) -> String? {
    if let found = known[name] { return found }
    guard known.count < Self.limit else { return nil }
    let found = find()
    known.updateValue(found, forKey: name)
    return found
  }
}
