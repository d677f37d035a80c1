import Foundation

/// Other people's programs, which make movies and say what is in them.
enum Oracle {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a program prints.
  static func run(_ program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "\(program) \(arguments) failed") }
    return data
  }

  /// Makes a file with ffmpeg.
  static func make(_ arguments: [String]) throws {
    _ = try run("ffmpeg", ["-nostdin", "-y", "-v", "error"] + arguments)
  }
}

/// A folder that goes away with the test that made it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "movie-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}
