import Foundation

extension POSIXError {
  /// Makes the error of a failed system call from its `errno`.
  package init(errno code: Int32) { self.init(POSIXErrorCode(rawValue: code) ?? .EIO) }
}
