import Glibc

/// An open file, closed when nobody holds it any more.
package final class FileDescriptor: Sendable {
  package let number: Int32

  /// Takes over an open descriptor.
  package init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}
