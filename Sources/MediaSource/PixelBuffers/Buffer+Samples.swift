package import GStreamer
internal import CGStreamer
internal import CReel
package import CoreMedia

extension Buffer {
  /// Returns a block buffer over the same memory, one block for each memory, without copying. Bytes that are in a file stay there
  /// until they are needed.
  ///
  /// - Throws: `GStreamerError.notMapped` if memory cannot be read.
  package func blockBuffer() throws -> CMBlockBuffer {
    if let deferredBytes { return CMBlockBuffer(deferred: deferredBytes) }
    let blocks = try CMBlockBuffer()
    for index in 0..<gst_buffer_n_memory(buffer) {
      guard let memory = gst_buffer_peek_memory(buffer, index) else { continue }
      let mapped = try MappedMemory(memory)
      guard !mapped.bytes.isEmpty else { continue }
      try blocks.append(buffer: mapped.bytes, deallocator: { _, _ in withExtendedLifetime(mapped) {} })
    }
    return blocks
  }
}

/// Memory that can be read until it is not needed any more.
private final class MappedMemory: Sendable {
  /// All of it is set once, and freed with the last reference.
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
  private nonisolated(unsafe) let memory: UnsafeMutablePointer<GstMemory>
  private nonisolated(unsafe) var map: GstMapInfo

  init(_ memory: UnsafeMutablePointer<GstMemory>) throws {
    var map = GstMapInfo()
    guard gst_memory_map(memory, &map, GST_MAP_READ) != 0 else { throw GStreamerError.notMapped("a buffer") }
    creel_mini_ref(memory)
    self.memory = memory
    self.map = map
    bytes = UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size))
  }

  deinit {
    gst_memory_unmap(memory, &map)
    creel_mini_unref(memory)
  }
}
