internal import GStreamer
import Foundation
import MovieFile
import Synchronization

/// The bytes of an `http` or `https` URL, loaded by ranges: large ones with read-ahead for sequential reads (see
/// ``ReadAhead``).
///
/// From a server without range support, the whole file is loaded once, into a file without a name.
package final class HTTPByteSource: ByteSource {
  /// The maximum size to load from a server without range support.
  static let downloadLimit: Int64 = 2 << 30

  fileprivate struct State {
    var plan: ReadAhead
    var parts: [Range<Int64>: HTTPPart]
  }

  package let url: URL
  package let size: Int64
  package var name: String? { url.absoluteString }
  /// The server's content type, such as `video/mp4`.
  package let contentType: String?
  /// True if the whole file is loaded.
  package var isHere: Bool { download != nil }
  private let timeout: Int
  private let reception: Reception
  /// The file of the ranges; nil without range support.
  private let whole: HTTPPart.Whole?
  private let download: SampleSpool?
  private let state: Mutex<State>

  /// Requests the beginning. Blocks.
  ///
  /// - Parameter isWorthAll: Returns true if the whole file is to be loaded from a server without range support; called
  ///   with its beginning, and true if the server states its size.
  /// - Throws: `MediaFileError`, with `noRanges` if the whole file is not to be loaded; `CancellationError`.
  package init(
    _ url: URL, timeout: Int, _ reception: Reception,
    isWorthAll: @escaping @Sendable (_ firstBytes: [UInt8], _ hasLength: Bool) -> Bool = { _, _ in true }
  ) throws {
    (self.url, self.timeout, self.reception) = (url, timeout, reception)
    let first = Collector(limit: Int(ReadAhead.smallestPart))
    let response = try HTTPRequest(url: url, range: 0..<ReadAhead.smallestPart, timeout: timeout) { reception.isOver() }
      .perform { first.take($1) }
    contentType = response.contentType
    let bytes = first.bytes
    whole = response.status == 206 ? HTTPPart.Whole(response) : nil
    if let whole {
      guard Int64(bytes.count) == min(whole.size, ReadAhead.smallestPart) else {
        throw MediaFileError(.cutOff, url: url)
      }
      (size, download) = (whole.size, nil)
      let part = HTTPPart(bytes, at: 0)
      state = Mutex(State(plan: ReadAhead(size: whole.size, first: part.range), parts: [part.range: part]))
      return
    }
    let all: SampleSpool
    if bytes.count < Int(ReadAhead.smallestPart) {
      if let total = response.totalSize, total != Int64(bytes.count) { throw MediaFileError(.cutOff, url: url) }
      all = SampleSpool()
      try bytes.withUnsafeBytes { bytes in _ = try all.append(bytes) }
    } else {
      // The source ends at the requested end, whatever the server sends.
      guard isWorthAll(bytes, response.totalSize != nil), response.totalSize ?? 0 <= Self.downloadLimit else {
        throw MediaFileError(.noRanges, url: url)
      }
      all = try Self.download(url, timeout, reception)
    }
    (size, download) = (all.size, all)
    state = Mutex(State(plan: ReadAhead(size: all.size, first: 0..<0), parts: [:]))
  }

  private static func download(_ url: URL, _ timeout: Int, _ reception: Reception) throws -> SampleSpool {
    let spool = SampleSpool()
    let problem = Mutex<(any Error)?>(nil)
    let response = try HTTPRequest(url: url, timeout: timeout) { reception.isOver() }.perform { _, bytes in
      do {
        try spool.append(bytes)
        reception.note(bytes.count)
        return spool.size <= downloadLimit
      } catch {
        problem.withLock { $0 = error }
        return false
      }
    }
    if let problem = problem.withLock({ $0 }) { throw problem }
    guard spool.size <= downloadLimit else { throw MediaFileError(.noRanges, url: url) }
    if let total = response.totalSize, total != spool.size { throw MediaFileError(.cutOff, url: url) }
    return spool
  }

  deinit { for part in state.withLock({ $0.parts.values.map { $0 } }) { part.cancel() } }

  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    do {
      if let download {
        return try download.read(at: offset, into: buffer)
      }
      if let whole { try readParts(of: whole, at: offset, into: buffer) }
    } catch {
      let message = (error as? MediaFileError)?.message ?? "\(error)"
      throw MovieError(.unreadable, message, offset: offset, file: name)
    }
  }

  private func readParts(of whole: HTTPPart.Whole, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws
  {
    var (done, isSecondTry) = (0, false)
    while done < buffer.count {
      let place = offset + Int64(done)
      let part = part(of: whole, at: place)
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      switch Result(catching: { try part.read(at: place, into: rest, reception) }) {
      case .success(let count): (done, isSecondTry) = (done + count, false)
      case .failure(let error):
        forget(part)
        // A connection may break once after success; the second break is an error.
        guard !isSecondTry, (error as? MediaFileError)?.reason == .cutOff else { throw error }
        isSecondTry = true
      }
    }
  }

  /// Returns the part that has a byte, loaded or loading.
  private func part(of whole: HTTPPart.Whole, at place: Int64) -> HTTPPart {
    let (part, dropped) = state.withLock { state -> (HTTPPart, [HTTPPart]) in
      // A part whose read-ahead failed is requested again when it is needed.
      if let failed = state.parts.values.first(where: { $0.range.contains(place) && $0.hasFailed }) {
        state.forget(failed.range)
      }
      let step = state.plan.read(at: place)
      for range in step.asked {
        state.parts[range] = HTTPPart(range, of: url, whole: whole, timeout: timeout)
      }
      let dropped = step.dropped.compactMap { state.parts.removeValue(forKey: $0) }
      return (state.parts[step.part]!, dropped)
    }
    for part in dropped { part.cancel() }
    return part
  }

  private func forget(_ part: HTTPPart) {
    part.cancel()
    state.withLock { if $0.parts[part.range] === part { $0.forget(part.range) } }
  }
}

extension HTTPByteSource.State {
  fileprivate mutating func forget(_ range: Range<Int64>) {
    plan.forget(range)
    parts[range] = nil
  }
}

/// Collects bytes, up to a limit.
private final class Collector: Sendable {
  private let all = Mutex<[UInt8]>([])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var bytes: [UInt8] { all.withLock { $0 } }

  /// Adds bytes; returns true if more are needed.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    all.withLock { all in
      all.append(contentsOf: bytes.prefix(limit - all.count))
      return all.count < limit
    }
  }
}
