internal import CFileSystem
import Foundation

/// A sink that writes a file: small pieces are buffered, and bytes of other files copied by the kernel.
public final class FileByteSink: RandomAccessByteSink {
  private let descriptor: CInt
  private let ownsDescriptor: Bool
  private let name: String?
  /// The offset of the buffered bytes.
  private var position: Int64
  private let gathered = GatheredBytes(capacity: 1 << 18)
  /// True if some of the buffered bytes are another file's.
  private var gathersCopies = false
  /// Bytes of another file that follow the buffered ones: contiguous bytes appended next are copied together with them.
  private var piece: (range: Range<Int64>, file: FileByteSource)?
  /// The number of bytes after which a piece is copied, so that stopping the writer does not take long. Shorter pieces go through the
  /// buffer: the kernel copies page by page, and takes half as long again for some tens of kilobytes.
  private static let longPiece: Int64 = 1 << 20
  private lazy var writeBehind = WriteBehind(descriptor)
  /// True if a range was given to `writeBehind` since it was waited for.
  private var isWritingBehind = false
  /// True, as is the default, if the disk is told to begin writing what was copied.
  package var startsWriting = true
  /// True if the kernel has refused to copy between files.
  private var copiesThroughMemory = false

  /// Creates a sink that writes to an open file.
  ///
  /// - Parameters:
  ///   - descriptor: The file's descriptor, which must stay open as long as the sink is used; the caller closes it.
  ///   - name: The file's name in errors.
  ///   - count: The number of existing bytes; appended bytes follow them.
  public init(descriptor: CInt, name: String? = nil, count: Int64 = 0) {
    self.descriptor = descriptor
    self.name = name
    position = count
    ownsDescriptor = false
  }

  /// Creates a file.
  ///
  /// - Throws: `unwritable` if there is a file of that name, or none can be created.
  public init(creating path: String) throws(MovieError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw MovieError(.unwritable, errno: errno, file: path) }
    self.descriptor = descriptor
    name = path
    position = 0
    ownsDescriptor = true
  }

  deinit {
    finishWritingBehind()
    if ownsDescriptor { close(descriptor) }
  }

  /// The number of bytes at the last `commit()`, at which they were readable; 0 before the first.
  public private(set) var readableCount: Int64 = 0

  /// The number of bytes.
  public var count: Int64 { position + Int64(gathered.count) + Int64(piece?.range.count ?? 0) }

  public func append(_ bytes: UnsafeRawBufferPointer) throws(MovieError) {
    try copyPiece()
    guard bytes.count < gathered.capacity else {
      try writeGathered()
      try write(bytes, at: position)
      position += Int64(bytes.count)
      return
    }
    if bytes.count > gathered.room { try writeGathered() }
    gathered.append(bytes)
  }

  public func append(_ range: Range<Int64>, of source: any ByteSource) throws(MovieError) {
    guard let file = source as? FileByteSource else {
      try copyPiece()
      return try appendThroughMemory(range, of: source)
    }
    if let before = piece, before.file === file, before.range.upperBound == range.lowerBound {
      piece = (before.range.lowerBound..<range.upperBound, file)
    } else {
      try copyPiece()
      piece = (range, file)
    }
    if let piece, piece.range.count >= Self.longPiece { try copyPiece() }
  }

  private func copyPiece() throws(MovieError) {
    guard let (range, file) = piece else { return }
    piece = nil
    guard range.count >= Self.longPiece, !copiesThroughMemory else { return try appendThroughMemory(range, of: file) }
    try writeGathered()
    let start = position
    defer { beginWriting(from: start) }
    var from = range.lowerBound
    while from < range.upperBound {
      var to = position
      let wanted = Int(range.upperBound - from)
      let count = try file.withDescriptor { cfs_copy_range($0, &from, descriptor, &to, wanted) }
      if count > 0 {
        position += count
      } else if count == 0 {
        throw MovieError(.changed, "the file was truncated", offset: from, file: file.path)
      } else if [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM, ETXTBSY].contains(errno) {
        copiesThroughMemory = true
        return try appendThroughMemory(from..<range.upperBound, of: file)
      } else if errno != EINTR {
        throw problem(errno)
      }
    }
  }

  public func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) throws(MovieError) {
    try flush()
    try write(bytes, at: offset)
  }

  /// Lets the file system move the existing bytes if it can; otherwise copies them once.
  public func insert(_ count: Int64, at offset: Int64) throws(MovieError) -> Int64 {
    try flush()
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw problem(errno) }
    let block = max(Int64(status.st_blksize), 4096)
    let whole = (count + block - 1) / block * block
    // Only whole blocks can be inserted, and only between blocks: the bytes before `offset` in its block move along,
    // and are written again before the hole.
    let start = offset / block * block
    let head = try read(Int(offset - start), at: start)
    if cfs_insert_range(descriptor, start, whole) == 0 {
      position += whole
      try write(head, at: start)
      return whole
    }
    try move(offset..<position, by: count)
    position += count
    return count
  }

  public func removeLast(_ count: Int64) throws(MovieError) {
    try flush()
    guard ftruncate(descriptor, off_t(position - count)) == 0 else { throw problem(errno) }
    position -= count
    readableCount = min(readableCount, position)
  }

  public func commit() throws(MovieError) {
    try flush()
    readableCount = position
  }

  /// Writes the buffered bytes.
  public func flush() throws(MovieError) {
    defer { finishWritingBehind() }
    try copyPiece()
    try writeGathered()
  }

  /// Waits for the thread beside this one: the descriptor is closed by its owner once everything is flushed.
  private func finishWritingBehind() {
    guard isWritingBehind else { return }
    writeBehind.finish()
    isWritingBehind = false
  }

  private func writeGathered() throws(MovieError) {
    guard gathered.count > 0 else { return }
    let start = position
    try write(gathered.bytes, at: start)
    position += Int64(gathered.count)
    gathered.removeAll()
    if gathersCopies { beginWriting(from: start) }
    gathersCopies = false
  }

  /// Lets the disk write what was copied, up to the present position, while more bytes are.
  private func beginWriting(from start: Int64) {
    guard startsWriting else { return }
    writeBehind.begin(start..<position)
    isWritingBehind = true
  }

  // MARK: - The file

  private func appendThroughMemory(_ range: Range<Int64>, of source: any ByteSource) throws(MovieError) {
    var start = range.lowerBound
    while start < range.upperBound {
      if gathered.room == 0 { try writeGathered() }
      let count = Int(min(range.upperBound - start, Int64(gathered.room)))
      try gathered.append(count) { bytes throws(MovieError) in try source.read(at: start, into: bytes) }
      gathersCopies = true
      start += Int64(count)
    }
  }

  /// Moves bytes towards the end, the last ones first.
  private func move(_ range: Range<Int64>, by distance: Int64) throws(MovieError) {
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - 1 << 22)
      try write(try read(Int(end - start), at: start), at: start + distance)
      end = start
    }
  }

  private func read(_ count: Int, at offset: Int64) throws(MovieError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset) + done)
      }
      if got > 0 {
        done += got
      } else if got == 0 {
        throw MovieError(.changed, "the file was truncated", offset: offset + Int64(done), file: name)
      } else if errno != EINTR {
        throw problem(errno)
      }
    }
    return bytes
  }

  private func write(_ bytes: [UInt8], at offset: Int64) throws(MovieError) {
    guard bytes.withUnsafeBytes({ writeAll($0, to: descriptor, at: offset) }) else { throw problem(errno) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MovieError) {
    guard writeAll(bytes, to: descriptor, at: offset) else { throw problem(errno) }
  }

  private func problem(_ code: CInt) -> MovieError {
    MovieError(.unwritable, errno: code, offset: position, file: name)
  }
}

/// Writes bytes at an offset of a file, with as many system calls as necessary.
///
/// - Returns: True if all bytes are written; otherwise `errno` has the reason.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at offset: Int64) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(bytes.count - rest.count))
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return true
}

/// Writes bytes at the position of a descriptor, which may be a pipe's, with as many system calls as necessary.
///
/// - Returns: The error of the system; nil if all bytes are written.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> POSIXError? {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count > 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if count < 0, errno == EAGAIN {
      // Another program may have made the pipe non-blocking.
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&wait, 1, -1)
    } else if count == 0 || errno != EINTR {
      return POSIXError(errno: count == 0 ? EIO : errno)
    }
  }
  return nil
}
