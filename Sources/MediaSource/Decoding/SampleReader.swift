internal import GStreamer
import MovieFile

/// Reads the bytes of a track's samples one after the other: of those that lie together in a file, many at once.
///
///     file:  │s0│s1│s2│s3│ … │s96│ …        one read for s2 … s96, after s0 and s1 have shown that they lie together
///
/// Belongs to one thread at a time.
final class SampleReader {
  /// The bytes that are read at once, at most; samples that are larger are read one by one.
  private static let limit = 1 << 16

  private let track: any CodedTrack
  private var file: (format: Int, source: FileByteSource?)?
  /// Bytes of the file, and the offset of the first.
  private var window: (source: FileByteSource, offset: Int64, bytes: [UInt8])?
  /// The end of the sample that was read last, and the bytes before it that were wanted one after the other.
  private var end: Int64 = -1
  private var wanted = 0

  init(_ track: any CodedTrack) { self.track = track }

  /// Returns the bytes of a sample.
  func bytes(of sample: CodedSample) throws -> Buffer {
    wanted = sample.offset == end ? min(wanted + sample.size, Self.limit) : sample.size
    end = sample.offset + Int64(sample.size)
    guard sample.offset >= 0, sample.size > 0, sample.size < wanted, let source = try source(of: sample) else {
      return try track.bytes(of: sample)
    }
    if let window, window.source === source, window.offset <= sample.offset,
      end <= window.offset + Int64(window.bytes.count)
    {
      return part(of: window.bytes, from: Int(sample.offset - window.offset), sample.size)
    }
    // Twice as much as was wanted so far: nothing that is far from a track's samples is read.
    let count = min(Int64(min(2 * wanted, Self.limit)), source.size - sample.offset)
    guard count >= Int64(sample.size) else { return try track.bytes(of: sample) }
    let bytes = try source.bytes(at: sample.offset, count: Int(count))
    window = (source, sample.offset, bytes)
    return part(of: bytes, from: 0, sample.size)
  }

  private func part(of bytes: [UInt8], from start: Int, _ count: Int) -> Buffer {
    bytes.withUnsafeBytes { bytes in
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
      return Buffer(count: count) { $0.copyMemory(from: part) }
    }
  }

  /// The file that a sample lies in; nil where it has no place there.
  func source(of sample: CodedSample) throws -> FileByteSource? {
    if let file, file.format == sample.formatIndex { return file.source }
    let source = try track.file(of: sample)
    file = (sample.formatIndex, source)
    return source
  }
}
