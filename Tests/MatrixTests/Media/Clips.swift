import Foundation
import TestSupport

/// The clips of a test run, each made on first use.
actor Clips {
  static let shared = Clips()

  /// The folder of all clips; removed when the process ends.
  static let folder: TemporaryFolder = {
    guard let folder = try? TemporaryFolder() else { fatalError("there is no room for temporary files") }
    atexit { try? FileManager.default.removeItem(atPath: Clips.folder.path) }
    return folder
  }()

  /// A server of the clips.
  static let server = Result { try TestServer(folder) }

  private let gate = Gate(2)
  private var sources: [Recipe.Source: Task<Void, any Error>] = [:]
  private var clips: [Clip: Task<Subject, any Error>] = [:]

  func made(_ clip: Clip) async throws -> Subject {
    if let task = clips[clip] { return try await task.value }
    let task = Task { [gate] in
      let name = "\(clip.name).\(clip.container.ending)"
      let recipe = Recipe(clip, output: name)
      for source in recipe.sources { try await self.makeSource(source) }
      let folder = Self.folder.path
      return try await gate.pass {
        for command in recipe.commands { _ = try await Tool.expect(command, in: folder) }
        let lines = (recipe.sources.map(\.command) + recipe.commands).map { Tool.line($0) }
        let made = try await Subject(path: "\(folder)/\(name)", lines: lines, isEdited: clip.timing == .edited)
        let count = made.measurement.frames.count
        if let planned = Recipe.frameCount(of: clip), count != planned {
          throw Oracle.Failure(
            description: "\(name) was to have \(planned) frames, not \(count):\n\(lines.joined(separator: "\n"))")
        }
        return made
      }
    }
    clips[clip] = task
    return try await task.value
  }

  private func makeSource(_ source: Recipe.Source) async throws {
    if let task = sources[source] { return try await task.value }
    let task = Task { _ = try await Tool.expect(source.command, in: Self.folder.path) }
    sources[source] = task
    try await task.value
  }
}
