internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import Foundation
import MovieFile

/// The output of a muxer: says what comes, and pushes bytes.
///
/// Where the other end can go back, as files can, so can the file that is written. Where it cannot, as in pipes, a file in one
/// piece is made in a temporary one first.
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

  /// What the other end answered instead of taking bytes.
  var refusal: FlowRefusal? { sink?.refusal }

  /// The error that kept the file from getting its name.
  var placementProblem: (any Error)? { sink?.placementProblem }

  /// What the movie is written to.
  ///
  /// - Parameters:
  ///   - path: The file behind the other end, if it is the only one.
  ///   - whenReadable: Called when a first part of the movie is there that can be read as it is.
  func open(
    path: String?, _ options: MuxerOptions, whenReadable: @escaping () throws -> Void
  ) throws -> any ByteSink {
    begin()
    let push = PushByteSink(pad, path: path, whenReadable: whenReadable)
    sink = push
    if case .fragments = options.layout { return push.isSeekable ? push : push.sequential }
    var needsFile = !push.isSeekable
    if case .headersFirst = options.layout, path == nil { needsFile = true }
    guard needsFile else { return push }
    let file: FileDescriptor
    do {
      file = try .temporary()
    } catch {
      throw MovieError(
        .unwritable, "no temporary file: \(String(cString: strerror(error.code.rawValue)))",
        systemCode: error.code.rawValue)
    }
    let bytes = FileByteSink(descriptor: file.number, name: "a temporary file")
    spool = (bytes, file)
    return bytes
  }

  /// Pushes what is still here.
  func finish() throws {
    guard let sink else { return }
    if let spool {
      try spool.sink.flush()
      var offset: off_t = 0
      var bytes = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = bytes.withUnsafeMutableBytes { pread(spool.file.number, $0.baseAddress, $0.count, offset) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        try bytes.withUnsafeBytes { try sink.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        offset += off_t(count)
      }
    }
    try sink.flush()
  }

  /// Says that nothing follows.
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

/// Bytes that are pushed through a pad, in pieces of some hundred kilobytes.
final class PushByteSink: RandomAccessByteSink {
  private let pad: Pad
  private let path: String?
  private var whenReadable: (() throws -> Void)?
  /// Where the next byte goes at the other end.
  private var position: Int64 = 0
  private var pending: [UInt8] = []
  private(set) var refusal: FlowRefusal?
  /// The error that kept the file from getting its name, with its type.
  private(set) var placementProblem: (any Error)?
  let isSeekable: Bool
  private static let gathered = 1 << 17

  init(_ pad: Pad, path: String?, whenReadable: (() throws -> Void)? = nil) {
    self.pad = pad
    self.path = path
    self.whenReadable = whenReadable
    isSeekable = pad.acceptsPositions
  }

  /// The same without going back.
  var sequential: any ByteSink { Sequential(self) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(MovieError) {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.gathered { try flush() }
  }

  func flush() throws(MovieError) {
    guard !pending.isEmpty else { return }
    try push(pending, at: position)
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
    try push([UInt8](bytes), at: offset)
    pad.push(.bytes(from: position))
  }

  /// The file itself is opened for that, once all that was pushed is in it.
  func insert(_ count: Int64, at offset: Int64) throws(MovieError) -> Int64 {
    guard let path else { throw MovieError(.unwritable, "what was sent cannot be moved") }
    try flush()
    // Going elsewhere makes the sink write what it keeps back.
    pad.push(.bytes(from: 0))
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw MovieError(.unwritable, errno: errno, file: path) }
    defer { close(descriptor) }
    let room = try FileByteSink(descriptor: descriptor, name: path, count: position).insert(count, at: offset)
    position += room
    pad.push(.bytes(from: position))
    return room
  }

  private func push(_ bytes: [UInt8], at offset: Int64) throws(MovieError) {
    if let refusal { throw Self.error(refusal) }
    let buffer = Buffer(copying: bytes)
    buffer.buffer.pointee.offset = guint64(offset)
    let flow = gst_pad_push(pad.pad, buffer.give())
    guard flow != GST_FLOW_OK else { return }
    let refusal = FlowRefusal(flow: flow)
    self.refusal = refusal
    throw Self.error(refusal)
  }

  private static func error(_ refusal: FlowRefusal) -> MovieError { MovieError(.unwritable, refusal.description) }

  private final class Sequential: ByteSink {
    private let sink: PushByteSink
    init(_ sink: PushByteSink) { self.sink = sink }
    func append(_ bytes: UnsafeRawBufferPointer) throws(MovieError) { try sink.append(bytes) }
    func commit() throws(MovieError) { try sink.commit() }
  }
}

extension Event {
  /// A segment of bytes from a position on.
  fileprivate static func bytes(from position: Int64) -> Event {
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_BYTES)
    segment.start = guint64(position)
    segment.position = guint64(position)
    return Event(adopting: gst_event_new_segment(&segment))
  }
}

extension Pad {
  /// Whether the other end writes to where it is told.
  fileprivate var acceptsPositions: Bool {
    let query = gst_query_new_seeking(GST_FORMAT_BYTES)!
    defer { creel_mini_unref(query) }
    guard gst_pad_peer_query(pad, query) != 0 else { return false }
    var isSeekable: gboolean = 0
    gst_query_parse_seeking(query, nil, &isSeekable, nil, nil)
    return isSeekable != 0
  }
}
