import MovieFile
internal import GStreamer
import Foundation

/// A part of what is behind a URL: here, or on its way.
final class HTTPPart: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var problem: (any Error)?
    var isWanted = true
  }

  /// What parts belong together.
  struct Whole: Sendable {
    let size: Int64
    /// What the server tells its versions apart by, if it does.
    let validator: String?

    /// Nil when the answer does not say how long it is.
    init?(_ answer: HTTPRequest.Answer) {
      guard let size = answer.totalSize, size >= 0 else { return nil }
      (self.size, validator) = (size, answer.validator)
    }
  }

  let range: Range<Int64>
  private let state: ConditionLock<State>

  /// A part that is here.
  init(_ bytes: [UInt8], at offset: Int64) {
    range = offset..<offset + Int64(bytes.count)
    state = ConditionLock(State(bytes: bytes))
  }

  /// Asks for a part, and returns at once.
  ///
  /// - Parameter whole: What there is in all.
  init(_ range: Range<Int64>, of url: URL, whole: Whole, timeout: Int) {
    self.range = range
    state = ConditionLock(State())
    let request = HTTPRequest(url: url, range: range, timeout: timeout) { [state] in !state.withLock(\.isWanted) }
    DispatchQueue(label: "reel.http").async { [self] in
      do {
        let answer = try request.perform { [self] answer, bytes in take(answer, bytes, of: whole) }
        let count = state.withLock(\.bytes.count)
        guard answer.isPart(of: whole), count == range.count else {
          throw MediaFileError(answer.isPart(of: whole) ? .cutOff : .changed, url: url)
        }
      } catch {
        state.withLock { $0.problem = error }
      }
    }
  }

  private func take(_ answer: HTTPRequest.Answer, _ bytes: UnsafeRawBufferPointer, of whole: Whole) -> Bool {
    guard answer.isPart(of: whole) else { return false }
    return state.withLock { state in
      state.bytes.append(contentsOf: bytes.prefix(range.count - state.bytes.count))
      return state.bytes.count < range.count && state.isWanted
    }
  }

  /// Breaks off the request, if it is still under way.
  func cancel() { state.withLock { $0.isWanted = false } }

  /// Whether it will never be here.
  var hasFailed: Bool { state.withLock { $0.problem != nil } }

  /// Copies bytes from a place in the part on, as many as are here but at least one; waits for that.
  ///
  /// - Returns: How many.
  /// - Throws: Why they do not come; `CancellationError` when the reception is over.
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

extension HTTPRequest.Answer {
  /// Whether it is a part of the same bytes, as far as the server says.
  fileprivate func isPart(of whole: HTTPPart.Whole) -> Bool {
    status == 206 && totalSize ?? whole.size == whole.size && (validator ?? whole.validator) == whole.validator
  }
}
