/// A covering array: few rows that contain every allowed combination of the values of any `strength` factors.
///
/// The greedy algorithm of AETG and PICT: the first combination that is in no row yet begins a new row; each other
/// factor, in order, takes the value that adds most new combinations, as long as the row can still be completed. Ties
/// go to the least used value, then to the first, so that the result is deterministic.
struct Combinations {
  /// A row in progress: an index into each factor's values, or nil where none is chosen yet.
  typealias Partial = [Int?]

  /// A rule about some factors, checked when all of them have values.
  struct Rule: Sendable {
    let factors: [Int]
    let allows: @Sendable ([Int]) -> Bool

    /// - Parameters:
    ///   - factors: The indices of the factors it is about.
    ///   - allows: Returns true if these values, in the order of `factors`, may be in one row.
    init(_ factors: [Int], _ allows: @escaping @Sendable ([Int]) -> Bool) {
      (self.factors, self.allows) = (factors, allows)
    }
  }

  /// The number of values of each factor.
  let counts: [Int]
  /// The number of factors whose values are combined: 2 for all pairs.
  let strength: Int
  private let rulesOfFactor: [[Rule]]

  init(counts: [Int], strength: Int = 2, rules: [Rule] = []) {
    (self.counts, self.strength) = (counts, strength)
    rulesOfFactor = counts.indices.map { factor in rules.filter { $0.factors.contains(factor) } }
  }

  /// Returns the rows, in the order in which they were found.
  func rows() -> [[Int]] {
    let groups = Self.subsets(of: strength, among: counts.count)
    let groupsOfFactor = counts.indices.map { factor in groups.indices.filter { groups[$0].contains(factor) } }
    var missing = groups.map { factors in Set(possible(factors)) }
    // Sorted, so that rows begin with the first value of the first factor.
    let queue = groups.indices.flatMap { group in possible(groups[group]).map { (group, $0) } }
    var uses = counts.map { [Int](repeating: 0, count: $0) }
    var rows: [[Int]] = []
    for (group, values) in queue where missing[group].contains(values) {
      var row = Partial(repeating: nil, count: counts.count)
      for (factor, value) in zip(groups[group], values) { row[factor] = value }
      for factor in counts.indices where row[factor] == nil {
        row[factor] = best(for: factor, in: row, groups: groups, near: groupsOfFactor[factor], missing, uses[factor])
      }
      let whole = row.compactMap { $0 }
      for (index, factors) in groups.enumerated() { missing[index].remove(factors.map { whole[$0] }) }
      for (factor, value) in whole.enumerated() { uses[factor][value] += 1 }
      rows.append(whole)
    }
    return rows
  }

  /// Returns every row that the rules allow.
  func product() -> [[Int]] {
    var rows: [[Int]] = []
    func extend(_ row: Partial, _ factor: Int) {
      guard factor < counts.count else { return rows.append(row.compactMap { $0 }) }
      for value in 0..<counts[factor] {
        var next = row
        next[factor] = value
        if isAllowed(next, at: factor) { extend(next, factor + 1) }
      }
    }
    extend(Partial(repeating: nil, count: counts.count), 0)
    return rows
  }

  /// Returns true if no rule forbids the row.
  func isAllowed(_ row: [Int]) -> Bool { counts.indices.allSatisfy { isAllowed(row, at: $0) } }

  /// Returns the combinations of some factors' values that are in at least one allowed row.
  func possible(_ factors: [Int]) -> [[Int]] {
    factors.reduce([[]]) { rows, factor in rows.flatMap { row in (0..<counts[factor]).map { row + [$0] } } }
      .filter { values in
        var row = Partial(repeating: nil, count: counts.count)
        for (factor, value) in zip(factors, values) { row[factor] = value }
        return factors.allSatisfy { isAllowed(row, at: $0) } && canBeCompleted(row)
      }
  }

  /// Returns all subsets of a size of the first numbers, each sorted.
  static func subsets(of size: Int, among count: Int) -> [[Int]] {
    guard size > 0 else { return [[]] }
    return (0..<count).flatMap { last in subsets(of: size - 1, among: last).map { $0 + [last] } }
  }

  private func best(
    for factor: Int, in row: Partial, groups: [[Int]], near: [Int], _ missing: [Set<[Int]>], _ uses: [Int]
  ) -> Int? {
    var found: (value: Int, gain: Int)?
    for value in 0..<counts[factor] {
      var next = row
      next[factor] = value
      let gain = near.count { group in
        let values = groups[group].compactMap { next[$0] }
        return values.count == strength && missing[group].contains(values)
      }
      if let found, (gain, -uses[value]) <= (found.gain, -uses[found.value]) { continue }
      guard isAllowed(next, at: factor), canBeCompleted(next) else { continue }
      found = (value, gain)
    }
    return found?.value
  }

  private func isAllowed(_ row: Partial, at factor: Int) -> Bool {
    rulesOfFactor[factor].allSatisfy { rule in
      let values = rule.factors.compactMap { row[$0] }
      return values.count < rule.factors.count || rule.allows(values)
    }
  }

  private func canBeCompleted(_ row: Partial) -> Bool {
    guard let factor = row.firstIndex(of: nil) else { return true }
    return (0..<counts[factor]).contains { value in
      var next = row
      next[factor] = value
      return isAllowed(next, at: factor) && canBeCompleted(next)
    }
  }
}
