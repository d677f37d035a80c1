internal import CGStreamer
internal import GStreamer
internal import MediaSource
import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// A sink element that writes a file, a pipe or a device, and seeks to the positions of byte segments if it can.
///
/// Small buffers are gathered. What fails is a `MediaError` with the system's number and the name of the file.
final class FileSink: ElementInstance {
  /// The file that is written.
  struct Target: Sendable {
    /// The path to open, which may be that of a file without a name.
    var path: String
    /// The file's name in errors.
    var name: String
    /// True if other programs read the file meanwhile, so that nothing may be buffered.
    var isUnbuffered = false
    /// True if the bytes go out in order even where the file could be sought.
    var isStream = false
    /// Opens the file of a run, which has no name yet; nil for a pipe or a device, which ``path`` names.
    var open: (@Sendable () -> CInt)?
  }

  private let target = Mutex<Target?>(nil)
  private var isUnbuffered = false
  private var name = ""
  private var descriptor: CInt = -1
  private let pending = GatheredBytes(capacity: 1 << 20)
  /// The offset of the next buffered byte in the file.
  private var position: Int64 = 0
  private var goesAnywhere = false
  /// True if bytes of other files were gathered.
  private var hasRanges = false
  private static let gathered = 1 << 16
  /// The size up to which a range of another file is read and gathered.
  private static let gatheredRange = 1 << 19
  let missingReader = MissingReader()

  /// The wait for a program that reads a pipe.
  final class MissingReader: Sendable {
    /// The name of the pipe while the sink waits.
    fileprivate let name = Mutex<String?>(nil)

    /// Returns the reason for which the sink waits, in words; nil if it does not wait.
    var obstacle: String? { name.withLock { $0 }.map { "no program reads '\($0)'" } }
  }

  static func element() throws -> (Element, FileSink) {
    let sink = FileSink()
    return (try ElementType(kind: .sink, isVideo: false, caps: "ANY").make(sink, name: nil), sink)
  }

  /// Sets the file; called before the element starts.
  func setTarget(_ new: Target) { target.withLock { $0 = new } }

  override func attached() { configureSink() }

  override func start() throws {
    guard let target = target.withLock({ $0 }) else {
      throw MediaError(.unwritable, "there is no file to write", family: .writing)
    }
    (name, isUnbuffered, position) = (target.name, target.isUnbuffered, 0)
    _ = try open(target)
  }

  /// Opens the file, or a pipe that has a reader.
  ///
  /// - Returns: False for a pipe that no program reads yet: opening it would wait for one, and nothing could end the wait.
  private func open(_ target: Target) throws -> Bool {
    let number =
      target.open?() ?? Glibc.open(target.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
    let problem = errno
    if number < 0, problem == ENXIO, InputFile.isPipe(target.path) { return false }
    guard number >= 0 else { throw self.problem(problem) }
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    descriptor = number
    goesAnywhere = !target.isStream && lseek(number, 0, SEEK_CUR) >= 0
    return true
  }

  /// Waits for the reader of a pipe, which the system tells only to those who try to open it.
  private func awaitReader() throws {
    guard let target = target.withLock({ $0 }) else { return }
    missingReader.name.withLock { $0 = target.name }
    defer { missingReader.name.withLock { $0 = nil } }
    while try !open(target) {
      if isUnlocked { throw CancellationError() }
      usleep(20_000)
    }
  }

  override func stop() {
    guard descriptor >= 0 else { return }
    // A stream that ended has nothing left; of one that is broken off, the file is as good as without the rest.
    try? flush()
    pending.removeAll()
    close(descriptor)
    descriptor = -1
  }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    if goesAnywhere, let deferred = Buffer.deferredBytes(of: buffer),
      let ranges = (deferred as? JoinedFileRanges)?.ranges ?? (deferred as? FileRange).map({ [$0] })
    {
      try copy(ranges[...])
      return GST_FLOW_OK
    }
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { throw GStreamerError.notMapped("a buffer") }
    defer { gst_buffer_unmap(buffer, &map) }
    let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
    if !isUnbuffered, bytes.count < Self.gathered {
      if bytes.count > pending.room { try flush() }
      pending.append(bytes)
      // Other programs may watch the file grow.
      if pending.count >= Self.gathered, !hasRanges { try flush() }
    } else {
      try flush()
      try write(bytes)
    }
    return GST_FLOW_OK
  }

  override func finish() throws { try flush() }

  override var writesAnywhere: Bool? { goesAnywhere }

  override func setPosition(_ new: Int64) throws {
    guard new != position + Int64(pending.count) else { return }
    try flush()
    guard lseek(descriptor, off_t(new), SEEK_SET) >= 0 else { throw problem(errno) }
    position = new
  }

  private func flush() throws {
    guard pending.count > 0 else { return }
    try write(pending.bytes)
    pending.removeAll()
  }

  /// Appends bytes of other files: small ranges are read and gathered, large ones copied by the kernel if it can.
  ///
  /// The kernel copies page by page: of ranges of less than a megabyte, that takes half as long again as to read them, and to write a
  /// megabyte at a time.
  private func copy(_ ranges: ArraySlice<FileRange>) throws {
    var rest = ranges
    while let first = rest.first {
      let largest = isUnbuffered ? 0 : Self.gatheredRange
      var room = pending.capacity
      let small = rest.prefix { range in
        room -= range.count
        return range.count <= largest && room >= 0
      }
      if small.isEmpty { try copyByKernel(first) } else { try gather(small, count: small.reduce(0) { $0 + $1.count }) }
      rest = rest.dropFirst(max(1, small.count))
    }
  }

  private func gather(_ ranges: ArraySlice<FileRange>, count: Int) throws {
    if count > pending.room { try flush() }
    hasRanges = true
    do throws(MovieError) {
      try pending.append(count) { bytes throws(MovieError) in try JoinedFileRanges.read(ranges, into: bytes) }
    } catch {
      throw MediaError(error, during: .writing)
    }
  }

  private func copyByKernel(_ file: FileRange) throws {
    try flush()
    let sink = FileByteSink(descriptor: descriptor, name: name, count: position)
    sink.startsWriting = false
    do {
      try sink.append(file.range, of: file.source)
      try sink.flush()
    } catch {
      throw MediaError(error, during: .writing)
    }
    guard lseek(descriptor, off_t(sink.count), SEEK_SET) >= 0 else { throw problem(errno) }
    position = sink.count
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    if descriptor < 0 { try awaitReader() }
    if let error = writeAll(bytes, to: descriptor) { throw problem(error.code.rawValue) }
    position += Int64(bytes.count)
  }

  private func problem(_ number: Int32) -> MediaError { MediaError(errno: number, family: .writing, path: name) }
}

/// A sink element that writes each buffer into a file of its own, which appears complete or not at all.
final class NumberedFileSink: ElementInstance {
  private let files = Mutex<NumberedFiles?>(nil)
  private var count = 0

  static func element() throws -> (Element, NumberedFileSink) {
    let sink = NumberedFileSink()
    return (try ElementType(kind: .sink, isVideo: false, caps: "ANY").make(sink, name: nil), sink)
  }

  /// Sets the files; called before the element starts.
  func setFiles(_ new: NumberedFiles) { files.withLock { $0 = new } }

  override func attached() { configureSink() }
  override func start() { count = 0 }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    guard let files = files.withLock({ $0 }) else {
      throw MediaError(.unwritable, "there are no files to write", family: .writing)
    }
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { throw GStreamerError.notMapped("a buffer") }
    defer { gst_buffer_unmap(buffer, &map) }
    count += 1
    try files.write(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)), as: count)
    return GST_FLOW_OK
  }
}
