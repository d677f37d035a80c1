import Foundation
import MediaGraph
import Synchronization

/// The end of a pipe that is read: its bytes in their order, once.
///
/// It is opened once: whoever writes takes the first close for the end. Belongs to one thread at a time.
final class PipeReader: Sendable {
  let path: String
  private let descriptor: FileDescriptor
  let reception: Reception
  private let hasBegun = Atomic(false)

  /// Opens a pipe, without waiting for somebody to write to it.
  init(_ path: String, _ reception: Reception) throws(Diagnostic) {
    (self.path, self.reception) = (path, reception)
    descriptor = try InputFile.openPipe(path)
  }

  /// The next bytes, as many as there are but at least one; none at the end. Waits for whoever writes.
  ///
  /// - Parameter isInterrupted: Asked while it waits; nothing is lost then.
  /// - Throws: `Diagnostic` when it cannot be read, `CancellationError` when the reception is over or the wait was interrupted.
  func read(atMost limit: Int = 65_536, isInterrupted: () -> Bool = { false }) throws -> [UInt8] {
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
        throw Diagnostic("cannot read '\(path)'", kind: .input, underlying: POSIXError(errno: problem))
      }
      hasBegun.store(true, ordering: .relaxed)
      return bytes
    }
  }
}
