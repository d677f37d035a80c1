import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// An output of the process, written at once and without mixing lines.
struct Terminal: Sendable {
  static let output = Terminal(descriptor: STDOUT_FILENO)
  static let error = Terminal(descriptor: STDERR_FILENO)

  let descriptor: Int32

  /// True for a terminal rather than a file or pipe.
  var isInteractive: Bool { isatty(descriptor) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb" }

  /// The number of characters of a line.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Runs a body whose libraries write to the terminal themselves, with their output discarded.
  func silenced<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if copy >= 0, nowhere >= 0 { dup2(nowhere, descriptor) }
    defer {
      if copy >= 0, nowhere >= 0 { dup2(copy, descriptor) }
      close(copy)
      close(nowhere)
    }
    return try await body()
  }

  /// Writes a line.
  func write(_ text: String) { write(raw: text.hasSuffix("\n") ? text : text + "\n") }

  /// Writes text unchanged. The work itself goes on after an error, which ``outputProblem`` has.
  func write(raw text: String) {
    var text = text
    text.withUTF8 { bytes in _ = note(writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)) }
  }

  /// Thrown when nothing more can be written, which ends a command that does nothing else.
  struct Closed: Error {}

  /// Writes bytes unchanged.
  ///
  /// - Throws: `Closed` if the reader is gone, or the output cannot be written, of which ``outputProblem`` has the reason.
  func write(bytes: [UInt8]) throws(Closed) {
    guard note(bytes.withUnsafeBytes { writeAll($0, to: descriptor) }) else { throw Closed() }
  }

  // MARK: Errors

  private static let outputError = Mutex<POSIXError?>(nil)

  /// The reason why standard output lacks something, such as a full disk; nil if its reader has closed it, which is no error.
  static var outputProblem: Diagnostic? {
    outputError.withLock { $0 }.map {
      Diagnostic(
        "cannot write to standard output", kind: .output, cause: String(cString: strerror($0.code.rawValue)),
        underlying: $0)
    }
  }

  /// - Returns: True if there is no error.
  private func note(_ error: POSIXError?) -> Bool {
    guard let error else { return true }
    if descriptor == STDOUT_FILENO, error.code != .EPIPE, error.code != .EBADF {
      Self.outputError.withLock { $0 = $0 ?? error }
    }
    return false
  }
}
