import Foundation
import Testing

extension CommandFixture {
  /// Makes a folder with files, and the media that a line of bash makes there. The line runs once for all tests; later
  /// folders get copies of what it has made.
  static func withMedia(_ files: [String: String] = [:], by line: String) async throws -> CommandFixture {
    let contents = try await MadeMedia.shared.contents(files, line)
    let fixture = try CommandFixture()
    for (name, data) in contents { try fixture.write(data, to: name) }
    return fixture
  }
}

/// The files that lines of bash have made.
private actor MadeMedia {
  static let shared = MadeMedia()
  private var made: [[String]: Task<[String: Data], any Error>] = [:]

  func contents(_ files: [String: String], _ line: String) async throws -> [String: Data] {
    let key = [line] + files.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    if let task = made[key] { return try await task.value }
    let task = Task {
      let fixture = try CommandFixture(files)
      let outcome = try await fixture.bash(line)
      guard outcome.code == 0 else { throw SampleMovie.Failure(error: outcome.error) }
      return try Dictionary(uniqueKeysWithValues: fixture.names.map { ($0, try fixture.data(of: $0)) })
    }
    made[key] = task
    return try await task.value
  }
}
