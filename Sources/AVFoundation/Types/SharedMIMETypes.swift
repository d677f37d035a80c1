import Foundation

/// The MIME types of file name extensions that shared-mime-info, a package of the system, knows.
struct SharedMIMETypes: Sendable {
  /// Read when it is first asked: most programs never do.
  static let shared = SharedMIMETypes()

  private var types: [String: String] = [:]
  private var extensions: [String: String] = [:]

  /// Reads `globs2` of each data folder: lines of a weight, a MIME type and a pattern, the most important first.
  private init() {
    let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    for folder in folders.split(separator: ":") {
      guard let text = try? String(contentsOfFile: "\(folder)/mime/globs2", encoding: .utf8) else { continue }
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let fields = line.split(separator: ":")
        guard fields.count >= 3, fields[2].hasPrefix("*."), !fields[2].dropFirst(2).contains("*") else { continue }
        let (type, name) = (String(fields[1]), fields[2].dropFirst(2).lowercased())
        if types[name] == nil { types[name] = type }
        if extensions[type] == nil { extensions[type] = name }
      }
    }
  }

  func type(ofExtension name: String) -> String? { types[name] }

  func fileExtension(ofType type: String) -> String? { extensions[type] }
}
