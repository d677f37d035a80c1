public import Foundation

/// A folder that is removed with the test that made it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = NSTemporaryDirectory() + "reel-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  public func url(_ name: String) -> URL { URL(fileURLWithPath: file(name)) }

  /// The names of all files, hidden ones too.
  public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
