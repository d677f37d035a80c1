import Foundation
import TestSupport
import Testing

extension Cell: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// Common kinds of files with every operation of Reel; judged by ffmpeg.
@Suite struct MatrixTests {
  private static let known = Result { try KnownFailures.read("known-failures.txt") }
  /// Cells mostly run processes: more of them than cores would only wait.
  private static let gate = Gate(3)

  @Test(arguments: Matrix.cells) func cell(_ cell: Cell) async throws {
    let known = try Self.known.get()
    let finding = try await Self.gate.pass {
      try await CellRun(cell.operation, of: Clips.shared.made(cell.clip), by: cell.access).finding()
    }
    KnownFailures.note(cell.name, finding.deviations)
    if let complaint = known.complaint(about: cell.name, finding.deviations) {
      Issue.record("\(complaint)\nBy hand:\n  \(finding.lines.joined(separator: "\n  "))")
    }
  }
}
