import Foundation

/// Other people's programs, which say what our output really is.
enum Oracle {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a program prints; its standard error too when asked.
  static func run(_ program: String, _ arguments: [String], withErrors: Bool = false) throws -> String {
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
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(description: "\(program) \(arguments): \(text)") }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Fields of a file's streams, one stream a line: `h264,320,180`.
  static func streams(_ path: String, _ entries: String) throws -> [String] {
    try run(
      "ffprobe", ["-v", "error", "-count_frames", "-show_entries", "stream=\(entries)", "-of", "csv=p=0", path]
    ).split(separator: "\n").map(String.init)
  }

  /// What ffmpeg has to say when it decodes a whole file: nothing, if all is well.
  static func warnings(_ path: String) throws -> String {
    try run("ffmpeg", ["-nostdin", "-v", "warning", "-i", path, "-f", "null", "-"], withErrors: true)
  }

  /// The MD5 of a file's decoded or copied streams.
  static func md5(_ path: String, _ options: [String]) throws -> String {
    try run("ffmpeg", ["-nostdin", "-v", "error", "-i", path] + options + ["-f", "md5", "-"])
  }

  /// Makes a file with ffmpeg.
  static func make(_ arguments: [String]) throws {
    _ = try run("ffmpeg", ["-nostdin", "-y", "-v", "error"] + arguments, withErrors: true)
  }
}
