public import Foundation

/// Programs of others that make media and report their contents.
public enum Oracle {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
  }

  /// Returns a program's standard output, and its standard error too if `withErrors` is true.
  ///
  /// - Throws: `Failure` with the program's output if its exit status is not 0.
  public static func run(_ program: String, _ arguments: [String], withErrors: Bool = false) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = withErrors ? output : FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(program) \(arguments): \(String(decoding: data.prefix(4096), as: UTF8.self))")
    }
    return data
  }

  /// Returns the output of `run` as text without white space around it.
  public static func text(_ program: String, _ arguments: [String], withErrors: Bool = false) throws -> String {
    String(decoding: try run(program, arguments, withErrors: withErrors), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Makes a file with ffmpeg. Of media that ffmpeg generates, the file of an earlier call with the same arguments is
  /// written again.
  public static func make(_ arguments: [String]) throws {
    let command = ["-nostdin", "-y", "-v", "error"] + arguments
    guard let media = GeneratedMedia(arguments) else {
      _ = try run("ffmpeg", command, withErrors: true)
      return
    }
    try media.write { _ = try run("ffmpeg", command, withErrors: true) }
  }
}
