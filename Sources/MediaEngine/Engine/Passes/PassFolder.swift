import Foundation
import MediaGraph

/// A temporary folder for the statistics of encoders, which write files with names; removed with its last user.
package final class PassFolder: Sendable {
  package let path: String

  /// - Parameter parent: The folder to make it in; nil for the system's for temporary files.
  /// - Throws: `Diagnostic` if it cannot be made.
  init(in parent: String?) throws(Diagnostic) {
    let parent = URL(fileURLWithPath: parent ?? NSTemporaryDirectory()).path
    // x264 takes the path up to the colon for that of its statistics, and x265 for the end of the option.
    guard !parent.contains(":") else {
      throw Diagnostic(
        "there is no place for what the first pass measures", kind: .output,
        cause: "'\(parent)' has a colon in its name, which encoders take for the end of the path",
        help: "TMPDIR names another folder")
    }
    var name = Array("\(parent)/reel-pass-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw Diagnostic(
        "there is no place for what the first pass measures", kind: .output,
        cause: "'\(parent)': \(String(cString: strerror(errno)))", help: "TMPDIR names another folder")
    }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // No caller is left to be told; the system empties the place of temporary files.
    try? FileManager.default.removeItem(atPath: path)
  }
}
