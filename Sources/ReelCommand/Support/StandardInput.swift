internal import MediaSource
import Foundation
import MediaEngine
import MediaGraph

/// Standard input as a file, for commands that read one from any place.
enum StandardInput {
  static let path = "/dev/stdin"
  /// Its name in errors and reports.
  static let name = "standard input"

  /// Returns the path of a named file, where `-` is standard input: what comes through a pipe is kept in a file without a
  /// name, which takes the pipe's place.
  ///
  /// - Throws: `Diagnostic` if there is no standard input, or no room for what comes.
  static func file(_ name: String) throws(Diagnostic) -> String {
    guard name == "-" else { return name }
    if !InputFile.isRegular(path) { try keep() }
    return path
  }

  private static func keep() throws(Diagnostic) {
    let folder = NSTemporaryDirectory()
    var template = Array("\(folder)reel-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw unkept(POSIXError(errno: errno)) }
    defer { close(file) }
    unlink(template)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
      if count == 0 { break }
      if count < 0 {
        guard errno == EINTR else {
          throw Diagnostic("cannot read \(name)", kind: .input, underlying: POSIXError(errno: errno))
        }
        continue
      }
      if let problem = bytes.withUnsafeBytes({ Terminal.writeAll(.init(rebasing: $0[..<count]), to: file) }) {
        throw unkept(problem)
      }
    }
    lseek(file, 0, SEEK_SET)
    guard dup2(file, STDIN_FILENO) >= 0 else { throw unkept(POSIXError(errno: errno)) }
  }

  private static func unkept(_ error: POSIXError) -> Diagnostic {
    Diagnostic(
      "cannot keep what comes through \(name)", kind: .output, underlying: error,
      help: "TMPDIR names another folder for it")
  }
}
