import Foundation

extension FileDescriptor {
  /// Opens an unnamed file: it is deleted when it is closed, even if the process crashes.
  ///
  /// - Parameter folder: The folder of the file; nil for the system's for temporary files.
  package static func temporary(in folder: String? = nil) throws(POSIXError) -> FileDescriptor {
    var path = Array(((folder.map { $0 + "/" } ?? NSTemporaryDirectory()) + "reel-XXXXXX").utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else { throw POSIXError(errno: errno) }
    unlink(path)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(number)
  }

  /// Writes all of the bytes.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(POSIXError) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(number, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw POSIXError(errno: errno)
      }
    }
  }

  /// Reads as many bytes as the buffer holds.
  ///
  /// - Throws: The system's error; `EIO` if the file has fewer.
  package func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer) throws(POSIXError) {
    var done = 0
    while done < bytes.count {
      let count = pread(number, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw POSIXError(errno: count == 0 ? EIO : errno)
      }
    }
  }
}

extension MovieError {
  /// Makes the error of a temporary file that cannot be made, written or read.
  package init(temporaryFile error: POSIXError) {
    let number = error.code.rawValue
    self.init(.unwritable, "no temporary file: \(String(cString: strerror(number)))", systemCode: number)
  }
}
