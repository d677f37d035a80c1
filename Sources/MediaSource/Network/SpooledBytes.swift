internal import GStreamer
import MovieFile

/// Bytes of a source that could be read once, kept in a spool.
package struct SpooledBytes: ByteSource {
  package let spool: SampleSpool
  package let size: Int64
  package let name: String?

  /// - Parameter spool: A complete spool.
  package init(_ spool: SampleSpool, name: String) { (self.spool, size, self.name) = (spool, spool.size, name) }

  /// Reads the whole remote source. Blocks.
  package init(all source: any ByteSource, _ reception: Reception) throws {
    let spool = SampleSpool()
    while spool.size < source.size {
      let count = Int(min(1 << 20, source.size - spool.size))
      let offset = spool.size
      let part = try Buffer(count: count) { bytes throws(MovieError) in try source.read(at: offset, into: bytes) }
      _ = try spool.append(part)
      reception.note(count)
    }
    self.init(spool, name: source.name ?? "")
  }

  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    do {
      try spool.read(at: offset, into: buffer)
    } catch {
      throw MovieError(.unreadable, "\(error)", offset: offset, file: name)
    }
  }
}
