import MovieFile
internal import GStreamer
import Foundation

/// A range of a URL's bytes: loaded, or loading.
final class HTTPPart: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var problem: (any Error)?
    var isWanted = true
  }

  /// The file that parts belong to.
  struct Whole: Sendable {
    let size: Int64
    /// The server's identifier of the version, if it has one.
    let validator: String?

    /// Creates the file's description; nil if the response has no size.
    init?(_ response: HTTPRequest.Response) {
      guard let size = response.totalSize, size >= 0 else { return nil }
      (self.size, validator) = (size, response.validator)
    }
  }

  let range: Range<Int64>
  private let state: ConditionLock<State>

  /// Creates a loaded part.
  init(_ bytes: [UInt8], at offset: Int64) {
    range = offset..<offset + Int64(bytes.count)
    state = ConditionLock(State(bytes: bytes))
  }

  /// Requests a part, without blocking.
  ///
  /// - Parameter whole: The file.
  init(_ range: Range<Int64>, of url: URL, whole: Whole, timeout: Int) {
    self.range = range
    state = ConditionLock(State())
    let request = HTTPRequest(url: url, range: range, timeout: timeout) { [state] in !state.withLock(\.isWanted) }
    DispatchQueue(label: "reel.http").async { [self] in
      do {
        let response = try request.perform { [self] response, bytes in take(response, bytes, of: whole) }
        let count = state.withLock(\.bytes.count)
        guard response.isPart(of: whole), count == range.count else {
          throw MediaFileError(response.isPart(of: whole) ? .cutOff : .changed, url: url)
        }
      } catch {
        state.withLock { $0.problem = error }
      }
    }
  }

  private func take(_ response: HTTPRequest.Response, _ bytes: UnsafeRawBufferPointer, of whole: Whole) -> Bool {
    guard response.isPart(of: whole) else { return false }
    return state.withLock { state in
      state.bytes.append(contentsOf: bytes.prefix(range.count - state.bytes.count))
      return state.bytes.count < range.count && state.isWanted
    }
  }

  /// Cancels the request, if it is in progress.
  func cancel() { state.withLock { $0.isWanted = false } }

  /// True if the request has failed.
  var hasFailed: Bool { state.withLock { $0.problem != nil } }

  /// Copies bytes from an offset in the part on, at least one, and as many as are loaded; blocks for the first.
  ///
  /// - Returns: The number of bytes.
  /// - Throws: The request's error; `CancellationError` if the reception is cancelled.
  func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer, _ reception: Reception) throws -> Int {
    let start = Int(place - range.lowerBound)
    let begin = ContinuousClock.now
    while true {
      let count = state.wait(milliseconds: 50) { state -> Result<Int, any Error>? in
        guard state.bytes.count > start else { return state.problem.map { .failure($0) } }
        let count = min(state.bytes.count - start, buffer.count)
        state.bytes.withUnsafeBytes {
          buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
        }
        return .success(count)
      }
      if let count { return try count.get() }
      if reception.isOver(after: ContinuousClock.now - begin) { throw CancellationError() }
    }
  }
}

extension HTTPRequest.Response {
  /// Returns true if it is a part of the same version, by the server's response.
  fileprivate func isPart(of whole: HTTPPart.Whole) -> Bool {
    status == 206 && totalSize ?? whole.size == whole.size && (validator ?? whole.validator) == whole.validator
  }
}
