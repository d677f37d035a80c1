import Glibc

/// An open file, closed when the last reference is released.
package final class FileDescriptor: Sendable {
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}
