import Foundation
import TestSupport
import Testing

/// The lists of cells that are known to fail.
@Suite struct KnownFailureListTests {
  /// Fixed cells and removed cells leave the list.
  @Test func names_areThoseOfCells() throws {
    let pairs = Set(Matrix.pairs.map(\.name))
    for name in try KnownFailures.read("known-failures.txt").reasons.keys.sorted() {
      #expect(pairs.contains(name), "\(name) is no cell: remove it from the list")
    }
    guard !SharedCell.files.isEmpty else { return }
    let shared = Set(SharedCell.all.map(\.name))
    for name in try KnownFailures.read("known-shared-failures.txt").reasons.keys.sorted() {
      #expect(shared.contains(name), "\(name) is no cell: remove it from the list")
    }
  }

  /// .ci/known-failures holds the number of lines; .ci/test refuses a commit that increases it.
  @Test func count_isTheOneThatMayOnlyFall() throws {
    let lists = try ["known-failures.txt", "known-shared-failures.txt"].map { try KnownFailures.read($0).reasons.count }
    let text = try String(contentsOfFile: Built.package + "/.ci/known-failures", encoding: .utf8)
    let allowed = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(lists.reduce(0, +) == allowed, "write the smaller number into .ci/known-failures")
  }
}
