import Foundation

extension POSIXError {
  /// The error of a system call that failed, by its `errno`.
  package init(errno code: Int32) { self.init(POSIXErrorCode(rawValue: code) ?? .EIO) }
}
