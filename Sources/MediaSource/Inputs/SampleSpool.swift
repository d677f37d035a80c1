import MovieFile
package import GStreamer
import Foundation
import Synchronization

/// Bytes that can be read once and are needed again, such as compressed samples of a container: in memory up to a
/// limit, then in a nameless file in the folder for temporary files.
package final class SampleSpool: Sendable {
  /// The memory limit: audio and short clips are never written to the disk.
  private static let memoryLimit = 32 << 20

  private struct State {
    var bytes: [UInt8] = []
    var file: FileDescriptor?
    var size: Int64 = 0

    /// Moves all bytes to a file.
    mutating func moveToFile() throws -> FileDescriptor {
      if let file { return file }
      let file = try SampleSpool.writing {
        let file = try FileDescriptor.temporary()
        try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        return file
      }
      (self.file, bytes) = (file, [])
      return file
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of bytes added.
  package var size: Int64 { state.withLock { $0.size } }

  /// Returns all bytes as a nameless file, which may be read by its descriptor; nothing may be added afterwards.
  package func file() throws -> FileDescriptor { try state.withLock { try $0.moveToFile() } }

  /// Adds bytes, and returns their offset.
  package func append(_ buffer: Buffer) throws -> Int64 {
    try buffer.withUnsafeBytes { bytes in try append(bytes) }
  }

  /// Adds bytes, and returns their offset.
  @discardableResult
  package func append(_ bytes: UnsafeRawBufferPointer) throws -> Int64 {
    try state.withLock { state in
      let offset = state.size
      if state.bytes.count + bytes.count > Self.memoryLimit { _ = try state.moveToFile() }
      if let file = state.file {
        try Self.writing { try file.write(bytes, at: offset) }
      } else {
        state.bytes.append(contentsOf: bytes)
      }
      state.size += Int64(bytes.count)
      return offset
    }
  }

  /// Names the folder that a failure to keep bytes is about: it is not the file that they come from.
  private static func writing<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as POSIXError {
      var problem = MediaError(errno: error.code.rawValue, family: .writing, path: NSTemporaryDirectory())
      problem.help = "TMPDIR names another folder for what is kept meanwhile"
      throw problem
    }
  }

  /// Returns added bytes.
  package func read(at offset: Int64, count: Int) throws -> Buffer {
    try Buffer(count: count) { target in try read(at: offset, into: target) }
  }

  /// Reads added bytes, as many as the buffer holds.
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
