internal import MediaSource
public import CoreMedia

/// Coded media, text, metadata or bytes that flow through a graph, read where they lie.
///
/// It exists only during the call that receives it: it can't be stored or copied. Calls come on a streaming thread, one at a time
/// for each node.
public struct DataBlock: ~Copyable {
  /// When it is shown or heard, and when it is decoded, in nanoseconds; invalid if unknown.
  public let presentationTime: CMTime
  public let decodeTime: CMTime
  /// Invalid if unknown.
  public let duration: CMTime
  /// Whether decoding can start here.
  public let isSync: Bool
  /// Whether it describes the stream instead of being part of it.
  public let isHeader: Bool
  /// Whether something is missing between this block and the one before.
  public let isDiscontinuous: Bool
  /// The format, as GStreamer writes it: `video/x-h264, stream-format=(string)avc`.
  public let format: String
  /// What a decoder needs before the first packet, such as the parameter sets of H.264; `nil` where the packets hold all.
  public let header: Data?
  public let byteCount: Int
  private let base: UnsafeRawPointer?

  init(
    bytes: UnsafeRawBufferPointer, format: String, header: Data? = nil, presentationTime: CMTime, decodeTime: CMTime,
    duration: CMTime, isSync: Bool, isHeader: Bool, isDiscontinuous: Bool
  ) {
    base = bytes.baseAddress
    byteCount = bytes.count
    self.format = format
    self.header = header
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
    self.duration = duration
    self.isSync = isSync
    self.isHeader = isHeader
    self.isDiscontinuous = isDiscontinuous
  }

  /// Lends the bytes.
  public func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    let span = UnsafeRawBufferPointer(start: base, count: byteCount).bytes
    return try body(span)
  }

  /// A copy of the bytes, to keep.
  public var data: Data { Data(UnsafeRawBufferPointer(start: base, count: byteCount)) }
}

/// Coded media, text, metadata or bytes that Swift code sends into a graph.
public struct DataPacket: Sendable, Equatable {
  public var bytes: Data
  /// When it is shown or heard; invalid if it has no time.
  public var presentationTime: CMTime
  /// When it is decoded, where that is not the order in which packets are shown; invalid if nobody needs it.
  public var decodeTime: CMTime
  /// Invalid if it has none.
  public var duration: CMTime
  /// Whether decoding can start here.
  public var isSync: Bool

  public init(
    _ bytes: Data, at time: CMTime = .invalid, decodeTime: CMTime = .invalid, duration: CMTime = .invalid,
    isSync: Bool = true
  ) {
    self.bytes = bytes
    presentationTime = time
    self.decodeTime = decodeTime
    self.duration = duration
    self.isSync = isSync
  }
}
