import Foundation
import MovieFile

/// The bytes of a response that may have no end, in order, once: the connection is read only as fast as they are asked
/// for, so that a server that sends faster waits.
///
///     server ─▶ request, on its own thread ─▶ some bytes ─▶ `read()`
///                 └─ stands still while there are enough
package final class HTTPStream: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// Set as soon as no more bytes come.
    var end: Result<Void, any Error>?
    /// True if no more bytes are wanted.
    var isOver = false
  }

  /// The bytes above which the request stands still.
  private static let capacity = 1 << 18

  package let url: URL
  private let reception: Reception
  private let state: ConditionLock<State>

  /// Begins the request.
  package init(_ url: URL, timeout: Int, _ reception: Reception) {
    (self.url, self.reception) = (url, reception)
    let state = ConditionLock(State())
    self.state = state
    let thread = Thread {
      let end = Result<Void, any Error> {
        let isUnwanted: @Sendable () -> Bool = { reception.isCancelled || state.withLock { $0.isOver } }
        _ = try HTTPRequest(url: url, timeout: timeout, isCancelled: isUnwanted).perform { _, bytes in
          Self.take(bytes, state, reception)
        }
      }
      state.withLock { $0.end = end }
    }
    thread.name = "http"
    thread.start()
  }

  deinit { state.withLock { $0.isOver = true } }

  /// Keeps bytes, and waits until there is room for more; returns false if no more are wanted.
  private static func take(
    _ bytes: UnsafeRawBufferPointer, _ state: ConditionLock<State>, _ reception: Reception
  ) -> Bool {
    state.withLock { $0.bytes.append(contentsOf: bytes) }
    while !reception.isCancelled {
      let goesOn = state.wait(milliseconds: 50) { state -> Bool? in
        if state.isOver { return false }
        return state.bytes.count < capacity ? true : nil
      }
      if let goesOn { return goesOn }
    }
    return false
  }

  /// Returns the next bytes, as many as have come but at least one; none at the end. Blocks until some come.
  ///
  /// - Throws: `unreadable` for errors of the server and the network; `CancellationError` if the reception is over.
  package func read() throws -> [UInt8] {
    let begin = ContinuousClock.now
    while true {
      if reception.isOver(after: ContinuousClock.now - begin) { throw CancellationError() }
      let found = state.wait(milliseconds: 50) { state -> Result<[UInt8], any Error>? in
        guard state.bytes.isEmpty else {
          defer { state.bytes = [] }
          return .success(state.bytes)
        }
        return state.end.map { end in end.map { [] } }
      }
      guard let found else { continue }
      // The request stands still until it learns that there is room.
      state.withLock { _ in }
      do {
        return try found.get()
      } catch let error as MediaFileError {
        throw MovieError(.unreadable, error.message, file: url.absoluteString)
      }
    }
  }
}

extension ArrivingBytes {
  /// The bytes of a server's response. Blocks until the first of them have come.
  ///
  /// - Parameter count: The number of bytes that tell what they are.
  /// - Throws: `unreadable` for errors of the server and the network; `CancellationError` if the reception is over.
  package convenience init(_ stream: HTTPStream, _ reception: Reception, first count: Int) throws {
    var first: [UInt8] = []
    while first.count < count {
      let more = try stream.read()
      if more.isEmpty { break }
      first += more
    }
    self.init(name: stream.url.absoluteString, reception, firstBytes: first) { try stream.read() }
  }
}
