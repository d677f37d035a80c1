import Foundation
import MovieFile
import Synchronization

/// What is behind a URL of `http` or `https`, read by ranges: the blocks that are asked for, and some of them kept.
///
/// A server that knows no ranges is read to its end once, into a file without a name.
final class HTTPByteSource: ByteSource {
  /// Bytes that are asked for at once.
  private static let blockSize: Int64 = 256 << 10
  /// Blocks that are kept.
  private static let blockLimit = 16
  /// What is read of a server that knows no ranges, at most.
  private static let downloadLimit: Int64 = 2 << 30

  let url: URL
  let size: Int64
  var name: String? { url.absoluteString }
  /// What the server says it is, such as `video/mp4`.
  let contentType: String?
  private let timeout: Int
  private let isCancelled: @Sendable () -> Bool
  private let download: SampleSpool?
  /// The newest first.
  private let blocks = Mutex<[(number: Int64, bytes: [UInt8])]>([])

  /// Asks for the beginning. Blocks.
  ///
  /// - Throws: `MediaFileError`, `CancellationError`.
  init(_ url: URL, timeout: Int, isCancelled: @escaping @Sendable () -> Bool) throws {
    (self.url, self.timeout, self.isCancelled) = (url, timeout, isCancelled)
    let first = Collector(limit: Self.blockSize)
    let answer = try HTTPRequest(url: url, range: 0..<Self.blockSize, timeout: timeout, isCancelled: isCancelled)
      .perform {
        first.take($1)
      }
    contentType = answer.contentType
    if answer.status == 206, let total = answer.totalSize {
      guard Int64(first.bytes.count) == min(total, Self.blockSize) else { throw MediaFileError(.cutOff, url: url) }
      (size, download) = (total, nil)
      blocks.withLock { $0 = [(0, first.bytes)] }
      return
    }
    // All of it came, or the server sends all of it whatever it is asked for.
    if Int64(first.bytes.count) < Self.blockSize {
      if let total = answer.totalSize, total != Int64(first.bytes.count) { throw MediaFileError(.cutOff, url: url) }
      let memory = SampleSpool()
      _ = try memory.append(Buffer(copying: first.bytes))
      (size, download) = (Int64(first.bytes.count), memory)
      return
    }
    let spool = SampleSpool()
    let count = Mutex(Int64(0))
    let problem = Mutex<(any Error)?>(nil)
    _ = try HTTPRequest(url: url, timeout: timeout, isCancelled: isCancelled).perform { _, bytes in
      do {
        _ = try spool.append(Buffer(copying: bytes))
        return count.withLock { count in
          count += Int64(bytes.count)
          return count <= Self.downloadLimit
        }
      } catch {
        problem.withLock { $0 = error }
        return false
      }
    }
    if let problem = problem.withLock({ $0 }) { throw problem }
    size = count.withLock { $0 }
    guard size <= Self.downloadLimit else { throw MediaFileError(.noRanges, url: url) }
    download = spool
  }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    guard offset >= 0, offset <= size, Int64(buffer.count) <= size - offset else {
      throw MovieError(
        .truncated, "there are \(size) bytes, \(buffer.count) bytes at \(offset) are missing", offset: size, file: name)
    }
    do {
      if let download {
        let read = try download.read(at: offset, count: buffer.count)
        return try read.withUnsafeBytes { buffer.copyMemory(from: $0) }
      }
      var done = 0
      while done < buffer.count {
        let place = offset + Int64(done)
        let block = try block(place / Self.blockSize)
        let start = Int(place % Self.blockSize)
        let count = min(block.count - start, buffer.count - done)
        guard count > 0 else { throw MediaFileError(.changed, url: url) }
        block.withUnsafeBytes { bytes in
          UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
        }
        done += count
      }
    } catch {
      throw MovieError(.unreadable, "\(error)", offset: offset, file: name)
    }
  }

  private func block(_ number: Int64) throws -> [UInt8] {
    let known = blocks.withLock { blocks in
      guard let index = blocks.firstIndex(where: { $0.number == number }) else { return nil as [UInt8]? }
      let block = blocks.remove(at: index)
      blocks.insert(block, at: 0)
      return block.bytes
    }
    if let known { return known }
    let range = number * Self.blockSize..<min(size, (number + 1) * Self.blockSize)
    let collector = Collector(limit: Int64(range.count))
    let answer = try HTTPRequest(url: url, range: range, timeout: timeout, isCancelled: isCancelled).perform {
      collector.take($1)
    }
    guard answer.status == 206, answer.totalSize ?? size == size, collector.bytes.count == range.count else {
      throw MediaFileError(collector.bytes.count < range.count ? .cutOff : .changed, url: url)
    }
    let bytes = collector.bytes
    blocks.withLock { blocks in
      blocks.insert((number, bytes), at: 0)
      if blocks.count > Self.blockLimit { blocks.removeLast() }
    }
    return bytes
  }
}

/// Bytes as they come, up to a limit.
private final class Collector: Sendable {
  private let all = Mutex<[UInt8]>([])
  private let limit: Int64

  init(limit: Int64) { self.limit = limit }

  var bytes: [UInt8] { all.withLock { $0 } }

  /// Whether more are wanted.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    all.withLock { all in
      all.append(contentsOf: bytes.prefix(Int(limit) - all.count))
      return all.count < Int(limit)
    }
  }
}
