import Foundation
import Synchronization

/// The end of a pipe that is read: its bytes in their order, once.
///
/// It is opened once: whoever writes takes the first close for the end. Belongs to one thread at a time.
package final class PipeReader: Sendable {
  package let path: String
  private let descriptor: FileDescriptor
  package let reception: Reception
  private let hasBegun = Atomic(false)

  /// Opens a pipe, without waiting for somebody to write to it.
  package init(_ path: String, _ reception: Reception) throws(MovieError) {
    (self.path, self.reception) = (path, reception)
    // Until there has been a writer, a pipe opened like this has no end, so that whoever polls it waits.
    let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw MovieError(.unreadable, errno: errno, file: path) }
    descriptor = FileDescriptor(number)
  }

  /// The next bytes, as many as there are but at least one; none at the end. Waits for whoever writes.
  ///
  /// - Parameter isInterrupted: Asked while it waits; nothing is lost then.
  /// - Throws: `MovieError` when it cannot be read, `CancellationError` when the reception is over or the wait was interrupted.
  package func read(atMost limit: Int = 65_536, isInterrupted: () -> Bool = { false }) throws -> [UInt8] {
    let begin = ContinuousClock.now
    while true {
      if reception.isOver(after: ContinuousClock.now - begin) || isInterrupted() { throw CancellationError() }
      // Until there has been a writer, only waiting tells that there is none yet; reading would find the end.
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
