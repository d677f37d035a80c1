internal import GStreamer
internal import CGStreamer
import Foundation
import MovieFile

/// A compressed buffer that waits for earlier samples of the file: in memory, or with its bytes in a nameless file.
struct HeldSample {
  /// The buffer; without its bytes if they are in a file.
  private let held: Buffer
  private let place: (page: SampleOverflow.Page, offset: Int64)?
  let byteCount: Int
  /// The number of bytes in memory.
  var memory: Int { place == nil ? byteCount : 0 }

  init(_ buffer: Buffer) { (held, place, byteCount) = (buffer, nil, buffer.byteCount) }

  fileprivate init(_ buffer: Buffer, in page: SampleOverflow.Page, at offset: Int64, count: Int) {
    (held, place, byteCount) = (buffer, (page, offset), count)
  }

  /// Returns the complete buffer.
  ///
  /// - Throws: Read errors of the file.
  func buffer() throws -> Buffer {
    guard let place else { return held }
    let bytes = try Buffer(count: byteCount) { try place.page.file.read(at: place.offset, into: $0) }
    bytes.takeDescription(of: held)
    return bytes
  }
}

/// Samples of one input that exceed the memory limit, in nameless files that are discarded as they are read.
///
/// Used by the input's streaming thread; its results may be read on any.
final class SampleOverflow {
  /// A file of some samples, closed when the last of them is released.
  final class Page: Sendable {
    let file: FileDescriptor
    init(in folder: String?) throws { file = try .temporary(in: folder) }
  }

  private static let pageSize: Int64 = 64 << 20
  private var page: (page: Page, size: Int64)?
  private let folder: String?

  /// - Parameter folder: The folder of the files; nil for the system's.
  init(in folder: String? = nil) { self.folder = folder }

  /// Writes a buffer's bytes to a file.
  ///
  /// - Throws: `MovieError` with `unwritable` if the disk is full.
  func hold(_ buffer: Buffer) throws -> HeldSample {
    // It is in a file already.
    if buffer.deferredBytes != nil { return HeldSample(buffer) }
    let count = buffer.byteCount
    let (page, offset): (Page, Int64)
    do {
      (page, offset) = try room(for: Int64(count))
      try buffer.withUnsafeBytes { try page.file.write($0, at: offset) }
    } catch let error as POSIXError {
      throw MovieError(temporaryFile: error)
    }
    let description = Buffer(adopting: gst_buffer_new())
    description.takeDescription(of: buffer)
    return HeldSample(description, in: page, at: offset, count: count)
  }

  private func room(for count: Int64) throws -> (Page, Int64) {
    if let (page, size) = page, size < Self.pageSize {
      self.page?.size += count
      return (page, size)
    }
    let page = try Page(in: folder)
    self.page = (page, count)
    return (page, 0)
  }
}

extension Buffer {
  /// Copies another buffer's times, flags and metadata, but not its bytes. This one must be writable.
  func takeDescription(of other: Buffer) {
    let parts = GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue
    gst_buffer_copy_into(buffer, other.buffer, GstBufferCopyFlags(rawValue: parts), 0, .max)
  }
}
