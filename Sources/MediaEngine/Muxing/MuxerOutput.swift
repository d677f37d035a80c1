internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import Foundation
import MovieFile

/// The output of a muxer: sends the stream's events, and pushes bytes.
///
/// If downstream can seek, as files can, the writer changes bytes there. If it cannot, as with pipes, a file in one
/// piece is written to a temporary one first.
final class MuxerOutput {
  private let pad: Pad
  private let caps: String
  private var sink: PushByteSink?
  private var spool: (sink: FileByteSink, file: FileDescriptor)?
  private var hasBegun = false

  init(_ pad: Pad, caps: String) {
    self.pad = pad
    self.caps = caps
  }

  /// The flow return of downstream, if it refused bytes.
  var flowError: FlowError? { sink?.flowError }

  /// The error that kept the file from getting its name.
  var placementProblem: (any Error)? { sink?.placementProblem }

  /// Opens the sink of the movie's bytes.
  ///
  /// - Parameters:
  ///   - reopen: Opens the output again, if it is a single file; -1 with `errno` if that fails.
  ///   - whenReadable: Called when a first part of the movie is readable.
  func open(
    reopen: (@Sendable () -> CInt)?, _ options: MuxerOptions, whenReadable: @escaping () throws -> Void
  ) throws -> any ByteSink {
    begin()
    let push = PushByteSink(pad, reopen: reopen, whenReadable: whenReadable)
    sink = push
    if options.goesIntoStreams { return push.isSeekable ? push : push.sequential }
    var needsFile = !push.isSeekable
    if options.movesBytes, reopen == nil { needsFile = true }
    guard needsFile else { return push }
    let file: FileDescriptor
    do {
      file = try .temporary(in: options.temporaryFolder)
    } catch {
      throw MovieError(temporaryFile: error)
    }
    let bytes = FileByteSink(descriptor: file.number, name: "a temporary file")
    spool = (bytes, file)
    return bytes
  }

  /// Pushes the remaining bytes.
  func finish() throws {
    guard let sink else { return }
    if let spool {
      try spool.sink.flush()
      try Self.copy(spool.file, count: spool.sink.count, to: sink)
    }
    try sink.flush()
  }

  /// Appends the first bytes of a file to a sink.
  ///
  /// - Throws: `MovieError`, also when they cannot be read: the output would lack them.
  static func copy(_ file: FileDescriptor, count: Int64, to sink: any ByteSink) throws {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while offset < count {
      let size = Int(min(Int64(bytes.count), count - offset))
      do {
        try bytes.withUnsafeMutableBytes {
          try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<size]))
        }
      } catch let error as POSIXError {
        throw MovieError(temporaryFile: error)
      }
      try bytes.withUnsafeBytes { try sink.append(UnsafeRawBufferPointer(rebasing: $0[..<size])) }
      offset += Int64(size)
    }
  }

  /// Sends the end of the stream.
  func end() {
    begin()
    pad.push(.endOfStream)
  }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    pad.push(.streamStart(id: "movie-\(UInt32.random(in: 0 ... .max))"))
    if let caps = try? Caps(caps) { pad.push(.caps(caps)) }
    pad.push(.bytes(from: 0))
  }
}

/// A sink that pushes bytes through a pad, in pieces of some hundred kilobytes.
final class PushByteSink: RandomAccessByteSink {
  private let pad: Pad
  private let reopen: (@Sendable () -> CInt)?
  private var whenReadable: (() throws -> Void)?
  /// The position of the next byte downstream.
  private var position: Int64 = 0
  private var pending: [UInt8] = []
  /// Bytes of files that follow, in place of pending ones: they go together.
  private var ranges: [FileRange] = []
  private var rangeBytes = 0
  private(set) var flowError: FlowError?
  /// The error that kept the file from getting its name, with its type.
  private(set) var placementProblem: (any Error)?
  let isSeekable: Bool
  private static let gathered = 1 << 17
  private static let gatheredRangeBytes = 1 << 20
  private static let gatheredRanges = 1 << 10

  init(_ pad: Pad, reopen: (@Sendable () -> CInt)?, whenReadable: (() throws -> Void)? = nil) {
    self.pad = pad
    self.reopen = reopen
    self.whenReadable = whenReadable
    isSeekable = pad.acceptsPositions
  }

  /// The sink without seeking.
  var sequential: any ByteSink { Sequential(self) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(MovieError) {
    if !ranges.isEmpty { try flush() }
    pending.append(contentsOf: bytes)
    if pending.count >= Self.gathered { try flush() }
  }

  /// Bytes of a file go through the pad as their place in it, so that a file's sink can let the kernel copy them, or read many
  /// ranges with one look at the file. Those that follow each other in it are one range.
  func append(_ range: Range<Int64>, of source: any ByteSource) throws(MovieError) {
    guard let file = source as? FileByteSource else {
      return try append(source.bytes(at: range.lowerBound, count: range.count))
    }
    if !pending.isEmpty { try flush() }
    if let last = ranges.last, last.source === file, last.range.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = FileRange(last.range.lowerBound..<range.upperBound, of: file)
    } else {
      ranges.append(FileRange(range, of: file))
    }
    rangeBytes += range.count
    if rangeBytes >= Self.gatheredRangeBytes || ranges.count >= Self.gatheredRanges { try flush() }
  }

  func flush() throws(MovieError) {
    if !ranges.isEmpty {
      let bytes: any DeferredBytes = ranges.count == 1 ? ranges[0] : JoinedFileRanges(ranges)
      (ranges, rangeBytes) = ([], 0)
      try push(Buffer(deferred: bytes), at: position)
      position += Int64(bytes.count)
    }
    guard !pending.isEmpty else { return }
    try push(Buffer(copying: pending), at: position)
    position += Int64(pending.count)
    pending.removeAll(keepingCapacity: true)
  }

  func commit() throws(MovieError) {
    try flush()
    guard let body = whenReadable else { return }
    whenReadable = nil
    do {
      try body()
    } catch {
      placementProblem = error
      throw MovieError(.unwritable, "\(error)")
    }
  }

  func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) throws(MovieError) {
    try flush()
    pad.push(.bytes(from: offset))
    try push(Buffer(copying: bytes), at: offset)
    pad.push(.bytes(from: position))
  }

  func insert(_ count: Int64, at offset: Int64) throws(MovieError) -> Int64 {
    try changeFile { file throws(MovieError) in try file.insert(count, at: offset) }
  }

  func removeLast(_ count: Int64) throws(MovieError) {
    try changeFile { file throws(MovieError) in try file.removeLast(count) }
  }

  /// Opens the file itself again, after all bytes were pushed, and changes how long it is.
  private func changeFile<Result>(_ body: (FileByteSink) throws(MovieError) -> Result) throws(MovieError) -> Result {
    guard let reopen else { throw MovieError(.unwritable, "what was sent cannot be changed") }
    try flush()
    // A seek makes the file sink write its buffer.
    pad.push(.bytes(from: 0))
    let descriptor = reopen()
    guard descriptor >= 0 else { throw MovieError(.unwritable, errno: errno, file: "the output") }
    defer { close(descriptor) }
    let file = FileByteSink(descriptor: descriptor, name: "the output", count: position)
    let result = try body(file)
    position = file.count
    pad.push(.bytes(from: position))
    return result
  }

  private func push(_ buffer: Buffer, at offset: Int64) throws(MovieError) {
    if let flowError { throw Self.error(flowError) }
    buffer.buffer.pointee.offset = guint64(offset)
    let flow = gst_pad_push(pad.pad, buffer.give())
    guard flow != GST_FLOW_OK else { return }
    let flowError = FlowError(flow: flow)
    self.flowError = flowError
    throw Self.error(flowError)
  }

  private static func error(_ flowError: FlowError) -> MovieError { MovieError(.unwritable, flowError.description) }

  private final class Sequential: ByteSink {
    private let sink: PushByteSink
    init(_ sink: PushByteSink) { self.sink = sink }
    func append(_ bytes: UnsafeRawBufferPointer) throws(MovieError) { try sink.append(bytes) }
    func commit() throws(MovieError) { try sink.commit() }
  }
}

extension Event {
  /// Returns a segment of bytes from a position on.
  fileprivate static func bytes(from position: Int64) -> Event {
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_BYTES)
    segment.start = guint64(position)
    segment.position = guint64(position)
    return Event(adopting: gst_event_new_segment(&segment))
  }
}

extension Pad {
  /// True if downstream supports seeking.
  fileprivate var acceptsPositions: Bool {
    let query = gst_query_new_seeking(GST_FORMAT_BYTES)!
    defer { creel_mini_unref(query) }
    guard gst_pad_peer_query(pad, query) != 0 else { return false }
    var isSeekable: gboolean = 0
    gst_query_parse_seeking(query, nil, &isSeekable, nil, nil)
    return isSeekable != 0
  }
}
