import Foundation
import MediaGraph

/// Looks at an input before anything runs.
enum InputFile {
  /// Why a local input cannot be read; nil for URLs, which the run itself finds out about.
  static func problem(_ location: Location, at range: SourceRange?) -> Diagnostic? {
    guard let path = location.path else {
      return location.scheme == "file" ? problem(location.text, "it is no URL of a file", at: range) : nil
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return problem(path, POSIXError(errno: errno), at: range) }
    if status.st_mode & S_IFMT == S_IFDIR { return problem(path, "it is a folder", at: range) }
    if status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 { return problem(path, "it is empty", at: range) }
    guard access(path, R_OK) == 0 else { return problem(path, POSIXError(errno: errno), at: range) }
    return nil
  }

  private static func problem(_ path: String, _ cause: String, at range: SourceRange?) -> Diagnostic {
    Diagnostic("cannot read '\(path)'", kind: .input, at: range, cause: cause)
  }

  private static func problem(_ path: String, _ error: POSIXError, at range: SourceRange?) -> Diagnostic {
    Diagnostic("cannot read '\(path)'", kind: .input, at: range, underlying: error)
  }

  /// Whether a file can be read at any place, twice; a pipe gives its bytes once.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Opens a pipe for reading, without waiting for somebody to write to it.
  ///
  /// Until there has been a writer, a pipe opened like this has no end, so that whoever polls it waits.
  static func openPipe(_ path: String) throws(Diagnostic) -> FileDescriptor {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem(path, POSIXError(errno: errno), at: nil) }
    return FileDescriptor(descriptor)
  }

  /// What tells files apart whatever they are called; nil when there is none.
  static func identity(_ path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// An open file, closed when nobody holds it any more.
final class FileDescriptor: Sendable {
  let number: Int32

  /// Takes over an open descriptor.
  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

/// A file by its place on the disk.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}
