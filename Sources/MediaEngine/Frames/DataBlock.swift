internal import MediaSource
public import CoreMedia

/// Compressed media, text, metadata or bytes that flow through a graph, accessed in place.
///
/// It is valid only during the call that receives it: it can't be stored or copied. Calls are made on a streaming
/// thread, one at a time for each node.
public struct DataBlock: ~Copyable {
  /// The presentation time and the decode time, in nanoseconds; invalid if unknown.
  public let presentationTime: CMTime
  public let decodeTime: CMTime
  /// The duration; invalid if unknown.
  public let duration: CMTime
  /// True if decoding can start here.
  public let isSync: Bool
  /// True if it describes the stream instead of being part of it.
  public let isHeader: Bool
  /// True if data are missing between this block and the one before.
  public let isDiscontinuous: Bool
  /// The format, as GStreamer writes it: `video/x-h264, stream-format=(string)avc`.
  public let format: String
  /// The decoder's configuration, such as the parameter sets of H.264; `nil` if the packets are self-contained.
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

  /// Calls a body with the bytes.
  public func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    let span = UnsafeRawBufferPointer(start: base, count: byteCount).bytes
    return try body(span)
  }

  /// A copy of the bytes, to keep.
  public var data: Data { Data(UnsafeRawBufferPointer(start: base, count: byteCount)) }
}

/// Compressed media, text, metadata or bytes that Swift code sends into a graph.
public struct DataPacket: Sendable, Equatable {
  public var bytes: Data
  /// The presentation time; invalid if it has none.
  public var presentationTime: CMTime
  /// The decode time, if packets are reordered; invalid if it is not needed.
  public var decodeTime: CMTime
  /// The duration; invalid if it has none.
  public var duration: CMTime
  /// True if decoding can start here.
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
