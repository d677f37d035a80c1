import Testing

@Suite struct CombinationsTests {
  /// Expects every possible combination in a row, and no row that breaks a rule.
  private func check(_ combinations: Combinations, sourceLocation: SourceLocation = #_sourceLocation) -> [[Int]] {
    let (rows, product) = (combinations.rows(), combinations.product())
    for factors in Combinations.subsets(of: combinations.strength, among: combinations.counts.count) {
      let covered = Set(rows.map { row in factors.map { row[$0] } })
      let expected = Set(product.map { row in factors.map { row[$0] } })
      #expect(covered == expected, "\(factors)", sourceLocation: sourceLocation)
    }
    #expect(Set(rows).isSubset(of: Set(product)), sourceLocation: sourceLocation)
    #expect(Set(rows).count == rows.count, sourceLocation: sourceLocation)
    return rows
  }

  @Test func subsets_areAllInOrder() {
    #expect(Combinations.subsets(of: 2, among: 4) == [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]])
    #expect(Combinations.subsets(of: 3, among: 3) == [[0, 1, 2]])
    #expect(Combinations.subsets(of: 3, among: 2) == [])
  }

  @Test func twoFactors_giveTheirProduct() {
    #expect(check(Combinations(counts: [3, 4])).count == 12)
  }

  /// Ten factors of four values: a million rows in full, at least 16; greedy algorithms need about 30.
  @Test func manyFactors_giveFewRows() {
    #expect(check(Combinations(counts: [4, 4, 4, 4, 4])).count <= 26)
    let rows = Combinations(counts: [Int](repeating: 4, count: 10)).rows()
    #expect((16...40).contains(rows.count), "\(rows.count)")
  }

  @Test func threeWise_coversTriples() {
    let rows = check(Combinations(counts: [3, 3, 2, 4, 2], strength: 3))
    #expect((36...60).contains(rows.count), "\(rows.count)")
  }

  @Test func rules_excludeRowsAndNothingElse() {
    let rows = check(
      Combinations(
        counts: [3, 3, 3, 2],
        rules: [
          Combinations.Rule([0, 1]) { $0[0] != $0[1] },
          Combinations.Rule([1, 2, 3]) { $0 != [2, 0, 1] },
        ]))
    #expect(!rows.contains { $0[0] == $0[1] })
    #expect(!rows.contains { Array($0[1...]) == [2, 0, 1] })
  }

  /// No rule forbids first and last value together, but the factor between has no allowed value.
  @Test func impossiblePairs_areLeftOut() {
    let combinations = Combinations(
      counts: [2, 2, 2],
      rules: [
        Combinations.Rule([0, 1]) { $0[0] == 0 || $0[1] == 1 },
        Combinations.Rule([1, 2]) { $0[0] == 0 || $0[1] == 1 },
      ])
    #expect(combinations.possible([0, 2]) == [[0, 0], [0, 1], [1, 1]])
    #expect(!check(combinations).contains { $0[0] == 1 && $0[2] == 0 })
  }

  @Test func rowsAreTheSameEachTime() {
    let combinations = Combinations(counts: [4, 3, 5, 2], rules: [Combinations.Rule([0, 2]) { $0[0] + $0[1] != 3 }])
    #expect(combinations.rows() == combinations.rows())
  }
}
