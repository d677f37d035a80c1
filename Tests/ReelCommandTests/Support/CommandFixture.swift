import Foundation
import Testing

/// A temporary folder with files of a test, in which it runs the built `reel`; removed with the value.
final class CommandFixture: Sendable {
  let path: String

  /// - Parameter files: texts by their names.
  init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "reel-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static let reel = Built.reel

  /// True if a process may mount file systems of its own.
  static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["unshare", "-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  static let package = Built.package

  /// The description files of the project, in order.
  ///
  /// Those with plugins need a package of its own: the project's CI script builds it and checks them too.
  static func pipelines(withPlugins: Bool = false) throws -> [String] {
    let folder = "\(package)/Pipelines"
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let files = names.filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
    #expect(files.count > 6)
    if withPlugins { return files }
    return try files.filter { try !String(contentsOfFile: $0, encoding: .utf8).contains("\nplugins:") }
  }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func data(of name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")) }

  /// The contents of every file and folder, including hidden ones.
  var contents: [String: Data] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, (try? data(of: $0)) ?? Data()) })
  }

  /// The names of all files and folders, in order.
  var names: [String] { (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted() }

  /// Starts reel.
  func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Child {
    try Child([Self.reel] + arguments, in: path, environment: environment)
  }

  func start(_ arguments: String..., environment: [String: String] = [:]) throws -> Child {
    try start(arguments, environment: environment)
  }

  /// Runs reel to its end.
  func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Child.Outcome {
    let outcome = try await Child([Self.reel] + arguments, in: path, environment: environment).outcome
    #expect(!outcome.hasTimedOut, "reel \(arguments.joined(separator: " ")) did not end")
    return outcome
  }

  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Child.Outcome {
    try await run(arguments, environment: environment)
  }

  /// Runs a line of bash, in which `$reel` is the command.
  func bash(_ line: String) async throws -> Child.Outcome {
    try await Child(["/bin/bash", "-c", line], in: path, environment: ["reel": Self.reel]).outcome
  }
}

/// Other programs' reports of a movie.
struct OutputInspector {
  let fixture: CommandFixture

  /// Returns the streams' codecs and the number of readable frames of each: `h264 30`, `aac 47`.
  func streams(of name: String) async throws -> [String] {
    let command = [
      "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,nb_read_frames", "-of",
      "csv=p=0:s=\\ ", name,
    ]
    let outcome = try await Child(command, in: fixture.path).outcome
    return (outcome.output + outcome.error).split(separator: "\n").map(String.init)
  }

  /// Returns ffmpeg's warnings and errors when it decodes a whole file.
  func complaints(about name: String) async throws -> String {
    let command = ["ffmpeg", "-nostdin", "-v", "warning", "-xerror", "-i", name, "-f", "null", "-"]
    let outcome = try await Child(command, in: fixture.path).outcome
    return outcome.error + (outcome.code == 0 ? "" : "\nexit \(outcome.code ?? -1)")
  }
}
