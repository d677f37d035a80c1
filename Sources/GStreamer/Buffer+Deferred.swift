package import CGStreamer
internal import CReel
import CoreMedia

extension Buffer {
  /// Makes a buffer of bytes that are read when they are first mapped, without times. They are not mapped if they cannot be read.
  package convenience init(deferred: any DeferredBytes) {
    let context = Unmanaged.passRetained(Context(deferred)).toOpaque()
    let memory = creel_deferred_memory_new(
      gsize(deferred.count), context,
      { context, bytes, count in
        guard let context, let bytes else { return 0 }
        let deferred = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().deferred
        do {
          try deferred.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
          return 1
        } catch {
          return 0
        }
      },
      { context in if let context { Unmanaged<Context>.fromOpaque(context).release() } })
    let buffer = gst_buffer_new()!
    gst_buffer_append_memory(buffer, memory)
    self.init(adopting: buffer)
  }

  /// The source of all of the bytes, as long as they have not been mapped; nil for bytes in memory.
  package var deferredBytes: (any DeferredBytes)? { Self.deferredBytes(of: buffer) }

  /// The same of a buffer that C owns.
  package static func deferredBytes(of buffer: UnsafeMutablePointer<GstBuffer>) -> (any DeferredBytes)? {
    guard gst_buffer_n_memory(buffer) == 1, let memory = gst_buffer_peek_memory(buffer, 0),
      let context = creel_deferred_memory_context(memory)
    else { return nil }
    let deferred = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().deferred
    return gst_buffer_get_size(buffer) == deferred.count ? deferred : nil
  }

  /// The reason why the bytes cannot be mapped: that of their source, if they are deferred.
  var mappingError: any Error {
    guard let deferredBytes else { return GStreamerError.notMapped("a buffer") }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: deferredBytes.count, alignment: 16)
    defer { bytes.deallocate() }
    do {
      try deferredBytes.read(into: bytes)
      return GStreamerError.notMapped("a buffer")
    } catch {
      return error
    }
  }

  /// A class for C to hold.
  private final class Context: Sendable {
    let deferred: any DeferredBytes
    init(_ deferred: any DeferredBytes) { self.deferred = deferred }
  }
}
