import Foundation

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

  /// Writes text unchanged. Errors of a closed reader are ignored: the work itself goes on.
  func write(raw text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// The error of a closed reader.
  struct Closed: Error {}

  /// Writes bytes unchanged.
  ///
  /// - Throws: `Closed` if the reader is gone.
  func write(bytes: [UInt8]) throws(Closed) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Closed() }
      done += count
    }
  }
}
