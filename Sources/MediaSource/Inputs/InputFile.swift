import Foundation
import MovieFile

/// Checks of an input's path before anything opens it.
package enum InputFile {
  /// Returns the reason why a file cannot be read; nil if it can, by its directory entry.
  package static func problem(path: String) -> MediaError? {
    func problem(_ code: MediaError.Code, _ reason: String, _ number: Int32? = nil) -> MediaError {
      var error = MediaError(code, reason, path: path)
      error.system = number.map { .errno($0) }
      error.underlying = number.map { POSIXError(errno: $0) }
      return error
    }
    func fileError(_ number: Int32) -> MediaError {
      problem(number == ENOENT || number == ENOTDIR ? .missing : .unreadable, String(cString: strerror(number)), number)
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return fileError(errno) }
    if status.st_mode & S_IFMT == S_IFDIR { return problem(.noMedia, "it is a folder") }
    if status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 { return problem(.noMedia, "it is empty") }
    guard access(path, R_OK) == 0 else { return fileError(errno) }
    return nil
  }

  /// Returns true if a file is seekable; false for pipes, whose bytes can be read once.
  package static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Returns the identity of a file, whatever its names; nil if there is no file.
  package static func identity(_ path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// The identity of a file on the disk.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  let inode: UInt64
}
