import Foundation
import TestSupport
import Testing

extension SharedCell: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// The files of the shared media folder, judged like the matrix.
@Suite struct SharedMediaMatrixTests {
  private static let known = Result { try KnownFailures.read("known-shared-failures.txt") }
  private static let gate = Gate(2)

  private static let cells = SharedCell.all.filter { !$0.isLong || Soak.isOn }

  @Test(.sharedMedia, arguments: cells) func file(_ cell: SharedCell) async throws {
    let known = try Self.known.get()
    let finding = try await Self.gate.pass {
      try await CellRun(cell.operation, of: SharedSubjects.shared.subject(cell.path), limit: cell.isLong ? 1800 : 600)
        .finding()
    }
    KnownFailures.note(cell.name, finding.deviations)
    if let complaint = known.complaint(about: cell.name, finding.deviations) {
      Issue.record("\(complaint)\nBy hand:\n  \(finding.lines.joined(separator: "\n  "))")
    }
  }
}

/// FFmpeg's measurements of the files, each made once.
private actor SharedSubjects {
  static let shared = SharedSubjects()
  private var subjects: [String: Task<Subject, any Error>] = [:]

  func subject(_ path: String) async throws -> Subject {
    if let task = subjects[path] { return try await task.value }
    let task = Task { try await Subject(path: path) }
    subjects[path] = task
    return try await task.value
  }
}
