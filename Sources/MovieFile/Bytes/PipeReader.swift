import Foundation
import Synchronization

/// The reading end of a pipe: its bytes in order, once.
///
/// It is opened once: a writer takes the first close for the end. Belongs to one thread at a time.
package final class PipeReader: Sendable {
  package let path: String
  private let descriptor: FileDescriptor
  package let reception: Reception
  private let hasBegun = Atomic(false)

  /// Opens a pipe, without waiting for a writer.
  package init(_ path: String, _ reception: Reception) throws(MovieError) {
    (self.path, self.reception) = (path, reception)
    // A pipe opened like this reports no end before its first writer, so that polling waits.
    let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw MovieError(.unreadable, errno: errno, file: path) }
    descriptor = FileDescriptor(number)
  }

  /// Returns the next bytes, as many as are available but at least one; none at the end. Blocks until the writer sends
  /// some.
  ///
  /// - Parameter isInterrupted: Polled while it waits; returning true ends the wait without losing bytes.
  /// - Throws: `MovieError` if the pipe cannot be read, `CancellationError` if the reception is over or the wait is
  ///   interrupted.
  package func read(atMost limit: Int = 65_536, isInterrupted: () -> Bool = { false }) throws -> [UInt8] {
    let begin = ContinuousClock.now
    while true {
      if reception.isOver(after: ContinuousClock.now - begin) || isInterrupted() { throw CancellationError() }
      // Before the first writer, only polling shows that there is none yet; reading would return the end.
      var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 50) > 0 || hasBegun.load(ordering: .relaxed) else { continue }
      var problem: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        let read = Glibc.read(descriptor.number, buffer.baseAddress, limit)
        if read < 0 { problem = errno }
        count = max(0, read)
      }
      if problem == EAGAIN || problem == EINTR { continue }
      guard problem == 0 else {
        throw MovieError(.unreadable, errno: problem, file: path)
      }
      hasBegun.store(true, ordering: .relaxed)
      return bytes
    }
  }
}
