import Foundation
import Synchronization
import TestSupport

/// The cells that are known to fail, from a file beside the tests: a name, a tab and the reason on each line.
struct KnownFailures: Sendable {
  let reasons: [String: String]

  /// - Throws: `Oracle.Failure` if a line has another form, or a name is there twice.
  init(_ text: String) throws {
    var reasons: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      guard parts.count == 2, !parts[1].isEmpty else { throw Oracle.Failure(description: "no reason: \(line)") }
      guard reasons.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw Oracle.Failure(description: "twice in the list: \(parts[0])")
      }
    }
    self.reasons = reasons
  }

  static func file(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/\(name)"
  }

  static func read(_ name: String) throws -> KnownFailures {
    try KnownFailures(String(contentsOfFile: file(name), encoding: .utf8))
  }

  /// Returns the deviation of a cell from its known state; nil if there is none.
  ///
  /// A listed cell that passes is a failure in `make soak`, which runs on an idle machine, and only reported elsewhere:
  /// some known failures depend on the machine's load.
  func complaint(
    about name: String, _ deviations: [String], isStrict: Bool = Matrix.choice == "all"
  ) -> String? {
    switch (reasons[name], deviations.isEmpty) {
    case (nil, true), (_?, false): return nil
    case (nil, false): return "\(name): \(deviations.joined(separator: "; "))"
    case (let reason?, true):
      let text = "\(name) is right now: remove it from the list of known failures (\(reason))"
      if isStrict { return text }
      print(text)
      return nil
    }
  }

  private static let record = Mutex(())

  /// Adds a failing cell to the file that REEL_MATRIX_RECORD names, in the list's format.
  static func note(_ name: String, _ deviations: [String]) {
    guard let path = ProcessInfo.processInfo.environment["REEL_MATRIX_RECORD"], !deviations.isEmpty else { return }
    let line = "\(name)\t\(deviations.joined(separator: "; "))".replacing("\n", with: " ") + "\n"
    record.withLock { _ in
      guard let file = fopen(path, "a") else { return }
      fputs(line, file)
      fclose(file)
    }
  }
}
