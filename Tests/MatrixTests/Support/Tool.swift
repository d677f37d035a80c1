import Foundation
import TestSupport

/// Programs that a cell runs, with their command lines for use by hand.
enum Tool {
  /// - Parameter limit: The seconds after which the program is killed.
  static func run(_ command: [String], in folder: String, limit: Int = 300) async throws -> Child.Outcome {
    try await Child(command, in: folder, timeout: limit).outcome
  }

  /// Runs a program like `run`, and expects success: for programs that make and judge files.
  static func expect(_ command: [String], in folder: String, limit: Int = 1800) async throws -> Child.Outcome {
    let outcome = try await run(command, in: folder, limit: limit)
    guard outcome.code == 0 else {
      let code = outcome.code.map { "exit \($0)" } ?? "ended by a signal"
      let end = outcome.hasTimedOut ? "did not end within \(limit) s" : code
      throw Oracle.Failure(description: "\(line(command)): \(end): \(outcome.error.suffix(600))")
    }
    return outcome
  }

  /// Returns a command as a line of a shell.
  static func line(_ command: [String]) -> String {
    command.map { word in
      !word.isEmpty && word.utf8.allSatisfy(plain.contains) ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }.joined(separator: " ")
  }

  /// The characters that shells give no meaning.
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.,:=+/@%-".utf8)
}
