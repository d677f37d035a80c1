import Foundation

/// Other people's programs, which make media and say what is in them.
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
    path = NSTemporaryDirectory() + "asset-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func url(_ name: String) -> URL { URL(fileURLWithPath: file(name)) }
}

/// Files that tests share; made once a process.
enum SharedMedia {
  private static let folder = try? TemporaryFolder()

  /// One second of 30 pictures (160×90, H.264 with B-frames, a key frame every 10) and of a tone (AAC, 48 kHz, stereo).
  static let movie: URL = make(
    "movie.mp4",
    [
      "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30:duration=1", "-f", "lavfi", "-i",
      "sine=frequency=440:sample_rate=48000:duration=1", "-ac", "2", "-c:v", "libx264", "-preset", "veryfast", "-g",
      "10", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac", "-metadata:s:a:0", "language=deu",
    ])

  private static func make(_ name: String, _ arguments: [String]) -> URL {
    guard let folder else { return URL(fileURLWithPath: "/nowhere") }
    try? Oracle.make(arguments + [folder.file(name)])
    return folder.url(name)
  }
}
