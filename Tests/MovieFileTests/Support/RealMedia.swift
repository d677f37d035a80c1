import Foundation

/// Files of other people's encoders in the folder beside the package; tests on them are skipped where it is absent.
enum RealMedia {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/media").path

  static func path(_ name: String) -> String { "\(folder)/\(name)" }
  static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}

extension RealMedia {
  /// The files whose names end so; none where the folder is absent.
  static func names(_ suffixes: [String]) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { name in suffixes.contains { name.hasSuffix($0) } }.sorted()
  }
}
