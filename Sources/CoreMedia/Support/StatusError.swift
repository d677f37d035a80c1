import CoreGraphics
import Foundation

/// The error that a Swift interface throws where the C function returns a code.
func statusError(_ code: OSStatus) -> NSError {
  NSError(domain: NSOSStatusErrorDomain, code: Int(code))
}

/// Runs a throwing body for a C function: its result code, 0 if nothing was thrown.
func status(orElse unknown: OSStatus, _ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch let error as NSError where error.domain == NSOSStatusErrorDomain {
    return OSStatus(truncatingIfNeeded: error.code)
  } catch {
    return unknown
  }
}
