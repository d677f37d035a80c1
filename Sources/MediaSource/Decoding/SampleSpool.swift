import MovieFile
package import GStreamer
import Foundation
import Synchronization

/// Bytes that come once and are needed again, such as coded samples that were taken out of a container: in memory while they are few,
/// in a file without a name when they are many.
package final class SampleSpool: Sendable {
  /// Bytes that are kept in memory: sound and short clips never touch the disk.
  private static let memoryLimit = 32 << 20

  private struct State {
    var bytes: [UInt8] = []
    var file: FileDescriptor?
    var size: Int64 = 0

    /// All of them in a file.
    mutating func moveToFile() throws -> FileDescriptor {
      if let file { return file }
      let file = try FileDescriptor.temporary()
      try bytes.withUnsafeBytes { bytes in try file.write(bytes, at: 0) }
      (self.file, bytes) = (file, [])
      return file
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// How many bytes were added.
  package var size: Int64 { state.withLock { $0.size } }

  /// All of them as a file without a name, which may be read by its descriptor; nothing may be added after this.
  package func file() throws -> FileDescriptor { try state.withLock { try $0.moveToFile() } }

  /// Adds bytes, and returns where they are.
  package func append(_ buffer: Buffer) throws -> Int64 {
    try buffer.withUnsafeBytes { bytes in try append(bytes) }
  }

  /// Adds bytes, and returns where they are.
  @discardableResult
  package func append(_ bytes: UnsafeRawBufferPointer) throws -> Int64 {
    try state.withLock { state in
      let offset = state.size
      if state.bytes.count + bytes.count > Self.memoryLimit { _ = try state.moveToFile() }
      if let file = state.file {
        try file.write(bytes, at: offset)
      } else {
        state.bytes.append(contentsOf: bytes)
      }
      state.size += Int64(bytes.count)
      return offset
    }
  }

  /// Bytes that were added.
  package func read(at offset: Int64, count: Int) throws -> Buffer {
    try Buffer(count: count) { target in try read(at: offset, into: target) }
  }

  /// Bytes that were added, as many as the buffer holds.
  package func read(at offset: Int64, into target: UnsafeMutableRawBufferPointer) throws {
    let file = state.withLock { state in
      if state.file == nil {
        state.bytes.withUnsafeBytes {
          target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + target.count]))
        }
      }
      return state.file
    }
    try file?.read(at: offset, into: target)
  }
}
