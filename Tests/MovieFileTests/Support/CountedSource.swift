import MovieFile
import Synchronization

/// A source that counts the bytes that are read of it.
final class CountedSource: ByteSource {
  private let source: any ByteSource
  private let total = Mutex<Int64>(0)

  init(_ source: any ByteSource) { self.source = source }

  var size: Int64 { source.size }
  var name: String? { source.name }
  /// The number of bytes that were read so far.
  var count: Int64 { total.withLock { $0 } }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    total.withLock { $0 += Int64(buffer.count) }
    try source.read(at: offset, into: buffer)
  }
}
