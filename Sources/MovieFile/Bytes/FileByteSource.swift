import Foundation

/// A file, read by position.
///
/// It is never memory-mapped: truncation of the file by another process is an error, not a signal. Its descriptor may
/// be closed between reads (see `DescriptorPool`). Each call checks that the file is still the one that was opened, has
/// the same size and is still in a folder, unless it was in none: standard input can be a file without a name.
public final class FileByteSource: ByteSource {
  public let size: Int64
  /// The path.
  public let path: String
  public var name: String? { path }
  private let version: FileVersion
  private let isNamed: Bool
  private let pool: DescriptorPool

  /// - Throws: `unreadable` if there is no regular file at the path, or it may not be read.
  public convenience init(path: String) throws(MovieError) {
    try self.init(path: path, pool: .shared)
  }

  init(path: String, pool: DescriptorPool) throws(MovieError) {
    let file = try OpenFile(path: path)
    self.path = path
    self.pool = pool
    version = file.version
    isNamed = file.isNamed
    size = file.version.size
    pool.insert(file, for: ObjectIdentifier(self))
  }

  deinit { pool.remove(ObjectIdentifier(self)) }

  public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    try read(from: unchangedFile(), at: offset, into: buffer)
  }

  /// Reads several ranges into memory, one after the other, with a single check of the file.
  ///
  /// - Parameter buffer: Memory for all of them.
  package func read(
    _ ranges: some Sequence<Range<Int64>>, into buffer: UnsafeMutableRawBufferPointer
  ) throws(MovieError) {
    let file = try unchangedFile()
    var start = 0
    for range in ranges {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + range.count])
      try check(range.lowerBound, part.count)
      try read(from: file, at: range.lowerBound, into: part)
      start += part.count
    }
  }

  /// Returns the open file, if it is still the one that was opened.
  private func unchangedFile() throws(MovieError) -> OpenFile {
    let file = try openFile()
    let status = try file.status()
    // A replaced file has no name left, unless it had several.
    guard status.links > 0 || !isNamed else {
      throw MovieError(.changed, "the file was removed or replaced", file: path)
    }
    guard status.version == version else { throw changed(status.version) }
    return file
  }

  private func read(
    from file: OpenFile, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(MovieError) {
    var done = 0
    while done < buffer.count {
      let count = pread(
        file.descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 {
        throw MovieError(.changed, "the file was truncated", offset: offset + Int64(done), file: path)
      } else if errno != EINTR {
        throw MovieError(.unreadable, errno: errno, offset: offset, file: path)
      }
    }
  }

  /// Calls a body with a descriptor of the file that was opened.
  func withDescriptor<R>(_ body: (CInt) -> R) throws(MovieError) -> R {
    let file = try openFile()
    let status = try file.status()
    guard status.version == version else { throw changed(status.version) }
    return withExtendedLifetime(file) { body(file.descriptor) }
  }

  private func openFile() throws(MovieError) -> OpenFile {
    if let file = pool.file(for: ObjectIdentifier(self)) { return file }
    let file: OpenFile
    do throws(MovieError) {
      file = try OpenFile(path: path)
    } catch {
      throw MovieError(.changed, "the file cannot be opened again: \(error.message)", file: path)
    }
    guard file.version == version else { throw changed(file.version) }
    pool.insert(file, for: ObjectIdentifier(self))
    return file
  }

  private func changed(_ now: FileVersion) -> MovieError {
    guard now.device == version.device, now.node == version.node else {
      return MovieError(.changed, "the file was replaced by another", file: path)
    }
    return MovieError(.changed, "the file had \(version.size) bytes and now has \(now.size)", file: path)
  }
}

/// A file and its size, by which a reader sees that the file has changed.
struct FileVersion: Hashable, Sendable {
  let device: UInt64
  let node: UInt64
  let size: Int64
}

/// A file descriptor, closed when its last user releases it.
final class OpenFile: Sendable {
  let descriptor: CInt
  let version: FileVersion
  /// True if the file was in a folder when it was opened.
  let isNamed: Bool

  init(path: String) throws(MovieError) {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw MovieError(.unreadable, errno: errno, file: path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw MovieError(.unreadable, "it is no regular file", file: path)
    }
    version = FileVersion(status)
    isNamed = status.st_nlink > 0
  }

  deinit { close(descriptor) }

  /// Returns the current version of the file, and its number of names.
  func status() throws(MovieError) -> (version: FileVersion, links: Int) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw MovieError(.unreadable, errno: errno) }
    return (FileVersion(status), Int(status.st_nlink))
  }
}

extension FileVersion {
  fileprivate init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), node: UInt64(status.st_ino), size: Int64(status.st_size))
  }
}
