internal import MediaSource
import Foundation
import MediaEngine
import MediaGraph
import MovieFile

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
    let file: FileDescriptor
    do { file = try .temporary() } catch { throw unkept(error) }
    var size: Int64 = 0
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
      do {
        try bytes.withUnsafeBytes { try file.write(.init(rebasing: $0[..<count]), at: size) }
      } catch {
        throw unkept(error)
      }
      size += Int64(count)
    }
    let result = withExtendedLifetime(file) { dup2(file.number, STDIN_FILENO) }
    guard result >= 0 else { throw unkept(POSIXError(errno: errno)) }
  }

  private static func unkept(_ error: any Error) -> Diagnostic {
    Diagnostic(
      "cannot keep what comes through \(name)", kind: .output, underlying: error,
      help: "TMPDIR names another folder for it")
  }
}
