package import CGStreamer
internal import CReel
import Foundation

/// One reference to a GstBuffer, released exactly once.
///
/// Unchecked: a buffer belongs to one thread at a time, which hands it on whole, as GStreamer does.
package final class Buffer: @unchecked Sendable {
  package private(set) var buffer: UnsafeMutablePointer<GstBuffer>
  private var isGiven = false

  package init(adopting buffer: UnsafeMutablePointer<GstBuffer>) { self.buffer = buffer }

  package init(retaining buffer: UnsafeMutablePointer<GstBuffer>) {
    creel_mini_ref(buffer)
    self.buffer = buffer
  }

  /// Makes a buffer with a copy of some bytes, without times.
  package convenience init(copying bytes: some ContiguousBytes) {
    self.init(
      adopting: bytes.withUnsafeBytes { bytes in
        let buffer = gst_buffer_new_allocate(nil, gsize(bytes.count), nil)!
        if let base = bytes.baseAddress { gst_buffer_fill(buffer, 0, base, gsize(bytes.count)) }
        return buffer
      })
  }

  /// Makes a buffer of bytes that `fill` writes, without times.
  ///
  /// Zero padding follows the bytes, which libav's decoders need; they copy buffers without it.
  package convenience init<E: Error>(count: Int, fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
    var parameters = GstAllocationParams()
    gst_allocation_params_init(&parameters)
    parameters.flags = GST_MEMORY_FLAG_ZERO_PADDED
    parameters.padding = 64
    let buffer = gst_buffer_new_allocate(nil, gsize(count), &parameters)!
    self.init(adopting: buffer)
    var map = GstMapInfo()
    guard count > 0, gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0 else { return }
    defer { gst_buffer_unmap(buffer, &map) }
    try fill(UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)))
  }

  deinit { if !isGiven { creel_mini_unref(buffer) } }

  /// Passes the reference to C (transfer full); this wrapper must not be used afterwards.
  package func give() -> UnsafeMutablePointer<GstBuffer> {
    precondition(!isGiven, "a buffer is given away once")
    isGiven = true
    return buffer
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let discontinuity = Flags(rawValue: GST_BUFFER_FLAG_DISCONT.rawValue)
    package static let header = Flags(rawValue: GST_BUFFER_FLAG_HEADER.rawValue)
    package static let corrupted = Flags(rawValue: GST_BUFFER_FLAG_CORRUPTED.rawValue)
    package static let gap = Flags(rawValue: GST_BUFFER_FLAG_GAP.rawValue)
    /// The buffer cannot be decoded without others.
    package static let deltaUnit = Flags(rawValue: GST_BUFFER_FLAG_DELTA_UNIT.rawValue)
    /// No other frame depends on the buffer.
    static let droppable = Flags(rawValue: GST_BUFFER_FLAG_DROPPABLE.rawValue)
  }

  package var presentationTime: ClockTime? {
    get { ClockTime(buffer.pointee.pts) }
    set { buffer.pointee.pts = newValue.clockTime }
  }

  package var decodeTime: ClockTime? {
    get { ClockTime(buffer.pointee.dts) }
    set { buffer.pointee.dts = newValue.clockTime }
  }

  package var duration: ClockTime? {
    get { ClockTime(buffer.pointee.duration) }
    set { buffer.pointee.duration = newValue.clockTime }
  }

  /// The offset of the buffer in its stream, as counted by parsers; nil if not counted.
  package var byteOffset: Int64? { Int64(exactly: buffer.pointee.offset) }

  /// The first and the last offset; all ones if not set.
  package var offsets: (first: UInt64, last: UInt64) {
    get { (UInt64(buffer.pointee.offset), UInt64(buffer.pointee.offset_end)) }
    set { (buffer.pointee.offset, buffer.pointee.offset_end) = (guint64(newValue.first), guint64(newValue.last)) }
  }

  package var flags: Flags { Flags(rawValue: creel_buffer_flags(buffer)) }
  package func setFlags(_ flags: Flags) { creel_buffer_set_flags(buffer, flags.rawValue) }
  package func clearFlags(_ flags: Flags) { creel_buffer_unset_flags(buffer, flags.rawValue) }

  package var byteCount: Int { Int(gst_buffer_get_size(buffer)) }

  /// True if this is the only reference to the buffer.
  package var isWritable: Bool { creel_mini_is_writable(buffer) != 0 }

  /// Returns a buffer with other bytes in place of some; the rest is shared, and times, flags and metadata are the same.
  ///
  /// - Parameter range: A range within the buffer's bytes.
  package func replacing(_ range: Range<Int>, with bytes: [UInt8]) -> Buffer? {
    let size = Int(gst_buffer_get_size(buffer))
    guard range.upperBound <= size, let made = gst_buffer_new() else { return nil }
    let result = Buffer(adopting: made)
    // Durations are copied with the whole buffer alone.
    let all = GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue
    let memory = GstBufferCopyFlags(GST_BUFFER_COPY_MEMORY.rawValue)
    guard gst_buffer_copy_into(made, buffer, GstBufferCopyFlags(all), 0, gsize.max) != 0,
      gst_buffer_copy_into(made, buffer, memory, 0, gsize(range.lowerBound)) != 0
    else { return nil }
    _ = gst_buffer_append(made, Buffer(copying: bytes).give())
    guard gst_buffer_copy_into(made, buffer, memory, gsize(range.upperBound), gsize(size - range.upperBound)) != 0
    else {
      return nil
    }
    return result
  }

  /// Returns a buffer of the first frames of audio, whose channels may be planar, with times of its own.
  package func first(_ count: Int, framesOf size: Int) -> Buffer {
    let copy = gst_buffer_copy(buffer)!
    if count * size >= byteCount { return Buffer(adopting: copy) }
    return Buffer(adopting: gst_audio_buffer_truncate(copy, gint(size), 0, gsize(count)))
  }

  /// Maps the bytes for reading.
  package func withBytes<R>(_ body: (RawSpan) throws -> R) throws -> R {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { throw mappingError }
    defer { gst_buffer_unmap(buffer, &map) }
    return try body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).bytes)
  }

  /// Maps the bytes for reading.
  package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    try withBytes { span in try span.withUnsafeBytes { try body($0) } }
  }

  /// Maps the bytes for writing. Throws ``GStreamerError/notWritable(_:)`` if there are other references to the buffer.
  package func withMutableBytes<R>(_ body: (inout MutableRawSpan) throws -> R) throws -> R {
    guard isWritable else { throw GStreamerError.notWritable("a buffer") }
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, readWrite) != 0 else { throw GStreamerError.notMapped("a buffer") }
    defer { gst_buffer_unmap(buffer, &map) }
    var span = UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)).mutableBytes
    return try body(&span)
  }
}

package let readWrite = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
