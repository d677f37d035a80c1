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

/// Stores a new object for a C function, nil if an error is thrown, and returns the result code.
///
/// The memory is the caller's and may hold garbage, as C allows: an object that it held before is not released.
func store<Object: AnyObject>(
  at out: UnsafeMutablePointer<Object?>, orElse unknown: OSStatus, _ make: () throws -> Object
) -> OSStatus {
  out.initialize(to: nil)
  return status(orElse: unknown) { out.initialize(to: try make()) }
}
