import Foundation
import TestSupport

/// A run of Reel with a file, and ffmpeg's judgement of the output.
final class CellRun: Sendable {
  /// The result of a cell.
  struct Finding: Sendable {
    /// The deviations; empty if there are none.
    var deviations: [String]
    /// The commands that reproduce it by hand.
    var lines: [String]
  }

  /// The output of a program that ended with an unexpected code.
  struct Unexpected: Error {
    let description: String
  }

  let subject: Subject
  let operation: Operation
  let access: Access
  let folder: TemporaryFolder
  /// The seconds after which Reel is killed.
  let limit: Int

  init(_ operation: Operation, of subject: Subject, by access: Access = .file, limit: Int = 300) throws {
    (self.subject, self.operation, self.access, self.limit) = (subject, operation, access, limit)
    folder = try TemporaryFolder()
  }

  /// Runs the cell, and examines the output.
  func finding() async throws -> Finding {
    let found: [String]
    do {
      found = try await deviations()
    } catch let error as Unexpected {
      found = [error.description]
    } catch let error as Oracle.Failure {
      found = ["ffmpeg cannot look at it: " + error.description.replacing(folder.path + "/", with: "").suffix(200)]
    }
    return Finding(deviations: found, lines: subject.lines + commands.map { Tool.line($0) })
  }

  var input: Measurement { subject.measurement }

  /// Returns the path or URL of the input.
  func location() throws -> String {
    switch access {
    case .file: subject.path
    case .http:
      try Clips.server.get().url("file/" + URL(fileURLWithPath: subject.path).lastPathComponent).absoluteString
    case .pipe: folder.file("pipe")
    }
  }

  private func deviations() async throws -> [String] {
    switch operation {
    case .transcode: try await transcode()
    case .asset: try await asset()
    case .remux: try await remux()
    case .image: try await image()
    case .sheet: try await sheet()
    case .waveform: try await waveform()
    case .samples: try await samples()
    case .probe: try await probe()
    case .generator: try await generator()
    }
  }

  /// Runs reel, and expects one of the exit codes.
  func reel(_ arguments: [String], expecting codes: [Int32] = [0]) async throws -> Child.Outcome {
    let command = [Built.reel] + arguments
    var writer: Child?
    if access == .pipe {
      guard mkfifo(folder.file("pipe"), 0o600) == 0 else { throw Unexpected(description: "no pipe: \(errno)") }
      writer = try Child(["cp", subject.path, folder.file("pipe")], in: folder.path)
    }
    defer { writer?.send(SIGKILL) }
    let outcome = try await Tool.run(command, in: folder.path, limit: limit)
    if outcome.hasTimedOut { throw Unexpected(description: "does not end within \(limit) s") }
    guard let code = outcome.code else {
      throw Unexpected(description: "ended by a signal: \(outcome.error.suffix(300))")
    }
    guard codes.contains(code) else { throw Unexpected(description: "exit \(code): \(Self.gist(of: outcome.error))") }
    return outcome
  }

  /// Returns the lines of an error that name the cause.
  private static func gist(of error: String) -> String {
    let lines = error.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let telling = lines.filter { $0.contains("error:") || $0.contains("cause:") || $0.contains("stalls") }
    return (telling.isEmpty ? lines : telling).joined(separator: "; ")
      .replacing(/\S*reel-test-[-0-9A-F]+\//, with: "").replacing(/http:\/\/[.:0-9]+\/file\//, with: "")
      .prefix(160).description
  }
}
