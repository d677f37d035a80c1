import Foundation

/// Files of other people's encoders in the folder beside the package; tests on them are skipped where it is absent.
enum SharedMedia {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/media").path

  static func path(_ name: String) -> String { "\(folder)/\(name)" }
  static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
