import Foundation
import Synchronization

/// Coded samples that were taken out of a container: in memory while they are few, in a file without a name when they are many.
final class SampleSpool: Sendable {
  /// Bytes that are kept in memory: sound and short clips never touch the disk.
  private static let memoryLimit = 32 << 20

  private struct State {
    var bytes: [UInt8] = []
    var file: FileHandle?
    var size: Int64 = 0
  }

  private let state = Mutex(State())

  /// Adds bytes, and returns where they are.
  func append(_ buffer: Buffer) throws -> Int64 {
    try state.withLock { state in
      let offset = state.size
      try buffer.withUnsafeBytes { bytes in
        if state.file == nil, state.bytes.count + bytes.count > Self.memoryLimit {
          let file = try Self.makeFile()
          try state.bytes.withUnsafeBytes { try Self.write($0, to: file, at: 0) }
          (state.file, state.bytes) = (file, [])
        }
        if let file = state.file {
          try Self.write(bytes, to: file, at: offset)
        } else {
          state.bytes.append(contentsOf: bytes)
        }
        state.size += Int64(bytes.count)
      }
      return offset
    }
  }

  /// Bytes that were added.
  func read(at offset: Int64, count: Int) throws -> Buffer {
    try state.withLock { state in
      let file = state.file
      return try Buffer(count: count) { target in
        guard let file else {
          return state.bytes.withUnsafeBytes {
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + count]))
          }
        }
        var done = 0
        while done < count {
          let read = pread(
            file.fileDescriptor, target.baseAddress.map { $0 + done }, count - done, off_t(offset) + off_t(done))
          if read > 0 { done += read } else if read == 0 || errno != EINTR { throw POSIXError(.EIO) }
        }
      }
    }
  }

  private static func makeFile() throws -> FileHandle {
    var path = Array((NSTemporaryDirectory() + "reel-samples-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    // Whatever happens to the process, the file goes with it.
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: FileHandle, at offset: Int64) throws {
    var done = 0
    while done < bytes.count {
      let written = pwrite(
        file.fileDescriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
      if written > 0 {
        done += written
      } else if errno != EINTR {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }
}
